// What the ranks' memory held in each step, and what their devices had in use: samples in, lanes
// for the timeline out. A kind that is not sampled in a step holds what it held before.
//
// Memory is bounded: the samples of old steps are dropped, and such a step has no data of any rank.

#pragma once

#include "engine/measured/run_info.h"
#include "gui/timeline/memory_lane.h"
#include "telemetry/codec.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace gui {

using MemoryLanes = std::vector<MemoryLane>; // [pipeline rank]
using MemoryLanesPtr = std::shared_ptr<const MemoryLanes>;

// A value that copies; one thread at a time. Bytes are as the ranks sampled them.
class StepMemory {
public:
    // Bounds of what is kept; the newest step always is.
    static constexpr std::size_t kMaxSteps = 256;
    static constexpr std::size_t kMaxSamples = 2'000'000; // of all steps together

    // Takes one frame of any kind. Of the ranks that share a place of the pipeline, the first is
    // kept. Frames of one rank come in their order.
    void add(const telemetry::Frame& frame);

    // Times count from the common zero of the step. Null where no rank said anything of the step;
    // all lanes empty where what they said was dropped. revision() tells whether it has changed.
    MemoryLanesPtr lanes(int step) const;

    // Rises with every sample of that step; 0: there is none. Cheap enough for every tick.
    std::size_t revision(int step) const;

    // [pipeline rank] the most that the rank held at one of its samples in that step, in bytes; 0:
    // not known. Empty where nothing is known of the step.
    std::vector<std::uint64_t> held(int step) const;

private:
    // What a rank was last known to hold. `any`: it has said so at least once.
    struct Known {
        MemoryBytes bytes{};
        bool any = false;
    };
    struct RankStep {
        std::optional<std::int64_t> beginNs; // the step's zero on the rank's clock
        Known before;                        // held when the first record of the step came
        std::uint64_t most = 0;              // of all samples, of all kinds together
        std::vector<telemetry::MemorySample> samples;
        std::optional<telemetry::DeviceSample> deviceBefore; // the last one before the step
        std::vector<telemetry::DeviceSample> device;         // with memory in use
    };

    RankStep& rankStep(int step, std::size_t rank);
    void addSample(std::size_t rank, const telemetry::MemorySample& sample);
    void addSample(std::size_t rank, const telemetry::DeviceSample& sample);
    void trim();
    static MemoryLane laneOf(const RankStep& rank);
    static DeviceMemory deviceOf(const RankStep& rank);

    std::optional<measured::RunInfo> m_run;                  // none: no hello yet
    std::map<int, std::map<std::size_t, RankStep>> m_steps;  // [step][pipeline rank]
    std::map<std::size_t, Known> m_latest;                   // [pipeline rank]
    std::map<std::size_t, telemetry::DeviceSample> m_device; // [pipeline rank], the latest
    std::size_t m_samples = 0;                               // in m_steps
    int m_dropped = -1;                                      // the newest step not kept
};

} // namespace gui
