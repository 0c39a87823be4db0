#include "engine/runtime/kernel_records.h"

#include "telemetry/text.h"

namespace engine {
namespace {

using WireQueuedBy = telemetry::QueuedBy;

WireQueuedBy wireOf(const QueuedBy& by)
{
    switch (by.part) {
    case QueuedBy::Part::Op:
        break;
    case QueuedBy::Part::Reduction:
        return WireQueuedBy::Reduction;
    case QueuedBy::Part::Optimizer:
        return WireQueuedBy::Optimizer;
    case QueuedBy::Part::Beside:
        return WireQueuedBy::Beside;
    }
    switch (by.op.kind) {
    case plan::OpKind::Forward:
        return WireQueuedBy::Forward;
    case plan::OpKind::Backward:
        return WireQueuedBy::Backward;
    case plan::OpKind::InputGrad:
        return WireQueuedBy::InputGrad;
    case plan::OpKind::WeightGrad:
        return WireQueuedBy::WeightGrad;
    }
    return WireQueuedBy::Beside;
}

// The same numbers here and on the wire.
using KernelLane = KernelActivity::Lane;
static_assert(static_cast<int>(KernelLane::Compute)
                  == static_cast<int>(telemetry::KernelLane::Compute)
              && static_cast<int>(KernelLane::Communication)
                  == static_cast<int>(telemetry::KernelLane::Communication)
              && static_cast<int>(KernelLane::Copy)
                  == static_cast<int>(telemetry::KernelLane::Copy));

} // namespace

telemetry::KernelRecord recordOf(const KernelActivity& kernel)
{
    telemetry::KernelRecord record;
    record.startNs = kernel.start.count();
    record.endNs = kernel.end.count();
    record.bytes = kernel.bytes;
    record.name = kernel.name;
    record.step = kernel.by.step;
    if (kernel.by.part == QueuedBy::Part::Op) {
        record.stage = kernel.by.op.stage;
        record.microbatch = kernel.by.op.microbatch;
    }
    record.stream = kernel.stream;
    record.by = wireOf(kernel.by);
    record.lane = static_cast<telemetry::KernelLane>(kernel.lane);
    record.flags = kernel.by.again ? telemetry::kFlagRerun : std::uint16_t{0};
    return record;
}

telemetry::KernelName kernelName(std::uint32_t number, std::string_view name)
{
    telemetry::KernelName record;
    record.number = number;
    telemetry::copyText(record.name, name.empty() ? std::string_view("unnamed") : name);
    return record;
}

} // namespace engine
