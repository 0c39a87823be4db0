#include "tests/runtime/training/late_queues.h"

#include "engine/runtime/raw_memory.h"
#include "engine/runtime/store.h"

#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

#include <sys/mman.h>

namespace training {

using engine::Lane;
using engine::Mark;
using engine::Nanoseconds;

namespace {

constexpr std::size_t kReserved = std::size_t{1} << 28; // bytes of addresses, not of memory

std::byte* reserve(int protection)
{
    void* const begin
        = mmap(nullptr, kReserved, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (begin == MAP_FAILED)
        throw std::bad_alloc();
    return static_cast<std::byte*>(begin);
}

} // namespace

LateQueues::LateQueues(Late late, const engine::Clock& clock, engine::Waiting& waiting)
    : m_late(late)
    , m_clock(clock)
    , m_waiting(waiting)
{
    m_waiting.add(*this);
}

LateQueues::~LateQueues() { m_waiting.remove(*this); }

Lane LateQueues::open(std::string_view)
{
    m_queues.emplace_back();
    return {static_cast<std::uint8_t>(m_queues.size() - 1)};
}

void LateQueues::queue(Lane lane, Call call) { add(lane, {.call = std::move(call)}); }

Mark LateQueues::mark(Lane lane)
{
    m_passings.push_back({.lane = lane});
    const Mark made{static_cast<std::int64_t>(m_passings.size())};
    add(lane, {.passes = made});
    return made;
}

void LateQueues::wait(Lane lane, Mark mark)
{
    if (mark != Mark{})
        add(lane, {.awaited = mark});
}

bool LateQueues::passed(Mark mark) { return mark == Mark{} || passing(mark).time.has_value(); }

plan::Result<Nanoseconds> LateQueues::time(Mark mark)
{
    if (mark == Mark{})
        return Nanoseconds{};
    runUntil(mark);
    return *passing(mark).time;
}

void LateQueues::add(Lane lane, Queued queued)
{
    queueOf(lane).calls.push_back(std::move(queued));
    if (!isLate(lane))
        run(lane);
}

void LateQueues::runUntil(Mark mark)
{
    if (!tryUntil(mark))
        throw std::logic_error("lanes of the device wait for each other");
}

void LateQueues::runAll()
{
    for (const bool late : {false, true, false})
        for (std::size_t lane = 0; lane < m_queues.size(); ++lane)
            if (const Lane one{static_cast<std::uint8_t>(lane)}; isLate(one) == late)
                run(one);
}

void LateQueues::moveOn() { runAll(); }

void LateQueues::run(Lane lane)
{
    while (!queueOf(lane).calls.empty() && tryFirst(lane)) {}
}

bool LateQueues::tryUntil(Mark mark)
{
    while (!passed(mark))
        if (!tryFirst(passing(mark).lane))
            return false;
    return true;
}

bool LateQueues::tryFirst(Lane lane)
{
    Queue& queue = queueOf(lane);
    if (queue.running || queue.calls.empty())
        return false;
    queue.running = true;
    const Queued first = queue.calls.front();
    const bool able = first.awaited == Mark{} || tryUntil(first.awaited);
    if (able) {
        queue.calls.pop_front();
        if (first.call)
            first.call();
        if (first.passes != Mark{})
            passing(first.passes).time = m_clock.now();
    }
    queue.running = false;
    return able;
}

GuardedMemory::GuardedMemory()
    : m_guarded(reserve(PROT_NONE))
    , m_values(reserve(PROT_READ | PROT_WRITE))
{
}

GuardedMemory::~GuardedMemory()
{
    munmap(m_guarded, kReserved);
    munmap(m_values, kReserved);
}

DeviceAddress GuardedMemory::take(std::size_t bytes)
{
    constexpr std::size_t kAlignment = engine::Store::kAlignment;
    const std::size_t size = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    if (size > kReserved - m_taken)
        return {};
    const std::size_t first = std::exchange(m_taken, m_taken + size);
    std::memset(m_values + first, 0xff, size); // not a number, whatever the type
    return engine::deviceAddress(m_guarded + first);
}

DeviceAddress GuardedMemory::real(DeviceAddress guarded) const
{
    if (!guarded)
        return guarded;
    const auto* const place = static_cast<std::byte*>(engine::rawPointer(guarded));
    if (place < m_guarded || place >= m_guarded + kReserved)
        throw std::logic_error("an address that is not of this device");
    return engine::deviceAddress(m_values + (place - m_guarded));
}

} // namespace training
