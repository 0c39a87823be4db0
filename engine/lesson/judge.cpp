#include "engine/lesson/judge.h"

#include "engine/lesson/step_judge.h"
#include "engine/plan/validate/validate.h"

#include <algorithm>
#include <cmath>

namespace lesson {
namespace {

// Of an order that was built: within the cap, as the engine counts it.
void checkBuilt(const BuildAction& action, const Planned& planned, Judgement& judgement)
{
    plan::ValidateOptions options{.limit = 3, .maxInFlight = action.cap};
    if (action.cap.size() == 1)
        options.maxInFlight.assign(planned.schedule().order.size(), action.cap.front());
    for (std::string& sentence : plan::validate(planned.schedule(), options).sentences())
        judgement.unmet.push_back({.sentence = std::move(sentence)});
}

// Whether the made state is of the step's kind.
const Planned* madeBy(const Answer& answer)
{
    const auto* made = std::get_if<Made>(&answer);
    return made ? made->planned.get() : nullptr;
}

} // namespace

PlannedPtr shownBy(const ReadLesson& read, const Step& step)
{
    const auto found = read.states.find(step.state);
    return found == read.states.end() ? nullptr : found->second.planned;
}

bool asksOfRun(const Step& step)
{
    const auto isOfRun = [](const Measure& measure) { return measure.id == MeasureId::Measured; };
    const auto areOfRun = [&](const std::vector<Condition>& conditions) {
        return std::any_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
            const auto* scaled = std::get_if<Condition::Scaled>(&condition.than);
            return isOfRun(condition.measure) || (scaled && isOfRun(scaled->measure));
        });
    };
    if (areOfRun(step.pass))
        return true;
    if (const auto* number = std::get_if<NumberAction>(&step.action))
        return std::any_of(number->is.begin(), number->is.end(), isOfRun);
    if (const auto* click = std::get_if<ClickAction>(&step.action))
        return isOfRun(click->is);
    const auto* choose = std::get_if<ChooseAction>(&step.action);
    return choose && std::any_of(choose->options.begin(), choose->options.end(), [&](auto& option) {
               return areOfRun(option.right);
           });
}

MeasuredRun asPlanned(const Planned& planned, const RunAction& action)
{
    MeasuredRun run{.step = planned.row().makespan,
                    .bubble = planned.row().bubbleFraction,
                    .lateness = plan::Nanoseconds{}};
    if (action.slow) {
        run.slowRank = 0;
        run.slowFactor = action.slowFactor;
        run.slowSince = 0;
    }
    return run;
}

double Guess::closeness() const
{
    return truth == 0 ? 0 : std::max(0.0, 1 - std::abs(guessed - truth) / std::abs(truth));
}

Scene sceneOf(const ReadLesson& read, const Step& step, const MeasuredRun* run)
{
    return {read, step, shownBy(read, step), run};
}

Judgement judge(const Scene& scene, const Answer& answer)
{
    const Step& step = scene.step;
    const auto* made = std::get_if<Made>(&answer);
    const auto* measured = std::get_if<MeasuredRun>(&answer);
    const StepJudge asked(
        {scene.read, step, made ? made->planned : scene.current, measured ? measured : scene.run});
    Judgement judgement;
    bool right = false;
    std::visit(
        Overloaded{
            [&](const ReadAction&) { right = std::holds_alternative<HasRead>(answer); },
            [&](const NumberAction& action) {
                const auto* numbers = std::get_if<Numbers>(&answer);
                if (action.guess && numbers)
                    judgement.guess = asked.guessOf(action, numbers->values);
                right = numbers && (action.guess || asked.areNumbers(action, numbers->values));
            },
            [&](const ChooseAction& action) {
                const auto* choice = std::get_if<Choice>(&answer);
                right = choice
                    && std::any_of(action.options.begin(), action.options.end(), [&](auto& option) {
                            return option.key == choice->key && asked.isRight(option);
                        });
            },
            [&](const ClickAction& action) {
                const auto* words = std::get_if<Words>(&answer);
                right = words && asked.isClicked(action, words->words);
            },
            [&](const OrderAction& action) {
                const auto* words = std::get_if<Words>(&answer);
                right = words && words->words == asked.sorted(action);
            },
            [&](const BracketAction& action) {
                const auto* stretch = std::get_if<Stretch>(&answer);
                right = stretch && asked.isBracketed(action, stretch->length);
            },
            [&](const BuildAction& action) {
                if (const Planned* planned = madeBy(answer)) {
                    checkBuilt(action, *planned, judgement);
                    right = judgement.unmet.empty();
                }
            },
            [&](const SetAction&) { right = madeBy(answer) != nullptr; },
            [&](const RunAction&) { right = measured != nullptr; },
        },
        step.action);
    if (right)
        asked.addUnmet(step.pass, judgement);
    else
        asked.say(answer, judgement);
    judgement.passed = right && judgement.unmet.empty();
    return judgement;
}

} // namespace lesson
