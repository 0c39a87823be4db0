#include "gui/costs/other_costs.h"

#include "engine/strategy/fields.h"
#include "gui/costs/cost_box.h"
#include "gui/costs/number_table.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

constexpr int kFactorRows = 5;

} // namespace

RankFactorsSection::RankFactorsSection(Document& document, QWidget* parent)
    : CostSection(document, tr("Ranks"), {QStringLiteral("costs.rank_factors")}, parent)
    , m_model(
          {{tr("Time factor × "), tr("1.2: everything computed there takes 1.2 times as long")}},
          tr("rank %1"), strategy::kFactorRange.low, strategy::kFactorRange.high)
    , m_table(new NumberTable(m_model, tr("Factors of the ranks"), this))
    , m_differ(new QCheckBox(tr("Some ranks are slower or faster"), this))
    , m_fit(new QPushButton(this))
{
    m_differ->setAccessibleName(m_differ->text());
    m_fit->setAutoDefault(false);
    body()->addWidget(m_differ);
    body()->addWidget(m_fit);
    body()->addWidget(m_table);
    connect(m_table, &NumberTable::refused, this, &CostSection::setRefusal);
    // A strategy with a problem may hold any number here; at least one row can always be shown.
    const auto ranks = [this] {
        return static_cast<std::size_t>(std::max(1, this->document().strategy().parallel.pipeline));
    };
    // clicked(), not toggled(): refresh() checks the box too, and that is no edit.
    connect(m_differ, &QCheckBox::clicked, this, [this, ranks](bool differ) {
        resize(tr("whether ranks differ"), differ ? ranks() : 0);
    });
    connect(m_fit, &QPushButton::clicked, this,
            [this, ranks] { resize(tr("the number of rank factors"), ranks()); });
    connect(&m_model, &NumberTableModel::edited, this, [this](const NumberRows& rows) {
        // A step of its own to undo, apart from what was typed before.
        this->document().endGesture();
        edit(tr("the rank factors"), [&rows](plan::Costs& costs) {
            costs.rankFactors.clear();
            for (const auto& row : rows)
                costs.rankFactors.push_back(row.front());
        });
    });
}

void RankFactorsSection::resize(const QString& label, std::size_t ranks)
{
    document().endGesture();
    edit(label, [ranks](plan::Costs& costs) {
        costs.rankFactors.resize(std::min(ranks, strategy::kMaxListEntries), 1.0);
    });
}

void RankFactorsSection::refresh(const strategy::Strategy& strategy)
{
    const plan::Costs costs = strategy::costsOf(strategy);
    NumberRows rows;
    for (const double factor : costs.rankFactors)
        rows.push_back({factor});
    m_model.setRows(std::move(rows));
    const bool differ = !costs.rankFactors.empty();
    m_differ->setChecked(differ);
    m_table->setVisible(differ);
    m_table->setRowsInSight(kFactorRows);
    const int ranks = strategy.parallel.pipeline;
    m_fit->setText(tr("Make it %1 ranks").arg(ranks));
    m_fit->setAccessibleName(m_fit->text());
    // Offered only where the number of factors has fallen out of step with the pipeline.
    m_fit->setVisible(differ && ranks > 0
                      && costs.rankFactors.size() != static_cast<std::size_t>(ranks));
}

StepEndSection::StepEndSection(Document& document, QWidget* parent)
    : CostSection(document, tr("End of the step, and pairs"),
                  {QStringLiteral("costs.gradient_reduction"), QStringLiteral("costs.optimizer"),
                   QStringLiteral("costs.pair_overlap")},
                  parent)
    , m_reduction(timeBox(tr("Gradient reduction"),
                          tr("On every rank after its last op, as far as it is not hidden"),
                          &plan::Costs::gradientReduction))
    , m_optimizer(timeBox(tr("Optimizer"), tr("On every rank, after the gradient reduction"),
                          &plan::Costs::optimizer))
    , m_overlap(new QDoubleSpinBox(this))
{
    m_overlap->setRange(0, 100);
    m_overlap->setDecimals(1);
    m_overlap->setSuffix(QStringLiteral(" %"));
    m_overlap->setAccessibleName(tr("Pair overlap"));
    m_overlap->setToolTip(tr("Share of the shorter op of a fused pair that hides behind the "
                             "longer one"));
    auto* form = new QFormLayout;
    form->addRow(tr("Gradient reduction"), m_reduction);
    form->addRow(tr("Optimizer"), m_optimizer);
    form->addRow(tr("Pair overlap"), m_overlap);
    body()->addLayout(form);
    connect(m_overlap, &QDoubleSpinBox::valueChanged, this, [this](double percent) {
        edit(tr("Pair overlap"), [=](plan::Costs& costs) { costs.pairOverlap = percent / 100; });
    });
    connect(m_overlap, &QDoubleSpinBox::editingFinished, this,
            [this] { this->document().endGesture(); });
}

void StepEndSection::refresh(const strategy::Strategy& strategy)
{
    const plan::Costs costs = strategy::costsOf(strategy);
    showNumber(m_reduction, microseconds(costs.gradientReduction));
    showNumber(m_optimizer, microseconds(costs.optimizer));
    showNumber(m_overlap, costs.pairOverlap * 100);
}

} // namespace gui
