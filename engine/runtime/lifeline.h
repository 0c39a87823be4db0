// Why a rank must stop although its work is not done.
//
// A rank outlives nobody it works for: it stops when it is told to (SIGTERM,
// SIGINT), when the process that started it is gone (an orphan is handed to some
// other parent, so the parent's id changes), and when the collector has not been
// heard for a while and its process has ended. One that is held by a stop signal
// (Ctrl+Z) is silent, too, and comes back; so may a host that does not answer, which is waited for
// for ten minutes.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/clock.h"
#include "engine/runtime/watched_process.h"

#include <sys/types.h>

#include <functional>
#include <optional>

namespace engine {

class Lifeline {
public:
    // Blocks SIGTERM and SIGINT in this thread and those it starts; make one before
    // any other thread. `clock` must outlive this.
    explicit Lifeline(Clock& clock);

    // Adds a third cause: `lost` says that the collector is not heard, and `collector` is its
    // process. `patience`: where nothing is known of that, silence for so long is the cause.
    void watchCollector(std::function<bool()> lost, WatchedProcess collector,
                        Nanoseconds patience = {})
    {
        m_collectorLost = std::move(lost);
        m_collector = std::move(collector);
        m_patience = patience;
    }

    // The reason to stop, if any; the same for ever once there is one. Cheap enough
    // to ask between any two naps: it looks every 10 ms at most.
    std::optional<plan::Error> stopReason();

    // The reason was a signal: someone wanted the run to end.
    bool wasAskedToStop() const { return m_askedToStop; }

private:
    std::optional<plan::Error> look();
    std::optional<plan::Error> lookAtCollector();

    Clock& m_clock;
    const pid_t m_parent;
    std::function<bool()> m_collectorLost;
    WatchedProcess m_collector;
    Nanoseconds m_patience{};
    std::optional<Nanoseconds> m_lostSince;
    Nanoseconds m_nextLook{};
    std::optional<plan::Error> m_reason;
    bool m_askedToStop = false;
};

} // namespace engine
