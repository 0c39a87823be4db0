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

Lane otherThan(Lane lane) { return lane == Lane::Compute ? Lane::Communication : Lane::Compute; }

std::byte* reserve(int protection)
{
    void* const begin
        = mmap(nullptr, kReserved, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (begin == MAP_FAILED)
        throw std::bad_alloc();
    return static_cast<std::byte*>(begin);
}

} // namespace

LateQueues::LateQueues(Lane late, const engine::Clock& clock, engine::Waiting& waiting)
    : m_late(late)
    , m_clock(clock)
    , m_waiting(waiting)
{
    m_waiting.add(*this);
}

LateQueues::~LateQueues() { m_waiting.remove(*this); }

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
    queueOf(lane).push_back(std::move(queued));
    if (lane != m_late)
        run(lane);
}

void LateQueues::runUntil(Mark mark)
{
    while (!passed(mark))
        runFirst(passing(mark).lane);
}

void LateQueues::runAll()
{
    run(otherThan(m_late));
    run(m_late);
    run(otherThan(m_late));
}

void LateQueues::moveOn()
{
    if (!m_running[0] && !m_running[1])
        runAll();
}

void LateQueues::run(Lane lane)
{
    while (!queueOf(lane).empty() && !m_running[static_cast<std::size_t>(lane)])
        runFirst(lane);
}

void LateQueues::runFirst(Lane lane)
{
    bool& running = m_running[static_cast<std::size_t>(lane)];
    if (running || queueOf(lane).empty())
        throw std::logic_error("lanes of the device wait for each other");
    const Queued first = std::move(queueOf(lane).front());
    queueOf(lane).pop_front();
    running = true;
    if (first.call)
        first.call();
    if (first.awaited != Mark{})
        runUntil(first.awaited);
    if (first.passes != Mark{})
        passing(first.passes).time = m_clock.now();
    running = false;
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
