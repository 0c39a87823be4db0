// What the devices of a run did within the ops of each step: records in, lanes for the timeline
// out.
//
// Memory is bounded: the kernels of old steps are dropped, and such a step has no data of any rank.

#pragma once

#include "engine/measured/kernel_names.h"
#include "engine/measured/step_assembler.h"
#include "gui/timeline/kernel_lane.h"
#include "telemetry/codec.h"

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace gui {

using KernelWorkPtr = std::shared_ptr<const KernelWork>;

// A value that copies; one thread at a time.
class StepKernels {
public:
    // Bounds of what is kept: steps, and kernels of all of them, each of sizeof(Kernel). Of a step
    // that has more by itself the first ones are kept, and the rest counted.
    static constexpr std::size_t kMaxSteps = 256;
    static constexpr std::size_t kMaxKernels = 1'000'000;

    // Takes one frame of any kind. Of the ranks that share a place of the pipeline, the first is
    // kept. Frames of one rank come in their order.
    void add(const telemetry::Frame& frame);

    // Times count from the common zero of the step, whose ops say which of their time no kernel
    // had. Null where no rank looks at its kernels; all lanes empty where what they said was
    // dropped. revision() tells whether it has changed.
    KernelWorkPtr work(const measured::Step& step) const;

    // Rises with every record of that step. Cheap enough for every tick.
    std::size_t revision(int step) const;

    std::size_t kept() const { return m_kernels; } // of all steps

private:
    struct RankStep {
        std::optional<std::int64_t> beginNs; // the step's zero on the rank's clock
        KernelLane lane{};                   // on that clock, as they came; without gaps
        std::size_t records = 0;
    };

    RankStep& rankStep(int step, std::size_t rank);
    void addKernel(const telemetry::FrameHeader& from, std::size_t rank,
                   const telemetry::KernelRecord& record);
    std::uint32_t nameIndex(const telemetry::FrameHeader& from, std::uint32_t number);
    void trim();
    static KernelLane laneOf(const RankStep& rank, const std::vector<plan::Span>& ops);

    // (rank, epoch, number) as the rank told it.
    using NameKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

    std::optional<measured::RunInfo> m_run;                 // none: no hello yet
    bool m_any = false;                                     // a rank looks at its kernels
    std::map<int, std::map<std::size_t, RankStep>> m_steps; // [step][pipeline rank]
    std::size_t m_kernels = 0;                              // in m_steps
    measured::KernelNames m_names;
    std::map<NameKey, std::uint32_t> m_nameIndex;
};

} // namespace gui
