#include "gui/live/run_view.h"

#include <algorithm>

namespace gui {
namespace {

constexpr std::chrono::milliseconds kMemoryPatience{500};

} // namespace

RunView::RunView(Document& document, RunController& controller, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_controller(controller)
    , m_follower(document, controller.launched())
    , m_watch(controller.launched())
{
    connect(&controller.session(), &LiveSession::started, this, &RunView::clear);
    connect(&controller.session(), &LiveSession::left, this, &RunView::clear);
    connect(&controller.session(), &LiveSession::updated, this, &RunView::take);
    connect(&controller, &RunController::runChanged, this, &RunView::refresh);
    connect(&controller.launched(), &LaunchedStrategy::changed, this, [this] {
        if (m_run && m_run->info)
            // No new steps, but what is known of the run's strategy changes how those seen are
            // judged.
            m_watch.add(*m_run->info, {}, m_controller.session().conditions());
        refresh();
    });
    // The second half alone: choosing a step here would close a circle.
    connect(&document, &Document::predictionChanged, this, [this] {
        holdAgainstPrediction();
        emit changed();
    });
}

void RunView::take(const RunSnapshotPtr& run)
{
    m_run = run;
    if (run->info)
        m_watch.add(*run->info, run->steps, m_controller.session().conditions());
    refresh();
}

void RunView::clear()
{
    m_run.reset();
    m_shown = {};
    m_numbered = {};
    m_memoryStep = -1;
    m_kernelsStep.reset();
    m_kernelsRevision = 0;
    m_watch.clear();
    m_choice.follow();
    m_follower.follow({}, {});
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
    // Going on past the last step is how one returns to following the run.
    if (to == history.newestNumber() && steps > 0)
        follow();
    else
        hold(to);
}

void RunView::refresh()
{
    chooseStep();
    holdAgainstPrediction();
    emit changed();
}

void RunView::chooseStep()
{
    if (!m_run)
        return;
    m_shown.step = m_choice.shown(*m_run, m_controller.session().history());
    m_shown.filling = m_shown.step && !m_shown.step->ended;
    m_shown.complete = m_shown.filling ? m_run->newest : m_shown.step;
    refreshMemory();
    refreshKernels();
    m_follower.follow(m_run->info, m_shown.complete ? m_shown.complete->schedule : m_run->schedule);
}

void RunView::holdAgainstPrediction()
{
    if (!m_run)
        return;
    const measured::FollowedSchedule& drawn
        = m_shown.step ? m_shown.step->schedule : m_run->schedule;
    const StepPtr& complete = m_shown.complete;
    m_shown.schedule = m_controller.launched().order(drawn);
    m_shown.prediction = predictionUnder(complete ? complete->schedule : drawn);
    const SchedulePtr order
        = complete ? m_controller.launched().order(complete->schedule) : nullptr;
    const PredictionPtr own = m_controller.launched().predictionOfRun();
    // The ledger of a step is counted once, not with every tick.
    if (complete == m_numbered.complete && m_shown.prediction == m_numbered.prediction
        && own == m_numbered.own && order == m_numbered.order)
        return;
    m_numbered = {complete, m_shown.prediction, own, order};
    m_shown.numbers = {};
    if (!complete)
        return;
    m_shown.numbers = measure(*complete, order.get(), costs());
}

// The document may be of another strategy; the run's own prediction still has costs to count with.
plan::Costs RunView::costs() const
{
    const PredictionPtr costly
        = m_shown.prediction ? m_shown.prediction : m_controller.launched().predictionOfRun();
    return costly ? costly->costs : plan::Costs::unit();
}

// The document's, where it is of the run's work and orders its ops as the run does.
PredictionPtr RunView::predictionUnder(const measured::FollowedSchedule& schedule)
{
    const PredictionPtr& shown = m_document.prediction();
    LaunchedStrategy& launched = m_controller.launched();
    const SchedulePtr order = launched.order(schedule);
    if (!shown || !order)
        return nullptr;
    const std::string swap = schedule.swapped ? schedule.name : std::string();
    const bool isOfRun = m_ofRun.of({shown, launched.revision(), swap},
                                    [&] { return launched.isOf(shown->strategy, swap); });
    const auto hasOrder = [&] {
        return m_sameOrder.of({shown, order}, [&] {
            return shown->schedule == order || shown->schedule->order == order->order;
        });
    };
    return isOfRun && hasOrder() ? shown : nullptr;
}

bool RunView::isOfDocument() const
{
    const LaunchedStrategy& launched = m_controller.launched();
    const measured::FollowedSchedule& followed = m_follower.followed();
    const std::string swap = followed.swapped ? followed.name : std::string();
    return m_ofDocument.of({m_document.revision(), launched.revision(), swap}, [&] {
        return launched.isOf(m_document.strategy(), {})
            || (!swap.empty() && launched.isOf(m_document.strategy(), swap));
    });
}

const strategy::Strategy* RunView::runStrategy() const
{
    if (isOfDocument() && m_document.problems().empty())
        return &m_document.strategy();
    const auto& launched = m_controller.launched().strategy();
    return launched ? &*launched : nullptr;
}

bool RunView::knowsTime() const { return m_shown.prediction && !isTimeless(m_shown.prediction); }

bool RunView::isTimeless(const PredictionPtr& prediction) const
{
    if (!prediction || !m_run || !m_run->info)
        return false;
    return !knowsTimeOf(prediction->strategy);
}

bool RunView::knowsTimeOf(const strategy::Strategy& strategy) const
{
    return m_run && m_run->info
        && (m_run->info->emulated || strategy.costs
            || (strategy.model && strategy.cluster.device == m_run->info->device));
}

void RunView::refreshMemory()
{
    const StepMemory& memory = m_controller.session().memory();
    const int step = m_shown.step ? m_shown.step->number : -1;
    const bool same = step == m_memoryStep;
    // Of a step under way not with every tick: each of its samples is looked at again.
    if (same && m_shown.filling && m_memoryAge.isValid()
        && !m_memoryAge.hasExpired(kMemoryPatience.count()))
        return;
    const std::size_t revision = memory.revision(step);
    if (same && revision == m_memoryRevision)
        return;
    m_memoryAge.start();
    m_memoryStep = step;
    m_memoryRevision = revision;
    m_shown.memory = memory.lanes(step);
}

// Kernels of a step come as late as two steps after it, so a step that is whole is looked at again.
void RunView::refreshKernels()
{
    const StepKernels& kernels = m_controller.session().kernels();
    const int step = m_shown.step ? m_shown.step->number : -1;
    const bool same = m_kernelsStep && step == m_kernelsStep->number;
    if (same && m_kernelsAge.isValid() && !m_kernelsAge.hasExpired(kMemoryPatience.count())
        && m_run->status.state != telemetry::SourceState::Ended)
        return;
    const std::size_t revision = kernels.revision(step);
    if (same && revision == m_kernelsRevision && m_shown.step == m_kernelsStep)
        return;
    m_kernelsAge.start();
    m_kernelsStep = m_shown.step;
    m_kernelsRevision = revision;
    m_shown.kernels = m_shown.step ? kernels.work(*m_shown.step) : nullptr;
}

QString RunView::comparison() const
{
    if (!m_shown.complete)
        return {};
    QString sentence = comparisonSentence(*m_shown.complete, m_shown.numbers,
                                          m_shown.prediction.get(), knowsTime());
    if (m_run->info && m_run->info->emulated)
        sentence += emulationRemark(m_run->info->timeScale, m_watch.paceWarning());
    return sentence;
}

} // namespace gui
