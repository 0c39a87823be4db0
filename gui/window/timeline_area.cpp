#include "gui/window/timeline_area.h"

#include "gui/document/origin_text.h"
#include "gui/live/inner_times.h"

#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace gui {
namespace {

constexpr int kPredictedSlot = 0;
constexpr int kMeasuredSlot = 1;

constexpr auto kPreparingPatience
    = std::chrono::milliseconds{200}; // after which the work is announced

// In whole bytes, [pipeline rank]: of what `lanes` show.
std::shared_ptr<const std::vector<std::uint64_t>>
predictedMemoryOf(const EstimatePtr& estimate,
                  const std::shared_ptr<const std::vector<MemoryLane>>& lanes)
{
    if (!estimate || !lanes)
        return nullptr;
    const bool whole = devicesCount(*lanes);
    auto bytes = std::make_shared<std::vector<std::uint64_t>>();
    for (const plan::RankMemory& rank : estimate->numbers.memory)
        bytes->push_back(
            static_cast<std::uint64_t>(std::llround(whole ? rank.peak() : rank.counted())));
    return bytes;
}

} // namespace

TimelineArea::TimelineArea(Document& document, RunController& controller, RunView& view,
                           const Estimator& estimator, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_controller(controller)
    , m_view(view)
    , m_estimator(estimator)
    , m_offer(new NoticeStrip(tr("Unsaved changes"), this))
    , m_failure(new NoticeStrip(tr("What went wrong"), this))
    , m_notice(new NoticeStrip(tr("State of the picture"), this))
    , m_comparison(new NoticeStrip(tr("Measured against predicted"), this))
    , m_panel(new TimelinePanel(m_state, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_offer);
    column->addWidget(m_failure);
    column->addWidget(m_notice);
    column->addWidget(m_comparison);
    column->addWidget(m_panel, 1);
    m_late.setSingleShot(true);
    m_late.setInterval(kPreparingPatience);
    connect(&m_late, &QTimer::timeout, this, &TimelineArea::announce);
    m_panel->setAccessibleName(tr("Timeline"));
    m_failure->setButton(tr("Dismiss"), [this] { clearFailure(); });

    connect(&document, &Document::predictionChanged, this, &TimelineArea::refreshPredicted);
    connect(&document, &Document::causesChanged, this, &TimelineArea::refreshCauses);
    connect(&document, &Document::strategyChanged, this, &TimelineArea::refreshNotice);
    connect(&document, &Document::problemsChanged, this, &TimelineArea::refreshNotice);
    connect(&view, &RunView::changed, this, &TimelineArea::refreshMeasured);
    connect(&controller, &RunController::runChanged, this, &TimelineArea::refreshMeasured);
    connect(&estimator, &Estimator::changed, this, &TimelineArea::refreshMeasured);
    refreshPredicted();
    refreshMeasured();
}

void TimelineArea::showFailure(const QString& sentence) { m_failure->show(Tone::Error, sentence); }

void TimelineArea::offer(const Offer& offer)
{
    const auto decided = [this](const std::function<void()>& then) {
        return [this, then] {
            m_offer->clear();
            then();
        };
    };
    m_offer->setButton(offer.accept, decided(offer.onAccept));
    m_offer->setOtherButton(offer.refuse, decided(offer.onRefuse));
    m_offer->show(Tone::Warning, offer.text);
}

void TimelineArea::refreshPredicted()
{
    const PredictionPtr& prediction = m_document.prediction();
    const bool timeless = isTimeless();
    // A track is laid out and counted anew when it is set, which is worth it only for another
    // picture.
    if (prediction != m_predicted || timeless != m_timeless) {
        m_predicted = prediction;
        m_timeless = timeless;
        TrackData track;
        track.title = prediction ? predictedTitle(*prediction) : tr("Predicted");
        if (timeless) {
            track.emptyText
                = tr("The strategy has no costs, so nothing says how long its ops take "
                     "on this device.\n\"Take the costs from this run\" makes them, and "
                     "with them a prediction.");
        } else if (prediction) {
            track.timeline = prediction->timeline;
            track.schedule = prediction->schedule;
            track.ledger = prediction->ledger;
        }
        m_panel->setTrack(kPredictedSlot, std::move(track));
        refreshCauses();
    }
    refreshNotice();
    refreshComparison();
}

QString TimelineArea::predictedTitle(const Prediction& prediction)
{
    const QString origin = originText(prediction.origin);
    return prediction.as.schedule.empty()
        ? tr("Predicted from %1").arg(origin)
        : tr("Predicted, %1, from %2").arg(QString::fromStdString(prediction.as.schedule), origin);
}

bool TimelineArea::isTimeless() const
{
    return m_controller.session().isShowing() && m_view.isTimeless(m_document.prediction());
}

void TimelineArea::refreshCauses()
{
    if (const CausesPtr& causes = m_document.causes();
        causes && causes->of == m_predicted && !m_timeless)
        m_panel->setCauses(kPredictedSlot, {causes, &causes->explainer},
                           {causes, &causes->critical});
}

bool TimelineArea::isCutShort(const ShownStep& shown) const
{
    return shown.filling && m_view.run() && shown.step != m_view.run()->current;
}

QString TimelineArea::measuredTitle(const ShownStep& shown) const
{
    if (!shown.step)
        return tr("Measured");
    return (isCutShort(shown) ? tr("Measured, step %1, cut short") : tr("Measured, step %1"))
        .arg(shown.step->number);
}

EstimatePtr TimelineArea::estimateOfRun() const
{
    const auto& run = m_view.run();
    const bool takes = run && run->info && !run->info->emulated;
    return takes && m_view.isOfDocument() && m_estimator.isCurrent() ? m_estimator.estimate()
                                                                     : nullptr;
}

void TimelineArea::refreshMeasured()
{
    refreshComparison();
    // Whether costs tell anything of the run's times depends on the device it runs on, which is
    // known only once the run has told it.
    if (isTimeless() != m_timeless)
        refreshPredicted();
    if (!m_controller.session().isShowing()) {
        if (m_hasMeasuredTrack)
            m_panel->removeTrack(kMeasuredSlot);
        m_hasMeasuredTrack = false;
        m_measured.reset();
        m_measuredMemory.reset();
        m_measuredKernels.reset();
        m_measuredEstimate.reset();
        return;
    }
    const ShownStep& shown = m_view.shown();
    const EstimatePtr estimate = estimateOfRun();
    // RunView changes up to 30 times a second; the track is made anew only where something of it
    // has changed.
    if (m_hasMeasuredTrack && shown.step == m_measured && shown.schedule == m_measuredSchedule
        && shown.memory == m_measuredMemory && shown.numbers.ledger == m_measuredLedger
        && shown.kernels == m_measuredKernels && estimate == m_measuredEstimate)
        return;
    m_measuredEstimate = estimate;
    m_measuredKernels = shown.kernels;
    m_measured = shown.step;
    m_measuredMemory = shown.memory;
    m_measuredSchedule = shown.schedule;
    m_measuredLedger = shown.numbers.ledger;
    m_hasMeasuredTrack = true;

    TrackData track;
    track.title = measuredTitle(shown);
    track.measured = true;
    track.emptyText = tr("Waiting for the first step of the run.");
    const bool cutShort = isCutShort(shown);
    track.live = shown.filling && !cutShort;
    if (shown.step) {
        // Shares the step's own timeline, which the pointer keeps alive.
        track.timeline = std::shared_ptr<const plan::Timeline>(shown.step, &shown.step->timeline);
        track.schedule = shown.schedule;
        track.memory = shown.memory;
        track.inner = innerWorkOf(*shown.step);
        track.kernels = shown.kernels;
        track.predictedMemory = predictedMemoryOf(estimate, shown.memory);
        if (cutShort) // what it did not do is no data, not a bubble
            track.ledger = measure(*shown.step, shown.schedule.get(), {}).ledger;
        else if (!shown.filling)
            track.ledger = shown.numbers.ledger;
        track.turns = m_view.run() && m_view.run()->info && m_view.run()->info->takesTurns;
        if (m_view.run() && m_view.run()->info && m_view.run()->info->emulated) {
            track.emulated = true;
            track.stands = standsFor(m_view.run()->info->timeScale);
        }
    }
    if (track.live) { // so that the axis keeps still while the step fills in
        const plan::Nanoseconds last
            = shown.complete ? shown.complete->timeline.makespan : plan::Nanoseconds{};
        track.end = std::max(m_view.knowsTime() ? shown.prediction->timeline->makespan : last,
                             shown.step->timeline.makespan);
    }
    m_panel->setTrack(kMeasuredSlot, std::move(track));
}

void TimelineArea::refreshNotice()
{
    // While one is made, the notice says so.
    m_panel->setEmptyText(m_document.isPredicting()
                              ? QString()
                              : tr("Open a strategy (Ctrl+O), or change the one in the editor, to "
                                   "see its timeline."));
    if (m_document.isPredicting()) {
        // Most predictions come at once, and a notice of each would only flicker.
        if (!m_announced && !m_late.isActive()) {
            m_notice->clear();
            m_late.start();
        }
        return;
    }
    m_late.stop();
    m_announced = false;
    if (m_document.problems().empty()) {
        m_notice->clear();
        return;
    }
    const strategy::Problem& first = m_document.problems().front();
    const QString what = QString::fromStdString(first.key) + QStringLiteral(": ")
        + QString::fromStdString(first.sentence);
    m_notice->show(Tone::Warning,
                   m_document.prediction()
                       ? tr("The picture is of the last valid strategy. %1").arg(what)
                       : what);
}

// What takes longer than a moment is said.
void TimelineArea::announce()
{
    m_announced = true;
    m_notice->show(Tone::Plain,
                   plan::isMadeForCosts(m_document.strategy().schedule.name)
                       ? tr("Searching for the best order …")
                       : tr("Working out the picture …"));
}

void TimelineArea::refreshComparison()
{
    QString sentence = m_view.comparison();
    // The button of an earlier sentence goes before it is known whether this one has any.
    m_comparison->setButton({}, nullptr);
    const bool isKnown = !sentence.isEmpty() && m_controller.launched().strategy();
    if (isKnown && !m_view.isOfDocument()) {
        sentence += QLatin1Char('\n')
            + tr("The run is of another strategy than the one in the editor, which the track "
                 "Predicted shows.");
        m_comparison->setButton(tr("Open the run's strategy"),
                                [this] { emit runStrategyWanted(); });
    } else if (isKnown && !m_view.shown().prediction && m_document.isPredictionCurrent()
               && m_view.isSettled()) {
        sentence += QLatin1Char('\n')
            + tr("The run follows another order of ops than the track Predicted, whose order is "
                 "searched for its costs.");
    }
    m_comparison->show(Tone::Plain, sentence);
}

} // namespace gui
