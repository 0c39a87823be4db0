// Where a viewer's frames come from: a live run or a recording, behind one interface.
//
// Each source has its own thread, which reads and decodes into a bounded queue. A
// full queue makes the thread wait; nothing is dropped, the log keeps it.

#pragma once

#include "telemetry/codec.h"
#include "telemetry/curve_keys.h"
#include "telemetry/result.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace telemetry {

// How a source stands to what it reads from.
enum class SourceState {
    Connecting, // nothing heard yet
    Connected,  // everything logged so far has been read
    Behind,     // reading; more is waiting
    Lost,       // the collector stopped answering; trying again
    Ended,      // the run is over and everything has been drained
};

// A copy of a source's state at one moment. Counts are since the source was opened.
struct SourceStatus {
    SourceState state = SourceState::Connecting;
    std::string sentence{};   // for the status line; empty where the state says it all
    bool otherRun = false;    // Lost or Connecting: another run answers at the endpoint
    std::uint64_t run = 0;    // 0: not known yet
    std::uint64_t frames = 0; // decoded so far
    std::uint64_t offset = 0; // bytes of the log read
    std::uint64_t logBytes = 0;
    std::uint64_t badFrames = 0; // damaged frames or stretches of the log, skipped
    std::uint64_t gaps = 0;      // frames missing in the ranks' sequences
    std::uint64_t dropped = 0;   // records: by the ranks
    std::uint64_t unlogged = 0;  // records: not recorded, disk full
};

// Destroying a source ends its thread; frames that were not drained are lost to it alone.
class ViewerSource {
public:
    virtual ~ViewerSource() = default;

    // Appends at most `max` frames to `out`, in log order; returns how many. Never
    // waits. One thread at a time.
    virtual std::size_t drain(std::vector<Frame>& out, std::size_t max) = 0;

    // Any thread.
    virtual SourceStatus status() const = 0;

    // Asks ranks of a live run to send more, for `wish.forMs` from now on, instead of what this
    // source asked for before; with forMs 0 it asks for nothing any more. It goes on asking where
    // the connection breaks meanwhile. What the ranks then send is in their frames. False: there
    // is nobody to ask, or the wish is not valid(). Any thread.
    virtual bool ask(const DetailWish& wish);
};

// Where a viewer begins; what it missed meanwhile stays in the log and can be read from there.
enum class StartAt {
    Beginning,
    Now, // the Hello frames, then what is logged from now on
};

struct LiveOptions {
    std::string endpoint{}; // the collector's viewer endpoint
    // Needed over tcp; see checkKeys(). Given with an ipc endpoint, that is the near end of a
    // tunnel to one on a network.
    std::optional<CurveClient> curve{};
    std::uint64_t run = 0; // of the collector; what another one serves is not shown. 0: any
    StartAt startAt = StartAt::Beginning;
    std::size_t queueBytes = std::size_t{16} << 20; // about, decoded
    std::chrono::milliseconds lostAfter{3000};      // of silence, until the state is Lost
};

// Follows a run through its collector. Connects again by itself and goes on where
// it was. The error is a wrong option.
Result<std::unique_ptr<ViewerSource>> openLive(LiveOptions options);

struct RecordingOptions {
    std::string path{}; // of an event log
    // 0: as fast as it is drained. Otherwise recorded time over replay time; 1 is the
    // original pace. No pause is longer than 5 s.
    double speed = 0;    // >= 0
    bool follow = false; // true: the file may still grow, never Ended
    std::size_t queueBytes = std::size_t{16} << 20;
};

// Reads an event log. The error says why the file cannot be read.
Result<std::unique_ptr<ViewerSource>> openRecording(RecordingOptions options);

} // namespace telemetry
