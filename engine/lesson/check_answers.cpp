#include "engine/lesson/check_answers.h"

#include "engine/lesson/judge.h"
#include "engine/lesson/step_judge.h"
#include "engine/strategy/problem.h"

#include <algorithm>
#include <map>
#include <set>

namespace lesson {
namespace {

std::string keyOf(const Step& step)
{
    return "steps." + std::string(kActions[step.action.index()]);
}

// Each field that is solved can be set to that, and no other is.
void checkSolution(LessonReader& reader, const Step& step, const SetAction& action)
{
    for (const auto& [key, word] : action.solution) {
        const auto field = std::find_if(action.fields.begin(), action.fields.end(),
                                        [&key = key](const auto& each) { return each.key == key; });
        if (field == action.fields.end()) {
            reader.problem(step.line, "steps.set.solution",
                           "sets '" + strategy::shown(key) + "', which is not among the fields");
            continue;
        }
        const auto value = literalOf(word);
        const bool isOffered = field->range
            ? value && value->number >= (*field->range)[0] && value->number <= (*field->range)[1]
            : std::find(field->words.begin(), field->words.end(), word) != field->words.end();
        if (!isOffered)
            reader.problem(step.line, "steps.set.solution",
                           "sets '" + strategy::shown(key) + "' to " + strategy::shown(word)
                               + ", which the field does not offer");
    }
}

// There is one order alone.
void checkOrder(LessonReader& reader, const Step& step, const OrderAction& action)
{
    const Dimension dimension = dimensionOf(action.by);
    if (dimension == Dimension::Word || dimension == Dimension::Truth)
        return reader.problem(step.line, "steps.order.by", "is no number");
    const Ask ask = askOf(reader.read().states, nullptr);
    std::set<std::string> names;
    std::map<double, std::string> byValue;
    for (const std::string& state : action.states) {
        if (!names.insert(state).second)
            return reader.problem(step.line, "steps.order.states",
                                  "are given twice: '" + state + '\'');
        Measure measure = action.by;
        measure.state = state;
        const auto value = ask(measure);
        if (!value)
            return reader.problem(step.line, "steps.order.by",
                                  '\'' + toText(measure) + "' " + value.error().message);
        const auto [same, isNew] = byValue.emplace(value->value, state);
        if (!isNew)
            return reader.problem(step.line, "steps.order.states",
                                  "have no order: '" + same->second + "' and '" + state
                                      + "' are alike");
    }
}

// As whoever types it means it; nothing: it can be no answer to the step.
std::optional<Answer> answerOf(LessonReader& reader, const Step& step, const std::string& typed)
{
    if (const auto* number = std::get_if<NumberAction>(&step.action)) {
        const StepJudge judge(sceneOf(reader.read(), step));
        const auto values = judge.numbersOf(*number, typed);
        return values ? std::optional<Answer>(Numbers{*values}) : std::nullopt;
    }
    if (const auto* choose = std::get_if<ChooseAction>(&step.action))
        return std::any_of(choose->options.begin(), choose->options.end(),
                           [&](const auto& option) { return option.key == typed; })
            ? std::optional<Answer>(Choice{typed})
            : std::nullopt;
    const auto* click = std::get_if<ClickAction>(&step.action);
    const auto* order = std::get_if<OrderAction>(&step.action);
    if (!click && !order)
        return std::nullopt;
    const bool isOfOps = click && (click->what == Clicked::Op || click->what == Clicked::Bubble);
    const std::vector<std::string> words = wordsOf(typed);
    for (const std::string& word : words) {
        const bool isOne = isOfOps ? plan::parseOp(word).has_value()
            : click
            ? bool(literalOf(word))
            : std::find(order->states.begin(), order->states.end(), word) != order->states.end();
        if (!isOne)
            return std::nullopt;
    }
    return words.empty() ? std::nullopt : std::optional<Answer>(Words{words});
}

void checkWrong(LessonReader& reader, const Step& step, const WrongAnswer& wrong)
{
    const auto answer = answerOf(reader, step, wrong.answer);
    if (!answer)
        return reader.problem(wrong.line, "steps.wrong.answer",
                              std::holds_alternative<ChooseAction>(step.action)
                                  ? "names no option: '" + strategy::shown(wrong.answer) + '\''
                                  : "can be no answer to '"
                                      + std::string(kActions[step.action.index()]) + "': '"
                                      + strategy::shown(wrong.answer) + '\'');
    if (judge(sceneOf(reader.read(), step), *answer).passed)
        reader.problem(wrong.line, "steps.wrong.answer",
                       "is the right one: '" + strategy::shown(wrong.answer) + '\'');
}

} // namespace

void checkAnswers(LessonReader& reader, const Step& step)
{
    if (const auto* set = std::get_if<SetAction>(&step.action))
        checkSolution(reader, step, *set);
    if (const auto* order = std::get_if<OrderAction>(&step.action))
        checkOrder(reader, step, *order);
    const auto right = rightAnswer(sceneOf(reader.read(), step));
    if (!right)
        return reader.problem(step.line, keyOf(step), right.error().message);
    const Judgement judged = judge(sceneOf(reader.read(), step), *right);
    if (!judged.passed)
        reader.problem(step.line, keyOf(step),
                       judged.unmet.empty()
                           ? "has no right answer"
                           : "is not passed by its own answer: " + judged.unmet.front().sentence);
    for (const WrongAnswer& wrong : step.wrong)
        checkWrong(reader, step, wrong);
}

} // namespace lesson
