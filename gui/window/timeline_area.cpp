#include "gui/window/timeline_area.h"

#include "gui/document/origin_text.h"
#include "gui/editor/field_names.h"
#include "gui/live/inner_times.h"
#include "gui/theme/metrics.h"
#include "gui/timeline/frame_renderer.h"

#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace gui {
namespace {

constexpr int kPredictedSlot = 0;
constexpr int kMeasuredSlot = 1;

constexpr double kNoticeWidth = 680; // pixels of scale 1, at most

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
    , m_predictedMemory(estimator)
    , m_details(m_state, controller)
    , m_panel(new TimelinePanel(m_state, this))
    , m_notices(new QWidget(this))
    , m_offer(new NoticeStrip(tr("Unsaved changes"), this))
    , m_failure(new NoticeStrip(tr("What went wrong"), this))
    , m_notice(new NoticeStrip(tr("State of the picture"), this))
    , m_comparison(new NoticeStrip(tr("Measured against predicted"), this))
{
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_panel);
    auto* column = new QVBoxLayout(m_notices);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics().space(1));
    for (NoticeStrip* strip : {m_comparison, m_notice, m_offer, m_failure}) {
        column->addWidget(strip);
        strip->installEventFilter(this);
    }
    m_notices->raise();
    m_late.setSingleShot(true);
    m_late.setInterval(kPreparingPatience);
    connect(&m_late, &QTimer::timeout, this, &TimelineArea::announce);
    m_panel->setAccessibleName(tr("Timeline"));
    m_failure->setButton(tr("Dismiss"), [this] { clearFailure(); });
    for (NoticeStrip* strip : {m_comparison, m_notice}) {
        strip->setClosable();
        connect(strip, &NoticeStrip::closed, m_panel, qOverload<>(&QWidget::setFocus));
    }
    m_panel->focusProxy()->installEventFilter(this);

    connect(&document, &Document::predictionChanged, this, &TimelineArea::refreshPredicted);
    connect(&m_predictedMemory, &PredictedMemory::changed, this, &TimelineArea::refreshPredicted);
    connect(&document, &Document::causesChanged, this, &TimelineArea::refreshCauses);
    connect(&document, &Document::strategyChanged, this, &TimelineArea::refreshNotice);
    connect(&document, &Document::problemsChanged, this, &TimelineArea::refreshNotice);
    connect(&view, &RunView::changed, this, &TimelineArea::refreshMeasured);
    connect(&controller, &RunController::runChanged, this, &TimelineArea::refreshMeasured);
    connect(&estimator, &Estimator::changed, this, &TimelineArea::refreshMeasured);
    refreshPredicted();
    refreshMeasured();
}

// Over the picture, so that nothing of it moves when there is something to say.
void TimelineArea::placeNotices()
{
    const Metrics sizes = metrics();
    const int width = std::min(sizes.px(kNoticeWidth), this->width() - 2 * sizes.space(4));
    const int height = m_notices->layout()->heightForWidth(width);
    m_notices->setGeometry((this->width() - width) / 2,
                           this->height() - height - m_panel->footHeight() - sizes.space(3), width,
                           height);
    m_notices->setVisible(!m_comparison->isHidden() || !m_notice->isHidden() || !m_offer->isHidden()
                          || !m_failure->isHidden());
}

void TimelineArea::resizeEvent(QResizeEvent*) { placeNotices(); }

bool TimelineArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_panel->focusProxy())
        return event->type() == QEvent::KeyPress
            && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && closeNotices();
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent
        || event->type() == QEvent::LayoutRequest)
        placeNotices();
    return QWidget::eventFilter(watched, event);
}

// What is selected in the picture comes before what lies over it.
bool TimelineArea::closeNotices()
{
    if (m_state.selected() || m_state.gap() || m_state.area())
        return false;
    const bool comparison = m_comparison->dismiss();
    return m_notice->dismiss() || comparison;
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
    setPresenting(m_presenting);
}

void TimelineArea::setPresenting(bool presenting)
{
    m_presenting = presenting;
    m_offer->setVisible(!presenting && !m_offer->text().isEmpty());
}

void TimelineArea::refreshPredicted()
{
    const PredictionPtr& prediction = m_document.prediction();
    const bool timeless = isTimeless();
    // A track is laid out and counted anew when it is set, which is worth it only for another
    // picture.
    const auto lanes = predictedLanesShown();
    const auto ranks = ranksPredicted();
    if (prediction != m_predicted || timeless != m_timeless || lanes != m_predictedLanes
        || ranks != m_predictedRanks) {
        m_predicted = prediction;
        m_predictedRanks = ranks;
        m_predictedLanes = lanes;
        m_timeless = timeless;
        TrackData track;
        track.title = prediction ? predictedTitle(*prediction) : tr("Predicted");
        if (timeless) {
            track.emptyText
                = tr("The strategy has no costs, so nothing says how long its ops take "
                     "on this device.\n\"Take the costs from this run\" makes them, and "
                     "with them a prediction.");
        } else if (prediction) {
            track.source = originText(prediction->origin);
            track.timeline = prediction->timeline;
            track.peers = peersOf(prediction->strategy);
            track.ranks = ranks;
            track.schedule = prediction->schedule;
            track.ledger = prediction->ledger;
            track.costs = {prediction, &prediction->costs};
            track.memory = lanes;
        }
        m_panel->setTrack(kPredictedSlot, std::move(track));
        refreshCauses();
    }
    refreshNotice();
    refreshComparison();
}

std::shared_ptr<const std::vector<MemoryLane>> TimelineArea::predictedLanesShown() const
{
    const PredictionPtr& prediction = m_document.prediction();
    const auto& lanes = m_predictedMemory.lanes();
    const bool measured = m_controller.session().isShowing() && m_view.shown().memory;
    // Those of the strategy before stay until there are others: the rows keep their places.
    return prediction && lanes && !measured && lanes->size() == prediction->timeline->spans.size()
        ? lanes
        : nullptr;
}

std::shared_ptr<const RunRanks> TimelineArea::ranksOfRun()
{
    const auto& run = m_view.run();
    return run && run->info && m_controller.session().isShowing()
        ? m_ranks.of(*run->info, m_controller.session().hosts())
        : nullptr;
}

std::shared_ptr<const RunRanks> TimelineArea::ranksPredicted()
{
    const PredictionPtr& prediction = m_document.prediction();
    const auto ranks = ranksOfRun();
    const bool fits = ranks && prediction
        && static_cast<int>(prediction->timeline->spans.size()) == m_view.run()->info->shape.ranks;
    return fits ? ranks : nullptr;
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
    if (isTimeless() != m_timeless || predictedLanesShown() != m_predictedLanes
        || ranksPredicted() != m_predictedRanks)
        refreshPredicted();
    if (!m_controller.session().isShowing()) {
        if (std::exchange(m_madeFrom, {}))
            m_panel->removeTrack(kMeasuredSlot);
        return keepAxis();
    }
    const ShownStep& shown = m_view.shown();
    const MadeFrom from{shown.step,      shown.schedule, shown.numbers.ledger,
                        shown.memory,    shown.kernels,  shown.prediction,
                        estimateOfRun(), ranksOfRun(),   isCutShort(shown)};
    // RunView changes up to 30 times a second; the track is made anew only where something of it
    // has changed.
    if (m_madeFrom != from) {
        m_madeFrom = from;
        m_panel->setTrack(kMeasuredSlot, measuredTrack(shown, from));
    }
    keepAxis();
}

TrackData TimelineArea::measuredTrack(const ShownStep& shown, const MadeFrom& from)
{
    TrackData track;
    track.title = measuredTitle(shown);
    track.measured = true;
    if (shown.step)
        track.source = tr("measured, step %1").arg(shown.step->number);
    track.emptyText = tr("Waiting for the first step of the run.");
    track.live = shown.filling && !from.cutShort;
    if (shown.step) {
        // Shares the step's own timeline, which the pointer keeps alive.
        track.timeline = std::shared_ptr<const plan::Timeline>(shown.step, &shown.step->timeline);
        track.schedule = shown.schedule;
        track.memory = shown.memory;
        track.ranks = from.ranks;
        track.peers = from.ranks
            ? m_peers.of(shown.step, from.ranks->shown, from.ranks->each, track.live)
            : nullptr;
        track.inner = innerWorkOf(*shown.step);
        track.kernels = shown.kernels;
        track.predictedMemory = predictedMemoryOf(from.estimate, shown.memory);
        if (from.cutShort) // what it did not do is no data, not a bubble
            track.ledger = measure(*shown.step, shown.schedule.get(), m_view.costs()).ledger;
        else if (!shown.filling)
            track.ledger = shown.numbers.ledger;
        if (shown.prediction)
            track.costs = {shown.prediction, &shown.prediction->costs};
        if (m_view.knowsTime())
            track.planned = shown.prediction->timeline;
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
    return track;
}

// While a run is followed the axis only grows: behind a shorter step it keeps its room.
void TimelineArea::keepAxis()
{
    const RunSnapshotPtr& run = m_view.run();
    const TrackData* track = m_panel->track(kMeasuredSlot);
    const bool grows
        = track && run && !run->isOver() && !m_controller.isReplay() && m_view.isFollowing();
    m_panel->setLeastExtent(grows ? std::max(m_panel->leastExtent(), endOf(*track))
                                  : plan::Nanoseconds{});
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
    const QString what = namedSentence(first);
    m_notice->show(Tone::Warning,
                   m_document.prediction()
                       ? tr("The picture shows the last valid strategy. %1").arg(what)
                       : what);
}

// What takes longer than a moment is said.
void TimelineArea::announce()
{
    m_announced = true;
    m_notice->show(Tone::Plain,
                   plan::isMadeForCosts(m_document.strategy().schedule.name)
                       ? tr("Searching for the best order…")
                       : tr("Working out the picture…"));
}

void TimelineArea::refreshComparison()
{
    // Numbers, and what holds for the whole run, stand in the verdict and among the alarms; here is
    // what keeps the two tracks from being compared.
    QString sentence;
    const bool isKnown = !m_view.comparison().isEmpty() && m_controller.launched().strategy();
    const bool isOfAnother = isKnown && !m_view.isOfDocument();
    if (isOfAnother) {
        sentence = tr("The run is of another strategy than the one in the editor, which the track "
                      "Predicted shows.");
    } else if (isKnown && !m_view.shown().prediction && m_document.isPredictionCurrent()
               && m_view.isSettled()) {
        sentence = tr("The run follows another order of ops than the track Predicted, whose order "
                      "is searched for its costs.");
    }
    m_comparison->setButton(isOfAnother ? tr("Take the run's strategy") : QString(),
                            [this] { emit runStrategyWanted(); });
    m_comparison->show(Tone::Plain, sentence);
}

} // namespace gui
