#include "gui/lanes/play_clock.h"

#include <algorithm>
#include <utility>

namespace gui {
namespace {

constexpr int kFrameMilliseconds = 16;
constexpr int kUnpacedSeconds = 10; // that a step lasts where no pace is given

} // namespace

PlayClock::PlayClock(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(kFrameMilliseconds);
    connect(&m_timer, &QTimer::timeout, this,
            [this] { advance(std::chrono::nanoseconds{m_since.nsecsElapsed()}); });
}

void PlayClock::setEvents(std::vector<Nanoseconds> events)
{
    std::sort(events.begin(), events.end());
    events.erase(std::unique(events.begin(), events.end()), events.end());
    if (events.empty())
        events.emplace_back();
    pause();
    m_events = std::move(events);
    m_exact = end();
    emit eventsChanged();
    show();
}

void PlayClock::setSpeed(double speed)
{
    if (speed == m_speed)
        return;
    m_speed = speed;
    emit speedChanged();
}

void PlayClock::setPlaying(bool plays)
{
    if (plays == m_isPlaying)
        return;
    m_isPlaying = plays;
    if (plays) {
        m_since.start();
        m_timer.start();
    } else {
        m_timer.stop();
        m_through = {};
    }
    emit playingChanged();
}

void PlayClock::play()
{
    if (m_exact >= end())
        seek({});
    setPlaying(true);
}

void PlayClock::pause() { setPlaying(false); }

void PlayClock::playThrough(std::chrono::milliseconds lasting)
{
    pause();
    if (m_jumps || lasting.count() <= 0)
        return seek(end());
    seek({});
    m_through = lasting;
    setPlaying(true);
}

void PlayClock::seek(Nanoseconds time)
{
    m_exact = std::clamp(time, Nanoseconds{}, end());
    const bool moved = std::exchange(m_time, m_exact) != m_exact;
    if (moved)
        emit timeChanged();
}

void PlayClock::stepBy(int events)
{
    pause();
    // Between two events the next one in either direction is a step away.
    const auto first = events > 0
        ? std::upper_bound(m_events.begin(), m_events.end(), m_time) + (events - 1)
        : std::lower_bound(m_events.begin(), m_events.end(), m_time) + events;
    const auto place = std::clamp<std::ptrdiff_t>(first - m_events.begin(), 0,
                                                  std::ptrdiff_t(m_events.size()) - 1);
    seek(m_events[static_cast<std::size_t>(place)]);
}

void PlayClock::advance(std::chrono::nanoseconds elapsed)
{
    if (!m_isPlaying)
        return;
    m_since.start();
    const double whole = double(end().count());
    double perSecond = m_pace.count() > 0 ? double(m_pace.count()) : whole / kUnpacedSeconds;
    perSecond *= m_speed;
    if (m_through.count() > 0)
        perSecond = whole * 1000.0 / double(m_through.count());
    const double gone = perSecond * double(elapsed.count()) / 1e9;
    m_exact = std::min(end(), m_exact + Nanoseconds{static_cast<std::int64_t>(gone)});
    const bool isOver = m_exact >= end();
    show();
    if (isOver)
        pause();
}

void PlayClock::show()
{
    Nanoseconds shown = m_exact;
    if (m_jumps)
        shown = *(std::upper_bound(m_events.begin(), m_events.end(), m_exact) - 1);
    if (std::exchange(m_time, shown) != shown)
        emit timeChanged();
}

} // namespace gui
