// What the kernels of a run are called, and what queued each of them, in words: the same in the
// report, in exports and in the window.

#pragma once

#include "engine/plan/op.h"
#include "telemetry/codec.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace measured {

// The names that the ranks have told. A value; one thread at a time. A name may come after the
// first of its kernels, so whoever wants all of them asks at the end.
class KernelNames {
public:
    static constexpr std::size_t kMost = std::size_t{1} << 16; // of all ranks; more are left out

    // Takes one frame of any kind.
    void add(const telemetry::Frame& frame);

    // As the rank has told it; "kernel 7" where it has not. `epoch`: of the frame that the kernel
    // came in.
    std::string nameOf(std::uint32_t rank, std::uint32_t epoch, std::uint32_t number) const;

private:
    using Key = std::pair<std::uint64_t, std::uint32_t>; // (rank and epoch, number)
    std::map<Key, std::string> m_names;
};

// A name as it fits a line of a table, in 48 bytes at most: without the namespaces before it and
// the arguments behind it, and where it is long, without its template arguments and its end. So
// "gpu::softmax<float>" becomes "softmax<float>"; of a frame around another kernel, such as
// "cutlass::Kernel2<…>", the inner one is named. Names that differ may come out alike.
std::string shortKernelName(std::string_view name);

// "2F0" of an op, "2F0 again" of its second run in a bubble, "reduction" of the gradients after the
// last op, "optimizer"; "beside the ops" where nothing of these queued it.
std::string queuedByText(const telemetry::KernelRecord& kernel);

// True where the kernel is part of an op's work: it has a stage and a microbatch.
bool isOfOp(const telemetry::KernelRecord& kernel);

// That op. Precondition: isOfOp(kernel).
plan::Op opOf(const telemetry::KernelRecord& kernel);

// "compute", "communication" or "copy".
std::string_view wordOf(telemetry::KernelLane lane);

} // namespace measured
