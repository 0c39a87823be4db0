#include "engine/lesson/judge.h"

#include "engine/lesson/read_lesson.h"
#include "engine/plan/validate/validate.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <sstream>

namespace lesson {
namespace {

using Nanoseconds = plan::Nanoseconds;

constexpr double kRoundOff = 1e-9; // relative

template <class... Handlers>
struct Overloaded : Handlers... {
    using Handlers::operator()...;
};

std::vector<std::string> wordsOf(const std::string& text)
{
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

std::optional<double> numberOf(const std::string& text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number)
                                                                    : std::nullopt;
}

// Of the truth, which is given in the quantity's own scale.
double toleranceOf(const Tolerance& within, double truth, std::optional<Nanoseconds> u)
{
    const double least = kRoundOff * std::max(1.0, std::abs(truth));
    return least
        + (within.relative ? within.number * std::abs(truth)
                           : within.number * scaleOf(within.unit, u));
}

// What is asked of one step: the lesson, the picture and the last run.
class Judge {
public:
    Judge(const ReadLesson& read, const Step& step, PlannedPtr current, const MeasuredRun* run)
        : m_read(read)
        , m_step(step)
        , m_ask(askOf(read.states, std::move(current), run))
    {
    }

    const Ask& ask() const { return m_ask; }

    void conditions(const std::vector<Condition>& conditions, Judgement& judgement) const
    {
        for (const Condition& condition : conditions) {
            const auto fulfilled = holds(condition, m_ask, m_read.lesson.unit);
            if (!fulfilled || !*fulfilled)
                judgement.unmet.push_back(whyNot(condition, m_ask, m_read.lesson.unit));
        }
    }

    bool isNumber(const NumberAction& action, std::size_t index, double value) const
    {
        const auto truth = m_ask(action.is[index]);
        return truth
            && std::abs(value * scale(action) - truth->value)
            <= toleranceOf(action.within, truth->value, m_read.lesson.unit);
    }

    bool areNumbers(const NumberAction& action, const std::vector<double>& values) const
    {
        if (values.size() != action.is.size())
            return false;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!isNumber(action, i, values[i]))
                return false;
        return true;
    }

    double closeness(const NumberAction& action, const std::vector<double>& values) const
    {
        const auto truth = m_ask(action.is.front());
        if (!truth || values.empty() || truth->value == 0)
            return 0;
        const double off = std::abs(values.front() * scale(action) - truth->value);
        return std::max(0.0, 1 - off / std::abs(truth->value));
    }

    // What the lesson says to that answer.
    void say(const Answer& answer, Judgement& judgement) const
    {
        for (const WrongAnswer& wrong : m_step.wrong)
            if (matches(wrong.answer, answer)) {
                judgement.said = wrong.text;
                return;
            }
    }

    double scale(const NumberAction& action) const
    {
        return scaleOf(action.unit, m_read.lesson.unit);
    }

private:
    bool matches(const std::string& wrong, const Answer& answer) const
    {
        if (const auto* choice = std::get_if<Choice>(&answer))
            return choice->key == wrong;
        if (const auto* words = std::get_if<Words>(&answer))
            return words->words == wordsOf(wrong);
        const auto* numbers = std::get_if<Numbers>(&answer);
        const auto typed = numberOf(wrong);
        if (!numbers || !typed || numbers->values.size() != 1)
            return false;
        const auto& action = std::get<NumberAction>(m_step.action);
        const double off = std::abs(numbers->values.front() - *typed) * scale(action);
        return off <= toleranceOf(action.within, *typed * scale(action), m_read.lesson.unit);
    }

    const ReadLesson& m_read;
    const Step& m_step;
    Ask m_ask;
};

bool isRight(const ChooseAction::Option& option, const Ask& ask, std::optional<Nanoseconds> u)
{
    if (option.always)
        return true;
    return !option.right.empty()
        && std::all_of(option.right.begin(), option.right.end(), [&](const Condition& condition) {
               const auto fulfilled = holds(condition, ask, u);
               return fulfilled && *fulfilled;
           });
}

std::vector<std::string> sorted(const OrderAction& action, const Ask& ask)
{
    std::vector<std::pair<double, std::string>> states;
    for (const std::string& state : action.states) {
        Measure measure = action.by;
        measure.state = state;
        const auto value = ask(measure);
        states.emplace_back(value ? value->value : 0, state);
    }
    std::stable_sort(states.begin(), states.end(),
                     [](auto& a, auto& b) { return a.first < b.first; });
    std::vector<std::string> names;
    for (auto& [value, state] : states)
        names.push_back(std::move(state));
    return names;
}

bool isClicked(const ClickAction& action, const std::vector<std::string>& clicked, const Ask& ask)
{
    const auto truth = ask(action.is);
    if (!truth)
        return false;
    const std::vector<std::string> right = wordsOf(truth->word);
    if (action.all)
        return clicked == right;
    return clicked.size() == 1
        && std::find(right.begin(), right.end(), clicked.front()) != right.end();
}

// Of an order that was built: within the cap, as the engine counts it.
void checkBuilt(const BuildAction& action, const Planned& planned, Judgement& judgement)
{
    plan::ValidateOptions options{.limit = 3, .maxInFlight = action.cap};
    if (action.cap.size() == 1)
        options.maxInFlight.assign(planned.schedule().order.size(), action.cap.front());
    judgement.unmet = plan::validate(planned.schedule(), options).sentences();
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

MeasuredRun asPlanned(const Planned& planned)
{
    return {.step = planned.row().makespan,
            .bubble = planned.row().bubbleFraction,
            .lateness = Nanoseconds{}};
}

Judgement judge(const ReadLesson& read, const Step& step, const Answer& answer,
                const MeasuredRun* run)
{
    const auto* made = std::get_if<Made>(&answer);
    const auto* measured = std::get_if<MeasuredRun>(&answer);
    const Judge judge(read, step, made ? made->planned : shownBy(read, step),
                      measured ? measured : run);
    Judgement judgement;
    bool right = false;
    std::visit(
        Overloaded{
            [&](const ReadAction&) { right = std::holds_alternative<HasRead>(answer); },
            [&](const NumberAction& action) {
                const auto* numbers = std::get_if<Numbers>(&answer);
                if (action.guess && numbers)
                    judgement.closeness = judge.closeness(action, numbers->values);
                right = numbers && (action.guess || judge.areNumbers(action, numbers->values));
            },
            [&](const ChooseAction& action) {
                const auto* choice = std::get_if<Choice>(&answer);
                right = choice
                    && std::any_of(action.options.begin(), action.options.end(), [&](auto& option) {
                           return option.key == choice->key
                               && isRight(option, judge.ask(), read.lesson.unit);
                       });
            },
            [&](const ClickAction& action) {
                const auto* words = std::get_if<Words>(&answer);
                right = words && isClicked(action, words->words, judge.ask());
            },
            [&](const OrderAction& action) {
                const auto* words = std::get_if<Words>(&answer);
                right = words && words->words == sorted(action, judge.ask());
            },
            [&](const BracketAction& action) {
                const auto* stretch = std::get_if<Stretch>(&answer);
                const auto truth = judge.ask()(action.is);
                right = stretch && truth
                    && std::abs(double(stretch->length.count()) - truth->value)
                        <= toleranceOf(action.within, truth->value, read.lesson.unit);
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
        judge.conditions(step.pass, judgement);
    else
        judge.say(answer, judgement);
    judgement.passed = right && judgement.unmet.empty();
    return judgement;
}

plan::Result<Answer> rightAnswer(const ReadLesson& read, const Step& step, const MeasuredRun* run)
{
    const PlannedPtr shown = shownBy(read, step);
    const Judge judge(read, step, shown, run);
    using Found = plan::Result<Answer>;
    return std::visit(
        Overloaded{
            [](const ReadAction&) -> Found { return Answer{HasRead{}}; },
            [&](const NumberAction& action) -> Found {
                Numbers numbers;
                for (const Measure& measure : action.is) {
                    const auto value = judge.ask()(measure);
                    if (!value)
                        return value.error();
                    numbers.values.push_back(value->value / judge.scale(action));
                }
                return Answer{numbers};
            },
            [&](const ChooseAction& action) -> Found {
                for (const auto& option : action.options)
                    if (isRight(option, judge.ask(), read.lesson.unit))
                        return Answer{Choice{option.key}};
                return plan::Error{"no option is right"};
            },
            [&](const ClickAction& action) -> Found {
                const auto value = judge.ask()(action.is);
                if (!value)
                    return value.error();
                std::vector<std::string> words = wordsOf(value->word);
                if (words.empty())
                    return plan::Error{"there is nothing to click"};
                if (!action.all)
                    words.resize(1);
                return Answer{Words{words}};
            },
            [&](const OrderAction& action) -> Found {
                return Answer{Words{sorted(action, judge.ask())}};
            },
            [&](const BracketAction& action) -> Found {
                const auto value = judge.ask()(action.is);
                if (!value)
                    return value.error();
                return Answer{Stretch{Nanoseconds{std::llround(value->value)}}};
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
            [&](const RunAction&) -> Found {
                if (!shown)
                    return plan::Error{"the state cannot be planned"};
                return Answer{run ? *run : asPlanned(*shown)};
            },
        },
        step.action);
}

plan::Result<std::string> answerText(const ReadLesson& read, const Step& step,
                                     const MeasuredRun* run)
{
    const auto answer = rightAnswer(read, step, run);
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
        const Judge judge(read, step, shownBy(read, step), run);
        std::string text;
        for (const Measure& measure : action.is)
            text += (text.empty() ? "" : ", ")
                + toText(*judge.ask()(measure), action.unit, read.lesson.unit);
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
