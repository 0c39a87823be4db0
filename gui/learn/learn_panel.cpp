#include "gui/learn/learn_panel.h"

#include "engine/plan/catalog.h"
#include "gui/text/catalog_texts.h"
#include "gui/theme/metrics.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace gui {
namespace {

constexpr double kListHeight = 300; // pixels of scale 1

QString wordsOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// A paragraph for each fact.
QString factsOf(const plan::CatalogEntry& entry)
{
    return QStringList{
        LearnPanel::tr("Name in a file: %1").arg(wordsOf(entry.name)),
        LearnPanel::tr("Needs: %1").arg(catalogText(entry.conditions)),
        LearnPanel::tr("Step time: %1").arg(catalogText(entry.makespan)),
        LearnPanel::tr("Peak in flight on rank r: %1").arg(catalogText(entry.memory)),
        LearnPanel::tr("Weights: %1 × the model").arg(entry.weightsFactor),
        LearnPanel::tr("Source: %1").arg(catalogText(entry.source)),
        LearnPanel::tr(
            "p: ranks; m: microbatches; v: chunks of each rank; N: microbatches in a group; "
            "r: the rank. F, B, I, W: the time of a forward, backward, input gradient and "
            "weight gradient of one stage; B = I + W.")}
        .join(QStringLiteral("\n\n"));
}

} // namespace

LearnPanel::LearnPanel(QWidget* parent)
    : QWidget(parent)
    , m_schedules(new QListWidget)
    , m_facts(new QLabel)
    , m_try(new QPushButton(tr("Try it in a new tab")))
{
    const Metrics sizes = metrics();
    auto* intro = new QLabel(tr("Each schedule orders the same forwards and backwards differently. "
                                "Choose one to see what it needs and what it costs."));
    intro->setWordWrap(true);
    m_schedules->setAccessibleName(tr("Schedules"));
    m_schedules->setMaximumHeight(sizes.px(kListHeight));
    m_schedules->setWordWrap(true);
    m_schedules->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        auto* item = new QListWidgetItem(catalogText(entry->title), m_schedules);
        item->setData(Qt::UserRole, wordsOf(entry->name));
    }
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setWordWrap(true);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setFocusPolicy(Qt::NoFocus);
    m_facts->setAccessibleName(tr("Details of the schedule"));
    m_try->setAccessibleName(m_try->text());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(sizes.space(4), sizes.space(2), sizes.space(4), sizes.space(4));
    column->setSpacing(sizes.space(3));
    column->addWidget(intro);
    column->addWidget(m_schedules);
    column->addWidget(m_facts);
    column->addWidget(m_try);
    column->addStretch();
    connect(m_schedules, &QListWidget::currentRowChanged, this, &LearnPanel::refresh);
    const auto tryIt = [this] {
        if (const QListWidgetItem* chosen = m_schedules->currentItem())
            emit tryWanted(chosen->data(Qt::UserRole).toString());
    };
    connect(m_try, &QPushButton::clicked, this, tryIt);
    connect(m_schedules, &QListWidget::itemActivated, this, tryIt);
    m_schedules->setCurrentRow(0);
}

void LearnPanel::show(std::string_view schedule)
{
    for (int row = 0; row < m_schedules->count(); ++row)
        if (m_schedules->item(row)->data(Qt::UserRole).toString() == wordsOf(schedule))
            m_schedules->setCurrentRow(row);
}

void LearnPanel::refresh()
{
    const QListWidgetItem* chosen = m_schedules->currentItem();
    m_try->setEnabled(chosen != nullptr);
    const plan::CatalogEntry* entry = chosen
        ? plan::findSchedule(chosen->data(Qt::UserRole).toString().toStdString())
        : nullptr;
    m_facts->setText(entry ? factsOf(*entry) : QString());
}

} // namespace gui
