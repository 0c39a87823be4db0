// What the devices of a run counted while its steps went on: samples in, numbers of each step and
// of the whole run out. A recording of a run whose devices count nothing has none of this.
//
// A sample belongs to the step of its rank during which it was taken, by that rank's clock; one
// that was taken between two steps counts for the run alone. Samples may come after the step's End
// mark, so a step is handed out once every rank that samples has gone past it, or kMostOpen later
// steps have begun. Memory is bounded by that, and by the ranks that have sent samples. What comes
// of a rank that the run does not have, or before a rank has said how many there are, is ignored.

#pragma once

#include "telemetry/codec.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace measured {

// Lowest, highest and mean of the values that were told; samples that lack the value do not count.
class CounterRange {
public:
    void add(double value);
    void add(const CounterRange& more);

    bool isEmpty() const { return m_count == 0; }
    // Precondition of the three: not empty.
    double low() const { return m_low; }
    double high() const { return m_high; }
    double mean() const { return m_sum / static_cast<double>(m_count); }

    bool operator==(const CounterRange&) const = default;

private:
    double m_low = 0;
    double m_high = 0;
    double m_sum = 0;
    std::size_t m_count = 0;
};

// What one rank's device counted over some time.
struct DeviceUse {
    CounterRange gpuPercent{};    // of the time a kernel ran
    CounterRange memoryPercent{}; // of the time its memory was at work
    CounterRange watts{};
    CounterRange wattsLimit{};
    CounterRange smMegahertz{};
    CounterRange memoryMegahertz{};
    CounterRange celsius{};
    CounterRange memoryUsed{};                     // bytes, of all processes
    CounterRange memoryTotal{};                    // bytes
    std::optional<std::uint32_t> eccUncorrected{}; // as last told
    std::size_t samples = 0;
    std::size_t told = 0;      // samples that say why it is slow, if it is
    std::size_t slowed = 0;    // of those, that name a reason of kSlowing
    std::uint16_t reasons = 0; // all of kSlowing that were named: bits of telemetry::Throttle

    void add(const telemetry::DeviceSample& sample);
    void add(const DeviceUse& later);
    bool operator==(const DeviceUse&) const = default;
};

// The reasons that make a device slower than it was asked to be. That nothing runs on it, or that
// somebody has set its clocks, is none.
inline constexpr std::uint16_t kSlowing = static_cast<std::uint16_t>(telemetry::Throttle::PowerCap)
    | static_cast<std::uint16_t>(telemetry::Throttle::SoftwareThermal)
    | static_cast<std::uint16_t>(telemetry::Throttle::HardwareThermal)
    | static_cast<std::uint16_t>(telemetry::Throttle::HardwareSlowdown)
    | static_cast<std::uint16_t>(telemetry::Throttle::PowerBrake)
    | static_cast<std::uint16_t>(telemetry::Throttle::SyncBoost);

// Those of `reasons` in words of English, in the order of their bits: "power cap", "too hot
// (driver)", "too hot (hardware)", "hardware slowdown", "power brake", "in step with other
// devices".
std::vector<std::string> reasonsInWords(std::uint16_t reasons);

struct DeviceStep {
    int step = 0;
    std::map<int, DeviceUse> ranks{}; // [world rank], of those that have a sample in the step
};

// Of a number of each device, however often it was sampled: what charts draw and reports say of a
// step. Devices that lack it do not count.
CounterRange meansIn(const DeviceStep& step, CounterRange DeviceUse::*counter);

class DeviceSteps {
public:
    static constexpr std::size_t kMostOpen = 16; // steps

    // Takes one frame of any kind; those of a rank come in their order.
    void add(const telemetry::Frame& frame);
    // Nothing more will come: all that is there is handed out.
    void close();

    // Steps that have samples and are done since the last call, in rising order.
    std::vector<DeviceStep> takeFinished();

    // Of the whole run so far, [world rank]. Empty: no device of the run counts.
    const std::map<int, DeviceUse>& uses() const { return m_uses; }
    const std::map<int, telemetry::DeviceInfo>& infos() const { return m_infos; }
    bool isEmpty() const { return m_uses.empty(); }

private:
    struct Begun {
        int step = 0;
        std::int64_t beginNs = 0;
        std::optional<std::int64_t> endNs{};
    };
    struct Rank {
        std::deque<Begun> steps;    // the last kMostOpen that have begun
        std::int64_t sampledNs = 0; // the newest sample
        bool samples = false;
        bool isGone = false; // it has said goodbye
    };

    void addMark(int rank, const telemetry::StepMark& mark);
    void addSample(int number, const telemetry::DeviceSample& sample); // of that rank
    void finish();
    bool areAllPast(int step);
    bool isPast(const Rank& rank, int step) const;

    std::uint32_t m_world = 0; // ranks of the run; 0 until one has said hello
    std::map<int, Rank> m_ranks;
    int m_awaited = 0; // the rank that was not past the oldest open step when it was last asked
    std::map<int, DeviceStep> m_open; // [step]
    std::vector<DeviceStep> m_finished;
    std::map<int, DeviceUse> m_uses;
    std::map<int, telemetry::DeviceInfo> m_infos;
    int m_newest = -1;    // step that has begun anywhere
    int m_handedOut = -1; // the last step that was
};

} // namespace measured
