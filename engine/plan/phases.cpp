#include "engine/plan/phases.h"

#include <algorithm>

namespace plan {

const char* key(Phase phase)
{
    switch (phase) {
    case Phase::WarmUp:
        return "warm_up";
    case Phase::Steady:
        return "steady";
    case Phase::CoolDown:
        return "cool_down";
    }
    return "";
}

Phase PhaseTimes::at(Nanoseconds time) const
{
    if (time < steadyBegin)
        return Phase::WarmUp;
    return time < coolDownBegin ? Phase::Steady : Phase::CoolDown;
}

PhaseTimes phaseTimes(const std::vector<Span>& spans, Nanoseconds makespan)
{
    const auto forwards = [](const Span& span) { return isForward(span.op.kind); };
    const auto firstBackward = std::find_if_not(spans.begin(), spans.end(), forwards);
    const auto lastForward = std::find_if(spans.rbegin(), spans.rend(), forwards);

    const Nanoseconds steadyBegin = firstBackward == spans.end() ? makespan : firstBackward->start;
    const Nanoseconds forwardsEnd = lastForward == spans.rend() ? Nanoseconds{0} : lastForward->end;
    // Where all forwards are over before the first backward, as in GPipe, nothing is steady.
    return {steadyBegin, std::max(steadyBegin, forwardsEnd)};
}

} // namespace plan
