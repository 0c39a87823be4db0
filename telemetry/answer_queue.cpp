#include "telemetry/answer_queue.h"

namespace telemetry {

void AnswerQueue::note(std::uint32_t rank, const Route& route, bool urgent, Time now)
{
    Place& place = m_places[rank];
    place.route = route;
    if (place.frames++ == 0) {
        place.since = now;
        m_waiting.push_back({rank, now});
    }
    if (place.isDue || (!urgent && place.frames * kAnswersInAWindow < m_window))
        return;
    place.isDue = true;
    m_due.push_back(rank);
}

} // namespace telemetry
