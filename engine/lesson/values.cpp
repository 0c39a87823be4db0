#include "engine/lesson/values.h"

#include "engine/lesson/value_parts.h"
#include "engine/strategy/check.h"

#include <fmt/format.h>

namespace lesson {
namespace {

// For who looks at the run, whatever the lesson's file calls it.
plan::Error notTold(const Measure& measure)
{
    const std::string& what = measure.detail;
    if (what == "slow_rank" || what == "slow_factor" || what == "slow_since")
        return {"no rank of the run became slow"};
    if (what == "stall")
        return {"no op of the run stalled"};
    if (what == "reruns")
        return {"no op was run twice"};
    if (what == "differing_op")
        return {"no op came out otherwise when it was run twice"};
    if (what == "loss" || what == "first_loss")
        return {"the run tells no loss"};
    if (what == "loss_before")
        return {"the run goes on from no other one"};
    return {"no step of the run was recorded as a whole"};
}

template <class Value, class Make>
plan::Result<Quantity> told(const Measure& measure, const std::optional<Value>& value, Make make)
{
    if (!value)
        return notTold(measure);
    return make(*value);
}

plan::Result<Quantity> toldWord(const Measure& measure, const std::string& value)
{
    if (value.empty())
        return notTold(measure);
    return word(value);
}

} // namespace

plan::Result<Quantity> valueOf(const Measure& measure, const Planned& planned)
{
    if (measure.id == MeasureId::Legal)
        return truth(planned.hasTimeline() && isLegal(planned.schedule()));
    if (!planned.hasTimeline())
        return plan::Error{"the order cannot run yet"};
    const plan::Shape& shape = planned.schedule().shape;
    const Arguments arguments = kindOf(measure.id).arguments;
    const int most = arguments == Arguments::Stage ? shape.stages()
        : isOfDevice(measure.id)                   ? deviceCount(planned)
                                                   : shape.ranks;
    if (measure.rank >= most)
        return plan::Error{fmt::format("has {} {}; there is no {}", most,
                                       arguments == Arguments::Stage ? "stages" : "ranks",
                                       measure.rank)};
    if (measure.id < MeasureId::Sound)
        return timelineValue(measure, planned);
    if (measure.id < MeasureId::Step)
        return strategyValue(measure, planned);
    if (measure.id == MeasureId::Measured)
        return plan::Error{"is known once the run of this step was watched"};
    return estimateValue(measure, planned);
}

plan::Result<Quantity> valueOf(const Measure& measure, const MeasuredRun& run)
{
    const std::string& what = measure.detail;
    const auto number = [](auto value) { return count(double(value)); };
    if (what == "step")
        return told(measure, run.step, time);
    if (what == "bubble")
        return told(measure, run.bubble, share);
    if (what == "lateness")
        return told(measure, run.lateness, time);
    if (what == "slow_rank")
        return told(measure, run.slowRank, [](int rank) { return word(std::to_string(rank)); });
    if (what == "slow_factor")
        return told(measure, run.slowFactor, number);
    if (what == "slow_since")
        return told(measure, run.slowSince, number);
    if (what == "reruns")
        return told(measure, run.reruns, number);
    if (what == "loss")
        return told(measure, run.loss, loss);
    if (what == "first_loss")
        return told(measure, run.firstLoss, loss);
    if (what == "loss_before")
        return told(measure, run.lossBefore, loss);
    return toldWord(measure, what == "stall" ? run.stall : run.differingOp);
}

} // namespace lesson
