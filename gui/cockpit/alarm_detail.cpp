#include "gui/cockpit/alarm_detail.h"

#include "gui/cockpit/slow_words.h"
#include "gui/live/same_again.h"
#include "gui/text/number_format.h"
#include "gui/text/plain_label.h"
#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <cmath>

namespace gui {
namespace {

constexpr int kStepsBetweenLooks = 8; // evidence of a run that goes on
constexpr int kEvidenceColumns = 5;

QString evidenceTime(double ns)
{
    return ns > 0 ? milliseconds(plan::Nanoseconds(std::llround(ns)), 2) : QStringLiteral("–");
}

QString evidenceFactor(double factor)
{
    return factor > 0 ? QStringLiteral("×") + threeDigits(factor) : QStringLiteral("–");
}

} // namespace

AlarmDetail::AlarmDetail(const AlarmWatch& watch, RunController& controller, RunView& view,
                         std::function<std::vector<OtherRun>()> others, QWidget* parent)
    : QWidget(parent)
    , m_watch(watch)
    , m_controller(controller)
    , m_view(view)
    , m_others(std::move(others))
    , m_title(plainLabel(tr("Alarm")))
    , m_evidence(plainLabel(tr("Evidence")))
    , m_table(new QTableWidget(0, kEvidenceColumns))
    , m_next(plainLabel(tr("What to do next")))
    , m_show(new QPushButton)
    , m_again(new QPushButton(tr("Run it again (A/A test)…")))
{
    for (QLabel* label : {m_title, m_evidence, m_next})
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    const Metrics sizes = metrics();
    m_table->setHorizontalHeaderLabels(
        {tr("Before"), tr("Since"), tr("Slower"), tr("Other ranks"), tr("Predicted")});
    m_table->setAccessibleName(tr("What its ops take"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_show->setAccessibleName(tr("Show the step on the timeline"));
    m_again->setAccessibleName(m_again->text());
    // One above the other: beside each other they would be wider than the page of a small window.
    auto* buttons = new QVBoxLayout;
    buttons->setSpacing(sizes.space(1));
    buttons->addWidget(m_show, 0, Qt::AlignLeft);
    buttons->addWidget(m_again, 0, Qt::AlignLeft);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(sizes.space(4), sizes.space(2), sizes.space(4), sizes.space(2));
    column->setSpacing(sizes.space(2));
    column->addWidget(m_title);
    column->addWidget(m_evidence);
    column->addWidget(m_table);
    column->addLayout(buttons);
    column->addWidget(m_next);
    column->addStretch();
    connect(&watch, &AlarmWatch::changed, this, &AlarmDetail::refresh);
    connect(m_show, &QPushButton::clicked, this, [this] {
        const Alarm* alarm = m_watch.list().find(m_number);
        if (alarm == nullptr)
            return;
        const measured::Straggler* straggler = stragglerOf(*alarm);
        const int slow
            = m_found && m_found->firstSlow >= 0 ? m_found->firstSlow : alarm->found.step;
        emit spanWanted(straggler ? slow : alarm->found.step, straggler ? straggler->rank : -1);
        if (!straggler && alarm->found.kind == AlarmKind::SlowRank)
            emit rankWanted(alarm->found.rank);
    });
    connect(m_again, &QPushButton::clicked, this, &AlarmDetail::sameAgainWanted);
    applyLook();
    refresh();
}

void AlarmDetail::show(std::uint64_t number)
{
    if (m_number == number)
        return;
    m_number = number;
    m_found.reset();
    m_askedFor = 0;
    refresh();
}

bool AlarmDetail::finish(std::chrono::milliseconds deadline) { return m_work.finish(deadline); }

const measured::Straggler* AlarmDetail::stragglerOf(const Alarm& alarm)
{
    const RunSnapshotPtr& run = m_view.run();
    if (alarm.found.kind != AlarmKind::SlowRank || !run || !run->info)
        return nullptr;
    m_stragglers = m_view.stragglers();
    for (const measured::Straggler& each : m_stragglers)
        if (run->info->worldRank(each.rank) == alarm.found.rank && each.since == alarm.found.step)
            return &each;
    return nullptr;
}

void AlarmDetail::refresh()
{
    const Alarm* alarm = m_watch.list().find(m_number);
    refreshButtons(alarm);
    if (alarm == nullptr) {
        m_title->setText(m_view.run() ? tr("Nothing is wrong, as far as is known.")
                                      : tr("No run is shown."));
        m_evidence->setText(tr("Watched: ranks that slow down, steps against their prediction, the "
                               "pace of an emulation, the loss, memory, second runs of ops, the "
                               "recording, and whether the run makes progress."));
        m_table->hide();
        m_next->clear();
        return;
    }
    m_title->setText(alarm->found.what);
    const measured::Straggler* straggler = stragglerOf(*alarm);
    m_table->setVisible(straggler && m_found && !m_found->rows.empty());
    if (straggler == nullptr) {
        m_evidence->setText(alarm->found.evidence);
        m_next->clear();
        return;
    }
    askEvidence(*straggler);
    QStringList lines{alarm->found.evidence};
    QStringList next;
    if (m_found) {
        lines = evidenceLines(*m_found);
        const auto& conditions = m_controller.session().conditions();
        next = nextSteps(*m_found, alarm->found.rank,
                         conditions.isSlowed(alarm->found.rank, straggler->since, straggler->until),
                         m_view.run()->info->device);
        for (QString& each : next)
            each.prepend(QStringLiteral("→ "));
    }
    if (const QString again = sameAgain(); !again.isEmpty())
        next << again;
    m_evidence->setText(lines.join(QLatin1Char('\n')));
    m_next->setText(next.join(QLatin1Char('\n')));
}

void AlarmDetail::refreshButtons(const Alarm* alarm)
{
    m_show->setVisible(alarm && alarm->found.step >= 0);
    if (alarm) {
        m_show->setText(tr("Show step %1 on the timeline").arg(alarm->found.step));
        m_show->setAccessibleName(m_show->text());
    }
    const RunSnapshotPtr& run = m_view.run();
    const bool isSlow = alarm && alarm->found.kind == AlarmKind::SlowRank;
    const bool goesOn = run && !m_controller.isReplay() && !run->isOver();
    m_again->setVisible(isSlow);
    m_again->setEnabled(isSlow && !goesOn && m_view.runStrategy() != nullptr);
    m_again->setToolTip(goesOn ? tr("The run goes on, and two at once would disturb each other")
                               : tr("Run the same strategy once more, in a tab of its own, and "
                                    "compare the steps of both"));
}

// While the run goes on, not with every step.
void AlarmDetail::askEvidence(const measured::Straggler& straggler)
{
    const StepHistory& history = m_controller.session().history();
    const bool isNew = m_askedFor != m_number;
    if (!isNew && history.newestNumber() < m_askedAt + kStepsBetweenLooks)
        return;
    m_askedFor = m_number;
    m_askedAt = history.newestNumber();
    const PredictionPtr predicted = m_view.knowsTime() ? m_view.shown().prediction : nullptr;
    m_work.request([this, steps = history.newest(StepHistory::kMaxSteps), straggler,
                    predicted](const NewestWork::Outdated&) {
        const SlowEvidence evidence = slowEvidence(steps, straggler, predicted);
        return [this, evidence] { takeEvidence(evidence); };
    });
}

void AlarmDetail::takeEvidence(const SlowEvidence& evidence)
{
    m_found = evidence;
    m_table->setRowCount(static_cast<int>(evidence.rows.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const SlowEvidence::Row& of = evidence.rows[static_cast<std::size_t>(row)];
        m_table->setVerticalHeaderItem(row, new QTableWidgetItem(opKindName(of.kind)));
        const QString texts[]
            = {evidenceTime(of.before), evidenceTime(of.since), evidenceFactor(of.factor()),
               evidenceFactor(of.others), evidenceTime(of.predicted)};
        for (int column = 0; column < kEvidenceColumns; ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            m_table->setItem(row, column, item);
        }
    }
    m_table->setColumnHidden(4,
                             std::none_of(evidence.rows.begin(), evidence.rows.end(),
                                          [](const auto& row) { return row.predicted > 0; }));
    m_table->resizeRowsToContents();
    int height = m_table->horizontalHeader()->sizeHint().height() + 2 * m_table->frameWidth();
    for (int row = 0; row < m_table->rowCount(); ++row)
        height += m_table->rowHeight(row);
    m_table->setFixedHeight(height);
    refresh();
}

QString AlarmDetail::sameAgain() const
{
    std::vector<double> steps;
    const StepHistory& history = m_controller.session().history();
    for (const StepPtr& step : history.newest(StepHistory::kMaxSteps))
        if (step->whole())
            steps.push_back(static_cast<double>(step->timeline.makespan.count()));
    const QString own = m_controller.run() ? m_controller.run()->run : tr("this run");
    QStringList lines;
    for (const OtherRun& other : m_others())
        if (const auto compared = compareSteps(steps, other.steps))
            lines << tr("A/A: %1").arg(sameAgainText(*compared, own, other.name));
    return lines.join(QLatin1Char('\n'));
}

void AlarmDetail::applyLook()
{
    const Metrics sizes = metrics();
    QFont title = sizes.font(font(), Type::Body);
    title.setWeight(QFont::DemiBold);
    m_title->setFont(title);
    m_table->setFont(sizes.font(font(), Type::Small));
    m_table->horizontalHeader()->setFont(sizes.font(font(), Type::Small));
    m_table->verticalHeader()->setFont(sizes.font(font(), Type::Small));
}

void AlarmDetail::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        applyLook();
    QWidget::changeEvent(event);
}

} // namespace gui
