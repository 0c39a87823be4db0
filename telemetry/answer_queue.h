// Which ranks are to be told how far their frames have come, and over which connection. No sockets
// or threads in here.
//
// An answer waits a little for more frames of its rank, as a rank that is told only now and then
// what has arrived wakes less often in its work; one that somebody may wait for does not. What a
// round costs depends on the answers that are due, not on the number of ranks.

#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace telemetry {

// Not thread-safe: the collector's thread owns it. Memory: some 80 bytes a rank.
class AnswerQueue {
public:
    using Time = std::chrono::steady_clock::time_point;

    static constexpr std::chrono::milliseconds kDelay{50};
    static constexpr std::uint32_t kAnswersInAWindow = 4; // at least

    // `window`: frames that a rank may have under way.
    AnswerQueue(std::uint32_t ranks, std::uint32_t window)
        : m_places(ranks)
        , m_window(window)
    {
    }

    // The connection that the rank's last frame came over, and whether it is an aggregator's.
    struct Route {
        std::string name;
        bool bundled = false;
    };

    // A frame of the rank has come. `urgent`: the answer does not wait. Precondition: rank < ranks.
    void note(std::uint32_t rank, const Route& route, bool urgent, Time now);

    // Takes those that are due out, or `all`: calls each(rank, route) once for each of them.
    template <class Each>
    void take(Time now, bool all, Each&& each);

private:
    struct Place {
        Route route;
        std::uint32_t frames = 0; // since the last answer; 0: none is owed
        Time since{};             // the first of them
        bool isDue = false;
    };
    struct Waiting {
        std::uint32_t rank = 0;
        Time since{};
    };

    std::vector<Place> m_places;
    std::vector<std::uint32_t> m_due;
    // In the order of their times; one whose place tells another time has been answered meanwhile.
    std::deque<Waiting> m_waiting;
    std::uint32_t m_window;
};

template <class Each>
void AnswerQueue::take(Time now, bool all, Each&& each)
{
    while (!m_waiting.empty() && (all || now - m_waiting.front().since >= kDelay)) {
        const Waiting first = m_waiting.front();
        m_waiting.pop_front();
        Place& place = m_places[first.rank];
        if (place.frames > 0 && place.since == first.since && !place.isDue) {
            place.isDue = true;
            m_due.push_back(first.rank);
        }
    }
    for (const std::uint32_t rank : m_due) {
        Place& place = m_places[rank];
        each(rank, place.route);
        place.frames = 0;
        place.isDue = false;
    }
    m_due.clear();
}

} // namespace telemetry
