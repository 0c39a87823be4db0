// Serves viewers from the event log, each at its own position and no faster than it
// grants. No sockets or threads in here.
//
// A viewer subscribes, and then gets as many messages as its window allows beyond what it has
// acknowledged. One that has said nothing for a while is given up; it may subscribe anew where it
// was. Memory: a LogReader a viewer, of kMaxViewers at most.

#pragma once

#include "telemetry/collector.h"
#include "telemetry/log_reader.h"

#include <deque>
#include <map>

namespace telemetry {

// Not thread-safe: the collector's thread owns it.
class ViewerDesk {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Name = std::string; // of a connection

    // `logPath`: the event log that the collector writes; opened anew for every subscription.
    ViewerDesk(std::uint64_t run, std::string logPath)
        : m_run(run)
        , m_logPath(std::move(logPath))
    {
    }

    // What all viewers are told of. Nothing beyond `logBytes`, the bytes of the log file that are
    // written, is served. `ended`: no more will come, so a viewer that has read it all is done.
    void setProgress(const Totals& totals, std::uint64_t logBytes, bool ended);

    // One message from a viewer: a Subscribe, a Credit of its subscription, or a DetailWish for
    // ranks of the run. `hellos`, one for each: the Hello
    // frames of all ranks, sent first to one that starts live and would not meet them in the log.
    // False: nonsense, or a log that cannot be opened. A viewer beyond kMaxViewers is counted as
    // refused and hears nothing. Credit of one that has not subscribed means nothing.
    bool take(const Name& name, ByteView bytes, const std::vector<Bytes>& hellos, Time now);

    // The next message for some viewer, or nothing when all have what they may have. Viewers take
    // turns, so that none waits behind one that reads the whole log. One that has everything gets
    // an empty message every 0.5 s, to show that the run lives. Also gives up viewers that have
    // been silent for 10 s.
    struct Message {
        Name viewer;
        Bytes bytes;
    };
    std::optional<Message> next(Time now);

    // The connection is gone.
    void forget(const Name& viewer) { m_viewers.erase(viewer); }

    // The finest that a viewer who is there asks of the rank, and asked for no longer ago than it
    // said; DetailLevel::Step where nobody asks for more.
    DetailLevel asked(std::uint32_t rank, Time now) const;

    // Viewers served now, and subscriptions refused so far.
    std::size_t size() const { return m_viewers.size(); }
    std::uint64_t refused() const { return m_refused; }
    // True once every viewer has acknowledged everything, the end of the run too.
    bool allServed() const;

private:
    struct Viewer {
        LogReader log;
        std::deque<Bytes> prelude{};    // frames from outside the log, sent first
        std::uint32_t subscription = 0; // the viewer's number of it
        std::uint64_t sent = 0;         // messages; each needs credit
        bool toldEnd = false;
        std::uint64_t acknowledged = 0; // messages, of those sent
        std::uint32_t window = 0;       // messages it takes beyond those
        Time lastSeen{};
        Time lastMessage{};
        DetailWish wish{};
        Time wishUntil{};
    };

    bool subscribe(const Name& name, const FrameHeader& header, const Subscribe& wish,
                   const std::vector<Bytes>& hellos, Time now);
    Bytes chunkFor(Viewer& viewer);
    Bytes message(Viewer& viewer, const Bytes& frames, Time now);

    std::uint64_t m_run;
    std::string m_logPath;
    Served m_progress;
    std::map<Name, Viewer> m_viewers;
    Name m_lastServed; // the next in order is asked first
    std::uint64_t m_refused = 0;
};

} // namespace telemetry
