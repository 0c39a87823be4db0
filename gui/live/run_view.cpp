#include "gui/live/run_view.h"

#include <algorithm>

namespace gui {

RunView::RunView(RunController& controller, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
{
    connect(&controller.session(), &LiveSession::started, this, &RunView::clear);
    connect(&controller.session(), &LiveSession::left, this, &RunView::clear);
    connect(&controller.session(), &LiveSession::updated, this, &RunView::take);
    // The prediction of a run arrives after its first frames may have.
    connect(&controller, &RunController::runChanged, this, [this] {
        m_shown = {};
        m_memoryStep = -1;
        refresh();
    });
}

void RunView::take(const RunSnapshotPtr& run)
{
    m_run = run;
    watch(run->steps);
    refresh();
}

void RunView::clear()
{
    m_run.reset();
    m_shown = {};
    m_memoryStep = -1;
    m_watch.reset();
    m_choice.follow();
    emit changed();
}

void RunView::setShow(ShowStep show)
{
    m_choice.setShow(show);
    refresh();
}

void RunView::follow()
{
    m_choice.follow();
    refresh();
}

void RunView::hold(int step)
{
    if (step < 0)
        return;
    m_choice.hold(step);
    refresh();
}

void RunView::moveBy(int steps)
{
    if (!m_shown.complete)
        return;
    const StepHistory& history = m_controller.session().history();
    const int from = m_shown.step ? m_shown.step->number : m_shown.complete->number;
    const int to = std::clamp(from + steps, history.oldestNumber(), history.newestNumber());
    if (to == history.newestNumber() && steps > 0)
        follow();
    else
        hold(to);
}

void RunView::refresh()
{
    if (!m_run) {
        emit changed();
        return;
    }
    m_shown.step = m_choice.shown(*m_run, m_controller.session().history());
    m_shown.filling = m_shown.step && !m_shown.step->ended;
    refreshMemory();
    if (m_run->info)
        m_shown.schedule = m_controller.schedule(*m_run->info);
    const StepPtr complete = m_shown.filling ? m_run->newest : m_shown.step;
    if (complete != m_shown.complete) {
        m_shown.complete = complete;
        m_shown.numbers = {};
        const PredictionPtr& prediction = m_controller.prediction();
        if (complete)
            m_shown.numbers = measure(*complete, m_shown.schedule.get(),
                                      prediction ? prediction->costs : plan::Costs::unit());
    }
    emit changed();
}

void RunView::watch(const std::vector<StepPtr>& steps)
{
    if (steps.empty() || !m_run->info)
        return;
    if (!m_watch) {
        const auto schedule = m_controller.schedule(*m_run->info);
        if (!schedule || opsOf(*schedule) > kMaxWatchedOps)
            return;
        // Costs are a guess, unless the device keeps to them.
        const PredictionPtr& prediction = m_controller.prediction();
        const bool known = m_run->info->emulated && prediction;
        m_watch.emplace(*schedule, known ? std::optional(prediction->costs) : std::nullopt);
    }
    for (const StepPtr& step : steps)
        m_watch->add(*step);
}

std::vector<measured::Straggler> RunView::stragglers() const
{
    if (!m_watch)
        return {};
    return {m_watch->found().begin(), m_watch->found().end()};
}

void RunView::refreshMemory()
{
    const StepMemory& memory = m_controller.session().memory();
    const int step = m_shown.step ? m_shown.step->number : -1;
    const std::size_t revision = memory.revision(step);
    if (step == m_memoryStep && revision == m_memoryRevision)
        return;
    m_memoryStep = step;
    m_memoryRevision = revision;
    m_shown.memory = memory.lanes(step);
}

QString RunView::comparison() const
{
    if (!m_shown.complete)
        return {};
    return comparisonSentence(*m_shown.complete, m_shown.numbers, m_controller.prediction().get());
}

} // namespace gui
