// The kernels, copies and fills of a GPU, as CUPTI has traced them, each with the op that queued
// it.
//
// While an op is queued, its number is CUPTI's "external correlation id", and whatever the thread
// calls, in a library too, carries it: what the GPU then runs is found by the number of the call.
// A call of another thread is that of the op that was being queued at its time.
// Times are those of the GPU, brought to the rank's clock as those of events are (DeviceClock).

#pragma once

#include "engine/runtime/cuda/cupti_functions.h"
#include "engine/runtime/cuda/device_clock.h"
#include "engine/runtime/kernel_activity.h"
#include "engine/runtime/waiting.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace gpu {

inline constexpr const char* kCuptiLibrary = "libcupti.so.13";
static_assert(CUPTI_API_VERSION / 10000 == 13, "the library's name has CUDA's version");

// Used by one thread, which queues all that is to be traced.
class CuptiTrace {
public:
    // One at a time in a process. `waiting`, whose clock is the rank's, must outlive this. The
    // error says what is missing, or who has to allow it: a sentence without a full stop.
    static plan::Result<std::unique_ptr<CuptiTrace>>
    open(engine::Waiting& waiting, const std::string& library = kCuptiLibrary);
    ~CuptiTrace();
    CuptiTrace(const CuptiTrace&) = delete;
    CuptiTrace& operator=(const CuptiTrace&) = delete;

    // Sets the GPU's clock against the host's anew, and forgets the ops of steps long over.
    void beginStep(int step);

    // What is queued from here on is by that; up to the end() of it. May lie within one another.
    void begin(const engine::QueuedBy& by);
    void end();
    const engine::QueuedBy* current() const; // the innermost; null: none

    // What has ended since it was last called. What nothing had begun for is left out: it belongs
    // to no step. A record whose call is not known yet waits for the next time, and no longer.
    engine::KernelNews take();

private:
    struct Found { // before what queued it is known
        std::uint32_t call = 0;
        std::uint64_t start = 0; // on CUPTI's clock
        std::uint64_t end = 0;
        std::size_t bytes = 0;
        std::uint32_t name = 0;
        std::uint32_t stream = 0;
        bool isKernel = false;
    };

    struct Range { // from a begin() to its end()
        engine::QueuedBy by{};
        std::uint64_t around = 0;           // the number of the one that it lies in; 0: none
        std::uint64_t begin = 0;            // on CUPTI's clock
        std::optional<std::uint64_t> end{}; // while it is open: none
    };
    struct Name {
        std::uint32_t number = 0;
        bool isNccl = false;
    };

    CuptiTrace(const cupti::Functions& functions, engine::Waiting& waiting);
    plan::Outcome start();
    std::string reason(CUptiResult result) const;
    void setClock();
    void read(std::uint8_t* buffer, std::size_t bytes);
    void read(const CUpti_Activity* record);
    void add(const Found& found);
    std::optional<std::uint64_t> deviceNow() const;
    std::uint64_t rangeAt(std::uint64_t time) const;
    std::uint32_t numberOf(const CUpti_ActivityKernel10& kernel);
    std::uint32_t numberOf(const std::string& name);
    const engine::QueuedBy* queuedBy(std::uint32_t call) const;
    engine::KernelActivity::Lane laneOf(const Found& found) const;

    cupti::Functions m_cupti;
    engine::Waiting& m_waiting;
    DeviceClock m_clock;
    std::deque<Range> m_by; // by number, from m_firstBy on, in the order of their begins
    std::uint64_t m_firstBy = 1;
    std::vector<std::uint64_t> m_open; // numbers, the innermost last
    // Numbers by call, of the records that the last take() has read, and those before.
    std::unordered_map<std::uint32_t, std::uint64_t> m_calls;
    std::unordered_map<std::uint32_t, std::uint64_t> m_olderCalls;
    std::vector<Found> m_found;                     // in this take()
    std::vector<Found> m_unknown;                   // since the last one
    std::set<std::uint32_t> m_communicate;          // streams that NCCL has used
    std::map<std::string, std::uint32_t> m_numbers; // of names
    std::map<const char*, Name> m_known;            // by CUPTI's address of them
    engine::KernelNews m_news;
};

} // namespace gpu
