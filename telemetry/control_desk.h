// Who asked for what, and what the run said: the supervisor's side of control without
// sockets, clocks or threads.
//
// One command at a time is with the rank; the others wait in the order they came. A
// command stays until the rank has answered it, also over a lost connection; the rank
// takes each number once, so nothing is done twice.

#pragma once

#include "telemetry/control.h"

#include <chrono>
#include <deque>
#include <map>
#include <string>

namespace telemetry {

// What has happened since the desk was made; none of them ever falls.
struct ControlCounts {
    std::uint64_t commands = 0; // taken in
    std::uint64_t done = 0;     // of those, accepted by the run
    std::uint64_t refused = 0;  // by the run, or because too many wait
    std::uint64_t bad = 0;      // frames without the key, not well formed, or repeated
    // Connections over tcp that ended without having proved the key of control; those of the last
    // seconds are counted later.
    std::uint64_t handshakesRefused = 0;

    bool operator==(const ControlCounts&) const = default;
};

// Messages go in through take() and come out of next(), which the owner calls until it has nothing
// left. The caller gives the time, so that tests need no clock.
class ControlDesk {
public:
    using Time = std::chrono::steady_clock::time_point;
    using Name = std::string; // of a connection

    // Bounds on what clients can make the desk hold. One command more is refused with a sentence;
    // of one peer more the desk forgets the one it has not heard from for longest, never the rank.
    static constexpr std::size_t kMostWaiting = 8;
    static constexpr std::size_t kMostPeers = 64;        // whose numbers are remembered
    static constexpr std::chrono::minutes kPatience{10}; // for the end of a step

    // Messages of another run, or without the key, count as bad and have no other effect.
    ControlDesk(const ControlKey& key, std::uint64_t run)
        : m_key(key)
        , m_run(run)
    {
    }

    // One message of a client or of the rank; nonsense is counted. The connection that says Ready
    // is taken for the rank, and whoever holds the key may say it.
    void take(const Name& peer, ByteView bytes, Time now);

    // A command of the supervisor's own, to whom nobody answers; taken however many wait.
    void ask(const ControlCommand& command, Time now);

    // The next message to send, or nothing. Where it could not be sent, the owner says so with
    // undeliverable(): a lost client loses its answer, and a command for a lost rank waits until
    // the rank is there again.
    struct Outgoing {
        Name peer;
        Bytes bytes;
    };
    std::optional<Outgoing> next();
    void undeliverable(const Name& peer);

    // Tells those who have waited longer than kPatience. A command that the rank already has stays
    // and may still be carried out; one that it does not have is taken back.
    void look(Time now);

    // The run is over: answers all who wait, and whoever asks from now on.
    void end();

    // The last accepted of pause, resume and stop was a pause.
    bool paused() const { return m_paused; }
    const ControlCounts& counts() const { return m_counts; }

private:
    struct Waiting {
        std::uint64_t number = 0; // ours, under which the rank gets it
        Name client;              // empty: told already
        std::uint64_t clientNumber = 0;
        ControlCommand command;
        Time since{};
    };

    struct Heard {
        std::uint64_t number = 0; // highest seen
        std::uint64_t when = 0;   // m_heard at its last message
    };

    void takeCommand(const Name& peer, const ControlMessage& message, Time now);
    void takeAnswer(const ControlMessage& message);
    // A peer's numbers rise, so one that is no higher than the last is a repetition, and counts as
    // bad.
    bool isNew(const Name& peer, std::uint64_t number);
    void forgetOne();
    void forward();
    void reply(const Name& client, std::uint64_t number, const ControlAnswer& answer);

    ControlKey m_key;
    std::uint64_t m_run;
    std::deque<Waiting> m_waiting;
    bool m_underWay = false; // the first of them is with the rank
    Name m_rank;             // empty: not there yet, or gone
    // Of commands, as the rank gets them. Clients number theirs each for itself, so two may use the
    // same number.
    std::uint64_t m_numbers = 0;
    std::map<Name, Heard> m_peers; // at most kMostPeers
    std::uint64_t m_heard = 0;     // numbered messages so far
    std::deque<Outgoing> m_out;
    ControlCounts m_counts;
    bool m_paused = false;
    bool m_ended = false;
};

} // namespace telemetry
