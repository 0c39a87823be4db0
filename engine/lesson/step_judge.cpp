#include "engine/lesson/step_judge.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

namespace lesson {
namespace {

constexpr double kOfTruth = 1e-9; // relative

} // namespace

std::vector<std::string> wordsOf(const std::string& text)
{
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

StepJudge::StepJudge(const Scene& scene)
    : m_read(scene.read)
    , m_step(scene.step)
    , m_ask(askOf(scene.read.states, scene.current, scene.run))
{
}

double StepJudge::toleranceOf(const Tolerance& within, double truth) const
{
    const double least = kOfTruth * std::max(1.0, std::abs(truth));
    return least
        + (within.relative ? within.number * std::abs(truth)
                           : within.number * scaleOf(within.unit, unit()));
}

bool StepJudge::areNumbers(const NumberAction& action, const std::vector<double>& values) const
{
    if (values.size() != action.is.size())
        return false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto truth = m_ask(action.is[i]);
        if (!truth
            || !(std::abs(values[i] * scale(action) - truth->value)
                 <= toleranceOf(action.within, truth->value)))
            return false;
    }
    return true;
}

std::optional<std::vector<double>> StepJudge::numbersOf(const NumberAction& action,
                                                        const std::string& typed) const
{
    if (action.is.empty()) // of a lesson that is shown as far as it is right
        return std::nullopt;
    std::vector<double> values;
    std::istringstream in(typed);
    for (std::string part; std::getline(in, part, ',');) {
        part.erase(0, part.find_first_not_of(' '));
        const auto literal = literalOf(part);
        if (!literal)
            return std::nullopt;
        const bool isPlain = literal->unit == Unit::None || literal->unit == action.unit;
        if (!isPlain
            && (!fits(literal->unit, dimensionOf(action.is.front()))
                || (literal->unit == Unit::U && !unit())))
            return std::nullopt;
        values.push_back(isPlain
                             ? literal->number
                             : literal->number * scaleOf(literal->unit, unit()) / scale(action));
    }
    return values.size() == action.is.size() ? std::optional(values) : std::nullopt;
}

std::optional<Guess> StepJudge::guessOf(const NumberAction& action,
                                        const std::vector<double>& values) const
{
    if (action.is.empty() || values.empty())
        return std::nullopt;
    const auto truth = m_ask(action.is.front());
    if (!truth)
        return std::nullopt;
    return Guess{values.front(), truth->value / scale(action)};
}

bool StepJudge::isRight(const ChooseAction::Option& option) const
{
    if (option.always)
        return true;
    return !option.right.empty()
        && std::all_of(option.right.begin(), option.right.end(), [&](const Condition& condition) {
               const auto fulfilled = holds(condition, m_ask, unit());
               return fulfilled && *fulfilled;
           });
}

bool StepJudge::isClicked(const ClickAction& action, const std::vector<std::string>& clicked) const
{
    const auto truth = m_ask(action.is);
    if (!truth)
        return false;
    const std::vector<std::string> right = wordsOf(truth->word);
    if (action.all)
        return clicked == right;
    return clicked.size() == 1
        && std::find(right.begin(), right.end(), clicked.front()) != right.end();
}

bool StepJudge::isBracketed(const BracketAction& action, plan::Nanoseconds length) const
{
    const auto truth = m_ask(action.is);
    return truth
        && std::abs(double(length.count()) - truth->value)
        <= toleranceOf(action.within, truth->value);
}

std::vector<std::string> StepJudge::sorted(const OrderAction& action) const
{
    std::vector<std::pair<double, std::string>> states;
    for (const std::string& state : action.states) {
        Measure measure = action.by;
        measure.state = state;
        const auto value = m_ask(measure);
        states.emplace_back(value ? value->value : 0, state);
    }
    std::stable_sort(states.begin(), states.end(),
                     [](auto& a, auto& b) { return a.first < b.first; });
    std::vector<std::string> names;
    names.reserve(states.size());
    for (auto& [value, state] : states)
        names.push_back(std::move(state));
    return names;
}

void StepJudge::addUnmet(const std::vector<Condition>& conditions, Judgement& judgement) const
{
    for (const Condition& condition : conditions) {
        const auto fulfilled = holds(condition, m_ask, unit());
        if (!fulfilled || !*fulfilled)
            judgement.unmet.push_back(unmetOf(condition));
    }
}

Unmet StepJudge::unmetOf(const Condition& condition) const
{
    Unmet unmet{.sentence = whyNot(condition, m_ask, unit())};
    if (dimensionOf(condition.measure) == Dimension::Truth) {
        if (std::get<Literal>(condition.than).number != 0)
            unmet.broken = condition.measure.id;
    } else if (auto compared = missed(condition, m_ask, unit())) {
        unmet.missed = *std::move(compared);
    }
    return unmet;
}

void StepJudge::say(const Answer& answer, Judgement& judgement) const
{
    for (const WrongAnswer& wrong : m_step.wrong)
        if (matches(wrong.answer, answer)) {
            judgement.said = wrong.text;
            return;
        }
}

bool StepJudge::matches(const std::string& wrong, const Answer& answer) const
{
    if (const auto* choice = std::get_if<Choice>(&answer))
        return choice->key == wrong;
    if (const auto* words = std::get_if<Words>(&answer))
        return words->words == wordsOf(wrong);
    const auto* numbers = std::get_if<Numbers>(&answer);
    const auto* action = std::get_if<NumberAction>(&m_step.action);
    const auto typed = action ? numbersOf(*action, wrong) : std::nullopt;
    if (!numbers || !typed || numbers->values.size() != typed->size())
        return false;
    for (std::size_t i = 0; i < typed->size(); ++i) {
        const double off = std::abs(numbers->values[i] - (*typed)[i]) * scale(*action);
        if (!(off <= toleranceOf(action->within, (*typed)[i] * scale(*action))))
            return false;
    }
    return true;
}

} // namespace lesson
