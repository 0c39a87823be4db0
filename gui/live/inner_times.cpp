#include "gui/live/inner_times.h"

namespace gui {
namespace {

Among amongOf(telemetry::CollectiveGroup group)
{
    switch (group) {
    case telemetry::CollectiveGroup::Tensor:
        return Among::Tensor;
    case telemetry::CollectiveGroup::Context:
        return Among::Context;
    case telemetry::CollectiveGroup::Expert:
        return Among::Expert;
    case telemetry::CollectiveGroup::Data:
        return Among::Data;
    case telemetry::CollectiveGroup::Copies:
        return Among::Copies;
    case telemetry::CollectiveGroup::Unsaid:
        break;
    }
    return Among::Unsaid;
}

} // namespace

std::shared_ptr<const InnerWork> innerWorkOf(const measured::Step& step)
{
    // Null where there is nothing to tell; no layers are made for it then.
    if (step.inner.empty() && step.reruns.empty() && step.reductions.empty())
        return nullptr;
    auto work = std::make_shared<InnerWork>();
    for (const auto& rank : step.inner) {
        auto& inner = work->inner.emplace_back();
        for (const measured::InnerPart& part : rank)
            inner.push_back({part.op, part.part, amongOf(part.group)});
    }
    work->reruns = step.reruns;
    for (const auto& rank : step.reductions) {
        auto& reductions = work->reductions.emplace_back();
        for (const measured::ReductionSpan& each : rank)
            reductions.push_back({each.stage, each.start, each.end, amongOf(each.group)});
    }
    return work;
}

} // namespace gui
