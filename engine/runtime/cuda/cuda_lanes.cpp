#include "engine/runtime/cuda/cuda_lanes.h"

#include "engine/runtime/cuda/check.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace gpu {

using engine::Lane;
using engine::Mark;

namespace {

// A GPU that others use, too, may be theirs for a while.
constexpr Nanoseconds kLongestLook = std::chrono::seconds(1);

Nanoseconds elapsed(cudaEvent_t from, cudaEvent_t to)
{
    float milliseconds = 0;
    // Both have passed, so there is no error but the device's, which is found where it is waited.
    static_cast<void>(cudaEventElapsedTime(&milliseconds, from, to));
    return Nanoseconds(std::llround(double(milliseconds) * 1e6));
}

} // namespace

CudaLanes::CudaLanes(engine::Waiting& waiting, Nanoseconds patience)
    : m_waiting(waiting)
    , m_patience(patience)
{
    open("compute");
    m_origin = freeEvent();
    record(m_origin, stream(engine::kComputeLane));
    check(cudaStreamSynchronize(stream(engine::kComputeLane)), "begin");
    setClock();
}

CudaLanes::~CudaLanes()
{
    // A rank that failed ends here, too: what the driver says then adds nothing.
    for (const Event& event : m_events)
        cudaEventDestroy(event.event);
    for (const cudaEvent_t event : m_free)
        cudaEventDestroy(event);
    cudaEventDestroy(m_origin);
    for (const cudaStream_t stream : m_streams)
        cudaStreamDestroy(stream);
}

Lane CudaLanes::open(std::string_view)
{
    assert(m_streams.size() < 255);
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "make a stream");
    m_streams.push_back(stream);
    return {static_cast<std::uint8_t>(m_streams.size() - 1)};
}

void CudaLanes::beginStep()
{
    // Marks of the step before stay: its last ones may be asked for in this step.
    for (; m_first < m_stepFirst; ++m_first) {
        m_free.push_back(m_events.front().event);
        m_events.pop_front();
    }
    m_stepFirst = m_first + static_cast<std::int64_t>(m_events.size());
    setClock();
}

// The host queues an event and looks until it has passed: it did so between the two.
void CudaLanes::setClock()
{
    const auto anchor = tightest([this]() -> std::optional<Anchor> {
        const cudaEvent_t event = freeEvent();
        Anchor look{.earliest = m_waiting.now()};
        record(event, stream(engine::kComputeLane));
        // Too short for a nap. What does not answer is named where it is waited for.
        while (!hasPassed(event) && !m_error && m_waiting.now() - look.earliest < kLongestLook) {}
        look.latest = m_waiting.now();
        if (m_error || !hasPassed(event)) {
            m_free.push_back(event);
            return std::nullopt;
        }
        // The origin moves along, because a float of milliseconds is exact only near it.
        m_originTime += elapsed(m_origin, event);
        m_free.push_back(std::exchange(m_origin, event));
        look.device = m_originTime;
        return look;
    });
    if (!anchor)
        return;
    m_clock.add(*anchor);
    m_clockError = (anchor->latest - anchor->earliest) / 2;
}

Mark CudaLanes::mark(Lane lane)
{
    const Nanoseconds now = m_waiting.now();
    m_events.push_back({.event = freeEvent(), .made = now});
    record(m_events.back().event, stream(lane));
    return {m_first + static_cast<std::int64_t>(m_events.size()) - 1};
}

void CudaLanes::wait(Lane lane, Mark mark)
{
    const Event* const event = find(mark);
    if (event != nullptr && !event->passed)
        fail(cudaStreamWaitEvent(stream(lane), event->event), "let a stream wait");
}

bool CudaLanes::passed(Mark mark)
{
    Event* const event = find(mark);
    if (event == nullptr || event->passed)
        return true;
    return event->passed = hasPassed(event->event);
}

plan::Outcome CudaLanes::await(Mark mark)
{
    if (const Event* const event = find(mark); event == nullptr || event->passed)
        return plan::done();
    ++m_waits; // even where it turns out to be over: the next time it may not be
    return untilPassed(mark);
}

plan::Outcome CudaLanes::untilPassed(Mark mark)
{
    const auto over = [&, looks = 0]() mutable -> plan::Result<bool> {
        const bool here = passed(mark);
        if (here && looks == 0)
            return true;
        ++looks;
        // Even where it is over now: what gives up meanwhile passes its marks, too.
        if (m_trouble)
            if (auto trouble = m_trouble())
                return *std::move(trouble);
        if (!here && m_error)
            return *m_error;
        return here;
    };
    const auto found = m_waiting.lookUntil(m_waiting.now() + m_patience, over);
    if (!found)
        return found.error();
    m_gaveUp = m_gaveUp || !*found;
    if (!*found)
        return plan::Error{"the GPU has not done within " + engine::durationText(m_patience)
                           + " what was queued; it hangs, or waits for a rank that is stuck or gone"
                           + (m_suspect ? m_suspect() : std::string())};
    return plan::done();
}

plan::Outcome CudaLanes::stayNear()
{
    if (++m_pieces < kPiecesBetween)
        return plan::done();
    m_pieces = 0;
    m_onTheWay.push_back(mark(engine::kComputeLane));
    if (m_onTheWay.size() <= 2)
        return plan::done();
    const Mark oldest = m_onTheWay.front();
    m_onTheWay.pop_front();
    return passed(oldest) ? plan::done() : untilPassed(oldest);
}

plan::Outcome CudaLanes::awaitAll()
{
    std::vector<Mark> last;
    for (std::size_t lane = 0; lane < m_streams.size(); ++lane)
        last.push_back(mark({static_cast<std::uint8_t>(lane)}));
    for (const Mark one : last)
        if (auto over = await(one); !over)
            return over;
    return plan::done();
}

plan::Result<Nanoseconds> CudaLanes::time(Mark mark)
{
    // What is over is not waited for: ops are timed between others.
    if (!passed(mark))
        if (auto over = await(mark); !over)
            return over.error();
    const Event* const event = find(mark);
    if (event == nullptr)
        return Nanoseconds{};
    const Nanoseconds measured = m_clock.toHost(m_originTime + elapsed(m_origin, event->event));
    // No error of the clock may let an op begin before the host asked for it.
    return std::max(measured, event->made);
}

CudaLanes::Event* CudaLanes::find(Mark mark)
{
    if (mark.value < m_first)
        return nullptr;
    return &m_events.at(static_cast<std::size_t>(mark.value - m_first));
}

// Events are used again rather than made: making one costs more than recording it.
cudaEvent_t CudaLanes::freeEvent()
{
    if (!m_free.empty()) {
        const cudaEvent_t event = m_free.back();
        m_free.pop_back();
        return event;
    }
    cudaEvent_t event = nullptr;
    fail(cudaEventCreateWithFlags(&event, cudaEventDefault), "make an event");
    return event;
}

void CudaLanes::record(cudaEvent_t event, cudaStream_t stream)
{
    fail(cudaEventRecord(event, stream), "mark a moment");
}

bool CudaLanes::hasPassed(cudaEvent_t event)
{
    const cudaError_t state = gpu::stateOf(event);
    if (state != cudaErrorNotReady)
        fail(state, "do what was queued");
    return state == cudaSuccess;
}

void CudaLanes::fail(cudaError_t error, std::string_view what)
{
    if (error != cudaSuccess && !m_error) // what failed first is the cause
        m_error = errorOf(error, what);
}

} // namespace gpu
