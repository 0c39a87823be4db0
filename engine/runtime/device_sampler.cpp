#include "engine/runtime/device_sampler.h"

#include "telemetry/quiet_thread.h"

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace engine {

struct DeviceSampler::State {
    std::unique_ptr<DeviceCounters> counters; // asked by the thread alone
    DeviceSamplerOptions options;

    std::mutex mutex; // of all below; never held while the device is asked
    std::condition_variable changed;
    bool ending = false;
    bool ended = false;
    std::uint64_t wanted = 0; // looks out of turn, and those of them that were made
    std::uint64_t made = 0;
    std::deque<DeviceReading> readings;
    std::deque<std::string> faults;
    std::vector<DeviceProcess> processes;
    std::uint64_t dropped = 0;
    std::thread thread;

    void run();
    void ask(bool looksAtProcesses);
    template <class Item>
    void keep(std::deque<Item>& kept, Item item, std::size_t most);
};

// The oldest goes: what a device does now says more than what it did while nobody looked.
template <class Item>
void DeviceSampler::State::keep(std::deque<Item>& kept, Item item, std::size_t most)
{
    if (kept.size() >= most) {
        kept.pop_front();
        ++dropped;
    }
    kept.push_back(std::move(item));
}

void DeviceSampler::State::ask(bool looksAtProcesses)
{
    const auto at = std::chrono::steady_clock::now();
    DeviceReading reading = counters->sample();
    reading.at = std::chrono::duration_cast<Nanoseconds>(at.time_since_epoch());
    std::vector<std::string> reported = counters->faults();
    std::vector<DeviceProcess> holding;
    if (looksAtProcesses)
        holding = counters->processes();

    const std::lock_guard lock(mutex);
    keep(readings, reading, options.capacity);
    for (std::string& fault : reported)
        keep(faults, std::move(fault), std::max<std::size_t>(1, options.capacity / 16));
    if (looksAtProcesses)
        processes = std::move(holding);
}

void DeviceSampler::State::run()
{
    try {
        auto next = std::chrono::steady_clock::now();
        for (int round = 0;; round = (round + 1) % options.processesEvery) {
            std::unique_lock lock(mutex);
            const std::uint64_t asked = wanted;
            lock.unlock();
            ask(round == 0);
            // A device that answers late is not asked more often afterwards.
            next = std::max(next + options.period, std::chrono::steady_clock::now());
            lock.lock();
            made = asked;
            changed.notify_all();
            changed.wait_until(lock, next, [&] { return ending || wanted > asked; });
            if (ending)
                break;
        }
    } catch (const std::exception&) {
        // Of memory: counters are worth less than the run, which goes on without them.
    }
    counters.reset(); // before anybody is told that it has ended
    const std::lock_guard lock(mutex);
    ended = true;
    changed.notify_all();
}

DeviceSampler::DeviceSampler(std::unique_ptr<DeviceCounters> counters,
                             const DeviceSamplerOptions& options)
    : m_state(std::make_shared<State>())
{
    assert(counters && options.period.count() >= 1 && options.capacity >= 1
           && options.processesEvery >= 1);
    m_state->counters = std::move(counters);
    m_state->options = options;
    m_state->thread = telemetry::startQuietThread([state = m_state] { state->run(); });
}

DeviceSampler::~DeviceSampler()
{
    std::unique_lock lock(m_state->mutex);
    m_state->ending = true;
    m_state->changed.notify_all();
    const bool ended = m_state->changed.wait_for(lock, m_state->options.patience,
                                                 [this] { return m_state->ended; });
    lock.unlock();
    if (ended)
        m_state->thread.join();
    else
        m_state->thread.detach(); // in a call of the driver that does not return
}

DeviceNews DeviceSampler::take()
{
    const std::lock_guard lock(m_state->mutex);
    DeviceNews news;
    news.readings.assign(m_state->readings.begin(), m_state->readings.end());
    news.faults.assign(m_state->faults.begin(), m_state->faults.end());
    news.dropped = m_state->dropped;
    m_state->readings.clear();
    m_state->faults.clear();
    m_state->dropped = 0;
    return news;
}

DeviceNews DeviceSampler::lookAgain()
{
    {
        std::unique_lock lock(m_state->mutex);
        const std::uint64_t own = ++m_state->wanted;
        m_state->changed.notify_all();
        m_state->changed.wait_for(lock, m_state->options.patience,
                                  [&] { return m_state->made >= own || m_state->ended; });
    }
    return take();
}

std::vector<DeviceProcess> DeviceSampler::processes() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->processes;
}

} // namespace engine
