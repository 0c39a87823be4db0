#include "engine/lesson/judge.h"
#include "engine/lesson/step_judge.h"

#include <cmath>

namespace lesson {

plan::Result<Answer> rightAnswer(const Scene& scene)
{
    const ReadLesson& read = scene.read;
    const Step& step = scene.step;
    const PlannedPtr& shown = scene.current;
    const MeasuredRun* run = scene.run;
    const StepJudge asked(scene);
    using Found = plan::Result<Answer>;
    return std::visit(
        Overloaded{
            [](const ReadAction&) -> Found { return Answer{HasRead{}}; },
            [&](const NumberAction& action) -> Found {
                Numbers numbers;
                for (const Measure& measure : action.is) {
                    const auto value = asked.ask()(measure);
                    if (!value)
                        return value.error();
                    numbers.values.push_back(value->value / asked.scale(action));
                }
                return Answer{numbers};
            },
            [&](const ChooseAction& action) -> Found {
                for (const auto& option : action.options)
                    if (asked.isRight(option))
                        return Answer{Choice{option.key}};
                return plan::Error{"no option is right"};
            },
            [&](const ClickAction& action) -> Found {
                const auto value = asked.ask()(action.is);
                if (!value)
                    return value.error();
                std::vector<std::string> words = wordsOf(value->word);
                if (words.empty())
                    return plan::Error{"there is nothing to click"};
                if (!action.all)
                    words.resize(1);
                return Answer{Words{words}};
            },
            [&](const OrderAction& action) -> Found { return Answer{Words{asked.sorted(action)}}; },
            [&](const BracketAction& action) -> Found {
                const auto value = asked.ask()(action.is);
                if (!value)
                    return value.error();
                return Answer{Stretch{plan::Nanoseconds{std::llround(value->value)}}};
            },
            [&](const BuildAction&) -> Found {
                if (!shown)
                    return plan::Error{"the state cannot be planned"};
                return Answer{Made{shown}};
            },
            [&](const SetAction& action) -> Found {
                const State* state = read.lesson.find(step.state);
                if (!state)
                    return plan::Error{"the step has no state"};
                PlannedState planned = planState(*state, action.solution, read.folder);
                if (!planned.planned)
                    return plan::Error{planned.problems.front().key + ' '
                                       + planned.problems.front().sentence};
                return Answer{Made{std::move(planned.planned)}};
            },
            [&](const RunAction& action) -> Found {
                if (!shown)
                    return plan::Error{"the state cannot be planned"};
                return Answer{run ? *run : asPlanned(*shown, action)};
            },
        },
        step.action);
}

plan::Result<std::string> answerText(const Scene& scene)
{
    const ReadLesson& read = scene.read;
    const Step& step = scene.step;
    const auto answer = rightAnswer(scene);
    if (!answer)
        return answer.error();
    const auto joined = [](const std::vector<std::string>& words) {
        std::string text;
        for (const std::string& word : words)
            text += (text.empty() ? "" : " ") + word;
        return text;
    };
    if (const auto* choice = std::get_if<Choice>(&*answer))
        return choice->key;
    if (const auto* words = std::get_if<Words>(&*answer))
        return joined(words->words);
    if (std::holds_alternative<Numbers>(*answer)) {
        const auto& action = std::get<NumberAction>(step.action);
        const StepJudge asked(scene);
        std::string text;
        for (const Measure& measure : action.is)
            text += (text.empty() ? "" : ", ")
                + toText(*asked.ask()(measure), action.unit, read.lesson.unit);
        return text;
    }
    if (const auto* stretch = std::get_if<Stretch>(&*answer))
        return toText(time(stretch->length), usualUnit(Dimension::Time, read.lesson.unit),
                      read.lesson.unit);
    if (const auto* set = std::get_if<SetAction>(&step.action)) {
        std::string text;
        for (const auto& [key, word] : set->solution)
            text += (text.empty() ? "" : ", ") + key + ": " + word;
        return text;
    }
    if (std::holds_alternative<BuildAction>(step.action))
        return "the order of " + step.state;
    return std::string(std::holds_alternative<RunAction>(step.action) ? "a run" : "");
}

} // namespace lesson
