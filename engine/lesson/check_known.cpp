#include "engine/lesson/check_known.h"

#include "engine/lesson/judge.h"

namespace lesson {
namespace {

Known knownState(const ReadLesson& read, const std::string& name)
{
    const auto found = read.states.find(name);
    if (found != read.states.end() && found->second.planned)
        return {true, {}};
    const State* state = read.lesson.find(name);
    if (state && state->refused)
        return {false, "asks of '" + name + "', which is refused"};
    return {};
}

} // namespace

bool isOfRun(const Measure& measure) { return measure.id == MeasureId::Measured; }

bool isOfRun(const Condition& condition)
{
    const auto* scaled = std::get_if<Condition::Scaled>(&condition.than);
    return isOfRun(condition.measure) || (scaled && isOfRun(scaled->measure));
}

Known knownOf(const ReadLesson& read, const Measure& measure, const Step* step)
{
    if (isOfRun(measure))
        return {};
    if (measure.id == MeasureId::Sound)
        return {true, {}};
    if (!measure.state.empty())
        return knownState(read, measure.state);
    if (!step)
        return {false, "names no state: write STATE." + toText(measure)};
    // Of what the learner makes of it, which is there once it can be planned.
    if (std::holds_alternative<SetAction>(step->action) && !step->state.empty())
        return {shownBy(read, *step) != nullptr, {}};
    if (step->state.empty())
        return {false, "asks for " + toText(measure) + ", and the step has no state"};
    return knownState(read, step->state);
}

Known knownOf(const ReadLesson& read, const Condition& condition, const Step* step)
{
    const Known left = knownOf(read, condition.measure, step);
    const auto* scaled = std::get_if<Condition::Scaled>(&condition.than);
    if (!scaled || !left.isKnown)
        return left;
    return knownOf(read, scaled->measure, step);
}

} // namespace lesson
