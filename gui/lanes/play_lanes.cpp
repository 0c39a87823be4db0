#include "gui/lanes/play_lanes.h"

#include "gui/text/joined.h"
#include "gui/theme/metrics.h"
#include "gui/timeline/op_walk.h"

#include <QEvent>
#include <QStyle>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr std::size_t kMostLaneTracks = 4;
constexpr int kMostLanes = 20;      // of all tracks
constexpr double kPlotPixels = 760; // of scale 1, of a usual window
constexpr double kNarrowestOp = 8;  // likewise
constexpr std::chrono::milliseconds kRevealTime{1600};
constexpr int kUnitsPerSecond = 2;

Nanoseconds shortestForward(const plan::Timeline& timeline)
{
    auto shortest = Nanoseconds::max();
    for (const auto& spans : timeline.spans)
        for (const plan::Span& span : spans)
            if (plan::isForward(span.op.kind) && span.end > span.start)
                shortest = std::min(shortest, span.end - span.start);
    return shortest;
}

// Of what is not drawn yet: a quarter longer, to the next five units, so that the axis does not
// tell when the step ends.
Nanoseconds concealing(Nanoseconds longest, LaneUnit unit)
{
    const auto fives = std::max<Nanoseconds::rep>(1, 5 * unit.value_or(longest / 40).count());
    const auto wanted = longest.count() * 5 / 4;
    return Nanoseconds{(wanted + fives - 1) / fives * fives};
}

} // namespace

PlayLanes::PlayLanes(ViewState& state, PlayClock& clock, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_clock(clock)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Lanes of the step"));
    connect(&clock, &PlayClock::timeChanged, this, &PlayLanes::clockMoved);
    connect(&clock, &PlayClock::playingChanged, this, &PlayLanes::clockMoved);
    connect(&state, &ViewState::selectedChanged, this, &PlayLanes::selectionChanged);
    connect(&state, &ViewState::gapChanged, this, &PlayLanes::selectionChanged);
    connect(&state, &ViewState::areaChanged, this, qOverload<>(&QWidget::update));
}

bool PlayLanes::areReadable(const std::vector<LaneTrack>& tracks)
{
    int lanes = 0;
    Nanoseconds longest{1};
    auto shortest = Nanoseconds::max();
    for (const LaneTrack& track : tracks) {
        lanes += track.ranks();
        longest = std::max(longest, track.planned->timeline().makespan);
        shortest = std::min(shortest, shortestForward(track.planned->timeline()));
    }
    return !tracks.empty() && tracks.size() <= kMostLaneTracks && lanes <= kMostLanes
        && double(shortest.count()) * kPlotPixels >= kNarrowestOp * double(longest.count());
}

void PlayLanes::setTracks(std::vector<LaneTrack> tracks)
{
    if (tracks.size() > kMostLaneTracks)
        tracks.resize(kMostLaneTracks);
    m_tracks = std::move(tracks);
    m_data.clear();
    m_chunks.clear();
    m_messages.clear();
    std::vector<Nanoseconds> events;
    for (const LaneTrack& track : m_tracks) {
        m_data.push_back(trackOf(track.title, track.planned));
        m_chunks.push_back(chunksOfStages(track.planned->schedule().placement));
        m_messages.push_back(messagesOf(m_data.back()));
        const auto own = eventsOf(track.planned->timeline());
        events.insert(events.end(), own.begin(), own.end());
    }
    m_isRevealing = false;
    m_ring.reset();
    m_walk.clear();
    m_clock.setEvents(std::move(events));
    selectionChanged();
    updateGeometry();
}

void PlayLanes::setUnit(LaneUnit unit)
{
    m_unit = unit;
    m_clock.setPace(unit.value_or(Nanoseconds{}) * kUnitsPerSecond);
    tellSentence();
}

void PlayLanes::setLetterHeight(int pixels)
{
    m_letters = pixels;
    updateGeometry();
    update();
}

void PlayLanes::setCovered(bool covered)
{
    if (covered == m_isCovered)
        return;
    m_isCovered = covered;
    m_isRevealing = false;
    m_ring.reset();
    emit coveredChanged();
    tellSentence();
}

void PlayLanes::reveal()
{
    setCovered(false);
    m_clock.setJumps(style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) == 0);
    m_isRevealing = true;
    m_clock.playThrough(kRevealTime);
    m_isRevealing = m_clock.isPlaying();
    update();
}

void PlayLanes::setGuess(std::optional<LaneGuess> guess)
{
    m_guess = std::move(guess);
    update();
}

Nanoseconds PlayLanes::longest() const
{
    Nanoseconds longest{1};
    for (const LaneTrack& track : m_tracks)
        longest = std::max(longest, track.planned->timeline().makespan);
    return longest;
}

LanesAsked PlayLanes::asked() const
{
    LanesAsked asked{.heads = m_tracks.size() > 1, .letters = m_letters};
    for (const LaneTrack& track : m_tracks)
        asked.ranks.push_back(track.ranks());
    const Nanoseconds whole = longest();
    asked.extent = whole;
    if (m_isCovered || m_guess)
        asked.extent = concealing(whole, m_unit);
    // A guess far beyond the step would leave it no room.
    if (m_guess)
        asked.extent = std::max(
            asked.extent, std::min(2 * whole, m_guess->range.begin + m_guess->range.begin / 20));
    return asked;
}

LaneLayout PlayLanes::layout() const
{
    LanesAsked wanted = asked();
    wanted.dense = m_letters > 0 && height() < leastHeight(wanted);
    return laidLanes(wanted, size());
}

// An audience sees all at once; a learner can scroll.
QSize PlayLanes::minimumSizeHint() const
{
    LanesAsked least = asked();
    least.dense = m_letters > 0;
    return {metrics().px(320), leastHeight(least)};
}

QSize PlayLanes::sizeHint() const
{
    return {metrics().px(kPlotPixels), std::max(metrics().px(420), minimumSizeHint().height())};
}

void PlayLanes::clockMoved()
{
    if (!m_clock.isPlaying())
        m_isRevealing = false;
    m_tellsWalk = false;
    tellSentence();
}

void PlayLanes::selectionChanged()
{
    m_walk.clear();
    if (m_state.selected())
        m_ring = m_state.selected();
    beginWalk();
    tellSentence();
}

void PlayLanes::tellSentence()
{
    setAccessibleDescription(sentence());
    update();
    emit sentenceChanged();
}

QString PlayLanes::sentence() const
{
    if (m_isCovered || m_data.empty())
        return {};
    if (m_walk.isOn() && m_tellsWalk)
        return whySentence(m_walk, m_unit);
    const bool isRinged = m_ring && m_ring->slot < int(m_data.size());
    const TrackData& track = m_data[isRinged ? std::size_t(m_ring->slot) : 0];
    const QString tick = tickSentence(track, m_clock.time(), m_unit, isRinged ? m_ring->rank : -1);
    return m_data.size() > 1 ? labelled(track.title, tick) : tick;
}

std::vector<LaneFact> PlayLanes::facts(int slot) const
{
    return factsOf(*m_tracks[static_cast<std::size_t>(slot)].planned, m_unit);
}

std::vector<LaneMessage> PlayLanes::messagesUnderWay(int slot) const
{
    std::vector<LaneMessage> underWay;
    const Nanoseconds now = m_clock.time();
    for (const LaneMessage& message : m_messages[static_cast<std::size_t>(slot)])
        if (message.sent <= now && now <= message.arrives)
            underWay.push_back(message);
    return underWay;
}

QRectF PlayLanes::boxOf(const OpRef& op) const
{
    if (op.slot < 0 || op.slot >= int(m_data.size()))
        return {};
    const LaneLayout laid = layout();
    const LaneRow* row = laid.find(op.slot, op.rank);
    const plan::Span* span = findSpan(*data(op.slot).timeline, op.rank, op.op);
    return row && span ? laid.box(*row, {span->start, span->end}) : QRectF();
}

QRectF PlayLanes::laneOf(int slot, int rank) const
{
    const LaneLayout laid = layout();
    const LaneRow* row = laid.find(slot, rank);
    return row ? row->lane : QRectF();
}

void PlayLanes::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::LocaleChange) {
        setAccessibleName(tr("Lanes of the step"));
        tellSentence();
    }
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

} // namespace gui
