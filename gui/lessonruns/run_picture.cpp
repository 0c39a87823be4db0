#include "gui/lessonruns/run_picture.h"

#include "gui/lessonruns/step_bars.h"
#include "gui/theme/metrics.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {
namespace {

// Where an op stalled, the step in which it did.
std::optional<std::size_t> stalledStep(const LessonRunResult& result)
{
    if (!result.told.stallStep)
        return {};
    const auto found
        = std::find_if(result.steps.begin(), result.steps.end(),
                       [&](const StepPtr& step) { return step->number == *result.told.stallStep; });
    if (found == result.steps.end())
        return {};
    return std::size_t(found - result.steps.begin());
}

} // namespace

RunPicture::RunPicture(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_source(new QLabel)
    , m_progress(new QProgressBar)
    , m_cancel(new QPushButton(tr("End the run")))
    , m_instead(new QPushButton(tr("Show our recording instead")))
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
    auto* row = new QHBoxLayout;
    row->setContentsMargins(sizes.space(3), 0, sizes.space(3), sizes.space(2));
    m_progress->setAccessibleName(tr("Steps that the run has done"));
    row->addWidget(m_progress, 1);
    row->addWidget(m_cancel);
    row->addWidget(m_instead, 0, Qt::AlignLeft);
    m_instead->hide();
    connect(m_instead, &QPushButton::clicked, this, &RunPicture::recordingWanted);
    column->addLayout(row);
    connect(m_cancel, &QPushButton::clicked, this, &RunPicture::cancelWanted);
    column->addWidget(m_timeline, 1);
    column->addWidget(m_bars);
    connect(m_bars, &StepBars::chosenChanged, this, &RunPicture::showStep);
}

void RunPicture::showUnderWay(int done, int wanted)
{
    m_source->setText(tr("The run goes on: %1 of %2 steps are done.").arg(done).arg(wanted));
    m_progress->setRange(0, std::max(1, wanted));
    m_progress->setValue(done);
    setUnderWay(true);
}

void RunPicture::setUnderWay(bool isUnderWay)
{
    m_progress->setVisible(isUnderWay);
    m_cancel->setVisible(isUnderWay);
    m_timeline->setVisible(!isUnderWay);
    m_bars->setVisible(!isUnderWay);
}

void RunPicture::offerRecording(bool offers) { m_instead->setVisible(offers); }

void RunPicture::show(const LessonRunResult& result)
{
    setUnderWay(false);
    if (m_result && m_result->steps == result.steps)
        return;
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
