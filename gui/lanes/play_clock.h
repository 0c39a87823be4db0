// The time at which a step is looked at, and how it goes by: played, stepped or scrubbed. No
// widgets.

#pragma once

#include "gui/timeline/time_axis.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <array>
#include <chrono>
#include <vector>

namespace gui {

inline constexpr std::array kPlaySpeeds{0.25, 0.5, 1.0, 2.0, 4.0, 8.0};

// Stands at the end at first: a step is seen whole until somebody plays it. GUI thread.
class PlayClock : public QObject {
    Q_OBJECT
public:
    explicit PlayClock(QObject* parent = nullptr);

    // When something begins or ends; the last one is the end of the step. Pauses, and goes to the
    // end.
    void setEvents(std::vector<Nanoseconds> events);
    const std::vector<Nanoseconds>& events() const { return m_events; }
    Nanoseconds end() const { return m_events.back(); }

    // How much of the step goes by in a second at speed 1; not above 0: a tenth of it.
    void setPace(Nanoseconds perSecond) { m_pace = perSecond; }

    // Whether time goes from event to event instead of gliding, for those who want little motion.
    void setJumps(bool jumps) { m_jumps = jumps; }
    bool jumps() const { return m_jumps; }

    Nanoseconds time() const { return m_time; } // [0, end()]
    bool isAtEnd() const { return m_time >= end(); }
    bool isPlaying() const { return m_isPlaying; }
    double speed() const { return m_speed; }
    void setSpeed(double speed); // one of kPlaySpeeds

    // From the beginning where it stands at the end.
    void play();
    void pause();
    void toggle() { m_isPlaying ? pause() : play(); }
    // From beginning to end in that time; at once where time jumps.
    void playThrough(std::chrono::milliseconds lasting);

    void seek(Nanoseconds time); // clamped; goes on playing
    // To the next event, or for negative numbers to the one before; pauses.
    void stepBy(int events);

    // What the timer does: so much time has gone by. Nothing while it is paused.
    void advance(std::chrono::nanoseconds elapsed);

signals:
    void timeChanged();
    void playingChanged();
    void speedChanged();
    void eventsChanged();

private:
    void show();
    void setPlaying(bool plays);

    std::vector<Nanoseconds> m_events{Nanoseconds{}};
    Nanoseconds m_time{};  // as it is shown
    Nanoseconds m_exact{}; // as it goes by
    Nanoseconds m_pace{};
    double m_speed = 1;
    std::chrono::milliseconds m_through{}; // of playThrough(); 0: played at the pace
    bool m_jumps = false;
    bool m_isPlaying = false;
    QTimer m_timer;
    QElapsedTimer m_since;
};

} // namespace gui
