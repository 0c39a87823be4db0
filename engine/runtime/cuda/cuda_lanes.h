// The streams of a GPU as lanes, and events in them as marks.
//
// The host never waits inside the driver, where nothing could end its wait: it looks whether an
// event has passed, and rests between two looks as it does in every other wait (see Waiting).

#pragma once

#include "engine/runtime/cuda/device_clock.h"
#include "engine/runtime/lanes.h"
#include "engine/runtime/waiting.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include <cuda_runtime_api.h>

namespace gpu {

// Used by one thread, which has chosen its device before. Errors of the device are remembered and
// come out of the next time() or await().
class CudaLanes final : public engine::Lanes {
public:
    // `waiting` must outlive this; no wait lasts longer than `patience`, see setPatience(). Throws
    // training::Failure where the device gives no stream.
    CudaLanes(engine::Waiting& waiting, Nanoseconds patience);
    ~CudaLanes() override;
    CudaLanes(const CudaLanes&) = delete;
    CudaLanes& operator=(const CudaLanes&) = delete;

    // Borrowed; of a lane that was opened here.
    cudaStream_t stream(engine::Lane lane) const { return m_streams.at(lane.number); }

    // Says what may be to blame for a wait that was not over in time, as the end of a sentence.
    void setSuspect(std::function<std::string()> suspect) { m_suspect = std::move(suspect); }

    // Of the waits that begin from here on.
    void setPatience(Nanoseconds patience) { m_patience = patience; }

    // Why what is queued may never be over, asked between any two looks of a wait: a group that has
    // failed leaves its lane waiting for ever.
    void setTrouble(std::function<std::optional<plan::Error>()> trouble)
    {
        m_trouble = std::move(trouble);
    }

    engine::Lane open(std::string_view name) override;
    // Sets the device's clock anew, for which the device must be idle to be exact. Events of marks
    // that nobody asks for any more are used again.
    void beginStep() override;
    engine::Mark mark(engine::Lane lane) override;
    void wait(engine::Lane lane, engine::Mark mark) override;
    bool passed(engine::Mark mark) override;
    plan::Result<Nanoseconds> time(engine::Mark mark) override;

    // Called for each piece of work that was queued in the lane for what is computed, which may be
    // some kernels. Fails as time() does. A stream takes about a thousand entries, and whoever
    // queues more waits in the driver, where nothing ends the wait; so this waits before, while the
    // GPU still has hundreds to do.
    plan::Outcome stayNear();
    static constexpr int kPiecesBetween = 128; // two marks of stayNear(), of which two are kept

    // Returns once the mark has passed; fails as time() does.
    plan::Outcome await(engine::Mark mark);
    // The same for all that is queued in any lane so far.
    plan::Outcome awaitAll();

    // A wait was not over within the patience.
    bool gaveUp() const { return m_gaveUp; }

    // How often the host has waited for the device so far, but for room in a stream, and by how
    // much the clock of this step may be off.
    std::size_t waits() const { return m_waits; }
    Nanoseconds clockError() const { return m_clockError; }

private:
    struct Event {
        cudaEvent_t event = nullptr;
        Nanoseconds made{}; // on the host's clock: it did not pass before
        bool passed = false;
    };

    plan::Outcome untilPassed(engine::Mark mark);
    cudaEvent_t freeEvent();
    void record(cudaEvent_t event, cudaStream_t stream);
    bool hasPassed(cudaEvent_t event);
    void setClock();
    Event* find(engine::Mark mark); // none: of a step before the last, or no moment
    void fail(cudaError_t error, std::string_view what);

    engine::Waiting& m_waiting;
    Nanoseconds m_patience;
    std::function<std::optional<plan::Error>()> m_trouble;
    std::function<std::string()> m_suspect;
    std::vector<cudaStream_t> m_streams; // [lane]
    std::deque<Event> m_events;          // of the marks from m_first on
    std::int64_t m_first = 1;            // value of the first mark that is kept
    std::int64_t m_stepFirst = 1;        // of this step's first one
    std::vector<cudaEvent_t> m_free;
    cudaEvent_t m_origin = nullptr; // that times of events are measured from
    Nanoseconds m_originTime{};     // on the device's clock, which begins with the first origin
    Nanoseconds m_clockError{};
    DeviceClock m_clock;
    int m_pieces = 0;                    // since the last of:
    std::deque<engine::Mark> m_onTheWay; // in the lane for what is computed, see stayNear()
    std::optional<plan::Error> m_error;  // the first
    std::size_t m_waits = 0;
    bool m_gaveUp = false;
};

} // namespace gpu
