#include "gui/lessonruns/run_picture.h"

#include "gui/lessonruns/step_bars.h"
#include "gui/theme/metrics.h"

#include "engine/measured/stalls.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

// Where the run is about an op that stalled, the step in which it did; else nothing.
std::optional<std::size_t> stalledStep(const LessonRunResult& result)
{
    if (result.told.stall.empty())
        return {};
    std::vector<measured::Step> steps;
    for (const StepPtr& step : result.steps)
        steps.push_back(*step);
    std::vector<measured::Stall> stalls = measured::stallsOf(steps);
    std::erase_if(stalls, [&](const measured::Stall& stall) {
        return toText(stall.span.op) != result.told.stall;
    });
    const auto worst
        = std::max_element(stalls.begin(), stalls.end(),
                           [](const auto& a, const auto& b) { return a.excess() < b.excess(); });
    if (worst == stalls.end())
        return {};
    const auto found
        = std::find_if(result.steps.begin(), result.steps.end(),
                       [&](const StepPtr& step) { return step->number == worst->step; });
    return std::size_t(found - result.steps.begin());
}

} // namespace

RunPicture::RunPicture(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_source(new QLabel)
    , m_timeline(new TimelinePanel(state))
    , m_bars(new StepBars)
{
    const Metrics sizes = metrics();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_source->setContentsMargins(sizes.space(3), sizes.space(2), sizes.space(3), sizes.space(2));
    m_source->setWordWrap(true);
    column->addWidget(m_source);
    column->addWidget(m_timeline, 1);
    column->addWidget(m_bars);
    connect(m_bars, &StepBars::chosenChanged, this, &RunPicture::showStep);
}

void RunPicture::show(const LessonRunResult& result)
{
    m_result = result;
    m_source->setText(result.isRecording
                          ? tr("A recording of this very run, made by this program on another "
                               "machine.")
                          : tr("Measured on this machine just now."));
    TrackData predicted;
    predicted.title = tr("Predicted");
    predicted.timeline = {result.planned, &result.planned->timeline()};
    predicted.schedule = {result.planned, &result.planned->schedule()};
    predicted.ledger = {result.planned, &result.planned->ledger()};
    predicted.costs = {result.planned, &result.planned->costs()};
    m_timeline->setTrack(kPredictedSlot, predicted);
    std::vector<int> numbers;
    std::vector<plan::Nanoseconds> lengths;
    for (const StepPtr& step : result.steps) {
        numbers.push_back(step->number);
        lengths.push_back(step->timeline.makespan);
    }
    m_bars->setSteps(std::move(numbers), std::move(lengths));
    m_bars->choose(stalledStep(result).value_or(result.typical));
    m_timeline->viewState().fit();
}

TrackData RunPicture::measuredTrack(const StepPtr& step) const
{
    TrackData track;
    track.title = tr("Measured");
    track.source = tr("measured, step %1").arg(step->number);
    track.measured = true;
    track.timeline = {step, &step->timeline};
    track.schedule = {m_result->planned, &m_result->planned->schedule()};
    track.planned = {m_result->planned, &m_result->planned->timeline()};
    return track;
}

void RunPicture::showStep(std::size_t step)
{
    if (!m_result || step >= m_result->steps.size())
        return;
    m_shown = step;
    m_timeline->setTrack(kMeasuredSlot, measuredTrack(m_result->steps[step]));
}

} // namespace gui
