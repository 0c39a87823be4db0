#include "gui/costs/stage_costs.h"

#include "engine/strategy/fields.h"
#include "gui/costs/cost_box.h"
#include "gui/costs/number_table.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QVBoxLayout>

namespace gui {
namespace {

constexpr int kStageRows = 8;

// Of all parts, shown or not.
QStringList keysOfStages()
{
    QStringList keys{QStringLiteral("costs")};
    for (const StagePart& part : stageParts())
        keys << QStringLiteral("costs.") + QLatin1String(part.key);
    return keys;
}

std::vector<NumberColumn> columnsOf(const std::vector<StagePart>& parts)
{
    std::vector<NumberColumn> columns;
    columns.reserve(parts.size());
    for (const StagePart& part : parts)
        columns.push_back({nameOf(part), tipOf(part)});
    return columns;
}

} // namespace

StageCostsSection::StageCostsSection(Document& document, QWidget* parent)
    : CostSection(document, tr("Stages, µs"), keysOfStages(), parent)
    , m_parts(shownStageParts(strategy::costsOf(document.strategy())))
    , m_model(columnsOf(m_parts), tr("stage %1"), 0, mostMicroseconds())
    , m_table(new NumberTable(m_model, tr("Costs of the stages"), this))
    , m_each(new QComboBox(this))
    , m_fit(new QPushButton(this))
{
    m_each->addItem(tr("the same for every stage"));
    m_each->addItem(tr("each stage its own"));
    m_each->setAccessibleName(tr("Stages"));
    const auto button = [this](const QString& text, const QString& tip, auto run) {
        auto* made = new QPushButton(text, this);
        made->setToolTip(tip);
        made->setAccessibleName(text);
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, run);
        return made;
    };
    m_fit->setAutoDefault(false);
    auto* line = new QHBoxLayout;
    line->addWidget(m_each, 1);
    line->addWidget(m_fit);
    line->addWidget(button(tr("Copy"), tr("Copy the cells selected, or all (Ctrl+C)"),
                           [this] { m_table->copy(); }));
    line->addWidget(button(tr("Paste"), tr("Paste numbers from the selected cell on (Ctrl+V)"),
                           [this] { m_table->paste(); }));
    line->addWidget(button(tr("Fill down"),
                           tr("The first row selected into those under it (Ctrl+D)"),
                           [this] { m_table->fillDown(); }));
    body()->addLayout(line);
    body()->addWidget(m_table);

    connect(&m_model, &NumberTableModel::edited, this, &StageCostsSection::take);
    connect(m_table, &NumberTable::refused, this, &CostSection::setRefusal);
    // activated() is emitted for the user's choices alone, and not when refresh() sets the index.
    connect(m_each, &QComboBox::activated, this, [this](int each) {
        resize(each == 0
                   ? 1
                   : static_cast<std::size_t>(strategy::stagesOf(this->document().strategy())),
               tr("the stages with their own costs"));
    });
    connect(m_fit, &QPushButton::clicked, this, [this] {
        resize(static_cast<std::size_t>(strategy::stagesOf(this->document().strategy())),
               tr("the number of stages with costs"));
    });
}

void StageCostsSection::resize(std::size_t rows, const QString& label)
{
    // A step of its own to undo, apart from what was typed before.
    document().endGesture();
    edit(label, [rows](plan::Costs& costs) {
        costs.stages.resize(std::clamp<std::size_t>(rows, 1, strategy::kMaxListEntries),
                            costs.stages.back());
    });
}

void StageCostsSection::take(const NumberRows& rows)
{
    document().endGesture();
    edit(tr("the costs of the stages"), [this, &rows](plan::Costs& costs) {
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::size_t part = 0; part < m_parts.size(); ++part)
                costs.stages[row].*m_parts[part].time = fromMicroseconds(rows[row][part]);
    });
}

void StageCostsSection::refresh(const strategy::Strategy& strategy)
{
    const plan::Costs costs = strategy::costsOf(strategy);
    m_parts = shownStageParts(costs);
    NumberRows rows;
    for (const plan::StageCosts& stage : costs.stages) {
        auto& row = rows.emplace_back();
        for (const StagePart& part : m_parts)
            row.push_back(microseconds(stage.*part.time));
    }
    m_model.setTable(columnsOf(m_parts), std::move(rows));
    // A single row stands for all stages, so its header, "stage 0", would be wrong.
    const bool each = costs.stages.size() > 1;
    m_each->setCurrentIndex(each ? 1 : 0);
    m_table->verticalHeader()->setVisible(each);
    m_table->setRowsInSight(kStageRows);
    const long long stages = strategy::stagesOf(strategy);
    m_fit->setText(tr("Make it %1 stages").arg(stages));
    m_fit->setAccessibleName(m_fit->text());
    m_fit->setVisible(each && static_cast<long long>(costs.stages.size()) != stages);
}

} // namespace gui
