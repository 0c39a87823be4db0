#include "engine/measured/device_steps.h"

#include <algorithm>
#include <array>
#include <utility>

namespace measured {

using telemetry::DeviceSample;
using telemetry::Throttle;

void CounterRange::add(double value)
{
    m_low = m_count == 0 ? value : std::min(m_low, value);
    m_high = m_count == 0 ? value : std::max(m_high, value);
    m_sum += value;
    ++m_count;
}

void CounterRange::add(const CounterRange& more)
{
    if (more.isEmpty())
        return;
    m_low = m_count == 0 ? more.m_low : std::min(m_low, more.m_low);
    m_high = m_count == 0 ? more.m_high : std::max(m_high, more.m_high);
    m_sum += more.m_sum;
    m_count += more.m_count;
}

void DeviceUse::add(const DeviceSample& sample)
{
    const auto take = [](CounterRange& range, auto value, auto unknown, double scale = 1) {
        if (value != unknown)
            range.add(static_cast<double>(value) * scale);
    };
    take(gpuPercent, sample.gpuPercent, telemetry::kUnknown8);
    take(memoryPercent, sample.memoryPercent, telemetry::kUnknown8);
    take(watts, sample.powerMilliwatts, telemetry::kUnknown32, 1e-3);
    take(wattsLimit, sample.powerLimitMilliwatts, telemetry::kUnknown32, 1e-3);
    take(smMegahertz, sample.smMegahertz, telemetry::kUnknown16);
    take(memoryMegahertz, sample.memoryMegahertz, telemetry::kUnknown16);
    take(celsius, sample.celsius, telemetry::kUnknown8);
    take(memoryUsed, sample.memoryUsedBytes, telemetry::kUnknown64);
    take(memoryTotal, sample.memoryTotalBytes, telemetry::kUnknown64);
    if (sample.eccUncorrected != telemetry::kUnknown32)
        eccUncorrected = sample.eccUncorrected;
    ++samples;
    // A device that does not say why it is slow has a bit of its own, which is none of these.
    const auto slowing = static_cast<std::uint16_t>(sample.throttle & kSlowing);
    told += sample.throttle != telemetry::kThrottleUnknown ? 1 : 0;
    slowed += slowing != 0 ? 1 : 0;
    reasons |= slowing;
}

void DeviceUse::add(const DeviceUse& later)
{
    for (const auto range :
         {&DeviceUse::gpuPercent, &DeviceUse::memoryPercent, &DeviceUse::watts,
          &DeviceUse::wattsLimit, &DeviceUse::smMegahertz, &DeviceUse::memoryMegahertz,
          &DeviceUse::celsius, &DeviceUse::memoryUsed, &DeviceUse::memoryTotal})
        (this->*range).add(later.*range);
    if (later.eccUncorrected)
        eccUncorrected = later.eccUncorrected;
    samples += later.samples;
    told += later.told;
    slowed += later.slowed;
    reasons |= later.reasons;
}

CounterRange meansIn(const DeviceStep& step, CounterRange DeviceUse::*counter)
{
    CounterRange means;
    for (const auto& [rank, use] : step.ranks)
        if (const CounterRange& one = use.*counter; !one.isEmpty())
            means.add(one.mean());
    return means;
}

std::vector<std::string> reasonsInWords(std::uint16_t reasons)
{
    constexpr std::array<std::pair<Throttle, const char*>, 6> kWords{
        {{Throttle::PowerCap, "power cap"},
         {Throttle::SoftwareThermal, "too hot (driver)"},
         {Throttle::HardwareThermal, "too hot (hardware)"},
         {Throttle::HardwareSlowdown, "hardware slowdown"},
         {Throttle::PowerBrake, "power brake"},
         {Throttle::SyncBoost, "in step with other devices"}}};
    std::vector<std::string> words;
    for (const auto& [reason, word] : kWords)
        if ((reasons & static_cast<std::uint16_t>(reason)) != 0)
            words.emplace_back(word);
    return words;
}

void DeviceSteps::add(const telemetry::Frame& frame)
{
    if (const auto* hello = std::get_if<telemetry::Hello>(&frame.body); hello && m_world == 0)
        m_world = hello->ranks;
    if (frame.header.rank >= m_world)
        return;
    const int rank = static_cast<int>(frame.header.rank);
    if (const auto* marks = std::get_if<std::vector<telemetry::StepMark>>(&frame.body))
        for (const telemetry::StepMark& mark : *marks)
            addMark(rank, mark);
    else if (const auto* samples = std::get_if<std::vector<DeviceSample>>(&frame.body))
        for (const DeviceSample& sample : *samples)
            addSample(rank, sample);
    else if (const auto* infos = std::get_if<std::vector<telemetry::DeviceInfo>>(&frame.body)) {
        if (!infos->empty())
            m_infos[rank] = infos->back();
        return;
    } else if (std::holds_alternative<telemetry::Bye>(frame.body))
        m_ranks[rank].isGone = true;
    else
        return;
    finish();
}

void DeviceSteps::addMark(int rank, const telemetry::StepMark& mark)
{
    std::deque<Begun>& steps = m_ranks[rank].steps;
    if (mark.phase == telemetry::StepPhase::Begin) {
        steps.push_back({mark.step, mark.timeNs, {}});
        if (steps.size() > kMostOpen)
            steps.pop_front();
        m_newest = std::max(m_newest, mark.step);
        return;
    }
    const auto begun = std::find_if(steps.rbegin(), steps.rend(),
                                    [&](const Begun& each) { return each.step == mark.step; });
    if (begun != steps.rend())
        begun->endNs = mark.timeNs;
}

void DeviceSteps::addSample(int number, const DeviceSample& sample)
{
    m_uses[number].add(sample);
    Rank& rank = m_ranks[number];
    rank.samples = true;
    rank.sampledNs = std::max(rank.sampledNs, sample.timeNs);
    const auto begun = std::find_if(rank.steps.rbegin(), rank.steps.rend(), [&](const Begun& each) {
        return each.beginNs <= sample.timeNs;
    });
    if (begun == rank.steps.rend() || begun->step <= m_handedOut
        || (begun->endNs && *begun->endNs < sample.timeNs))
        return;
    DeviceStep& open = m_open[begun->step];
    open.step = begun->step;
    open.ranks[number].add(sample);
}

// No sample of that step will come from this rank any more.
bool DeviceSteps::isPast(const Rank& rank, int step) const
{
    if (!rank.samples || rank.isGone)
        return true;
    const auto begun = std::find_if(rank.steps.begin(), rank.steps.end(),
                                    [&](const Begun& each) { return each.step == step; });
    // One that it has not begun is still to come, unless it has left it out.
    if (begun == rank.steps.end())
        return !rank.steps.empty() && rank.steps.back().step > step;
    return begun->endNs && *begun->endNs < rank.sampledNs;
}

// Goes around from the rank that was waited for, so that all frames of a step together walk over
// the ranks once or twice, and not each of them.
bool DeviceSteps::areAllPast(int step)
{
    const auto isOpen = [&](const auto& rank) { return !isPast(rank.second, step); };
    const auto begin = m_ranks.lower_bound(m_awaited);
    auto open = std::find_if(begin, m_ranks.end(), isOpen);
    if (open == m_ranks.end()) {
        open = std::find_if(m_ranks.begin(), begin, isOpen);
        if (open == begin)
            return true;
    }
    m_awaited = open->first;
    return false;
}

void DeviceSteps::finish()
{
    while (!m_open.empty()) {
        const int step = m_open.begin()->first;
        const bool givenUp = std::int64_t{m_newest} - step >= static_cast<std::int64_t>(kMostOpen);
        if (!givenUp && !areAllPast(step))
            return;
        m_finished.push_back(std::move(m_open.begin()->second));
        m_open.erase(m_open.begin());
        m_handedOut = step;
    }
}

void DeviceSteps::close()
{
    for (auto& [step, open] : m_open) {
        m_finished.push_back(std::move(open));
        m_handedOut = step;
    }
    m_open.clear();
}

std::vector<DeviceStep> DeviceSteps::takeFinished() { return std::exchange(m_finished, {}); }

} // namespace measured
