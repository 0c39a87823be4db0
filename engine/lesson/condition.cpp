#include "engine/lesson/condition.h"

#include "engine/strategy/problem.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lesson {
namespace {

constexpr double kRoundOff = 1e-9; // relative

struct RelationWord {
    std::string_view word;
    Relation relation;
};
// The longer one of two that begin alike first.
constexpr std::array<RelationWord, 5> kRelations{{{"<=", Relation::AtMost},
                                                  {">=", Relation::AtLeast},
                                                  {"=", Relation::Equal},
                                                  {"<", Relation::Less},
                                                  {">", Relation::More}}};

std::string_view wordOf(Relation relation)
{
    for (const RelationWord& entry : kRelations)
        if (entry.relation == relation)
            return entry.word;
    return {};
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

plan::Error differ(const Measure& measure, const std::string& other)
{
    return {"holds '" + toText(measure) + "' against '" + other
            + "', which measures something else"};
}

// A truth that stands alone, or behind "not".
plan::Result<Condition> truthCondition(std::string_view text,
                                       std::span<const std::string_view> states)
{
    const bool negated = text.starts_with("not ");
    const auto measure = measureOf(trimmed(negated ? text.substr(4) : text), states);
    if (!measure)
        return measure.error();
    if (dimensionOf(*measure) != Dimension::Truth)
        return plan::Error{"is no condition: '" + strategy::shown(text)
                           + "'; write 'gpipe.makespan = 33 u'"};
    return Condition{.measure = *measure, .than = Literal{.number = negated ? 0.0 : 1.0}};
}

plan::Result<Condition> comparison(std::string_view left, const RelationWord& relation,
                                   std::string_view right, std::span<const std::string_view> states,
                                   bool u)
{
    const auto measure = measureOf(left, states);
    if (!measure)
        return measure.error();
    Condition condition{.measure = *measure, .relation = relation.relation};
    const Dimension dimension = dimensionOf(*measure);
    if (dimension == Dimension::Truth || dimension == Dimension::Word)
        return plan::Error{"'" + toText(*measure) + "' is no number that can be held against one"};
    if (const auto literal = literalOf(right)) {
        if (literal->unit == Unit::U && !u)
            return plan::Error{"counts in u, and the base has no costs.forward that u would be"};
        if (!fits(literal->unit, dimension))
            return differ(*measure, std::string(right));
        condition.than = *literal;
        return condition;
    }
    Condition::Scaled scaled;
    const std::string_view written = right;
    const std::size_t space = right.find(' ');
    const std::string_view digits = right.substr(0, space);
    if (space != std::string_view::npos) {
        const auto factor = literalOf(digits);
        if (!factor)
            return factor.error();
        scaled.factor = factor->number;
        right = trimmed(right.substr(space));
    } else if (!right.empty() && right.front() >= '0' && right.front() <= '9'
               && right.find('.') == std::string_view::npos) {
        return literalOf(right).error();
    }
    const auto other = measureOf(right, states);
    if (!other) // "33 uu" is meant for a number
        return right.find('.') == std::string_view::npos && space != std::string_view::npos
            ? literalOf(written).error()
            : other.error();
    if (dimensionOf(*other) != dimension)
        return differ(*measure, toText(*other));
    scaled.measure = *other;
    condition.than = scaled;
    return condition;
}

// Which measure it is of, where the sentence does not say. Of a run it is one for the learner.
std::string untold(const Measure& measure, const plan::Error& error)
{
    if (measure.id == MeasureId::Measured || error.message.starts_with('\''))
        return error.message;
    return '\'' + toText(measure) + "' " + error.message;
}

// What stands behind the relation.
std::string heldAgainst(const Condition& condition)
{
    const std::string_view relation = wordOf(condition.relation);
    const std::string_view text = condition.text;
    return std::string(trimmed(text.substr(text.find(relation) + relation.size())));
}

bool related(double left, Relation relation, double right)
{
    const double off = kRoundOff * std::max({1.0, std::abs(left), std::abs(right)});
    switch (relation) {
    case Relation::Equal:
        return std::abs(left - right) <= off;
    case Relation::Less:
        return left < right - off;
    case Relation::AtMost:
        return left <= right + off;
    case Relation::More:
        return left > right + off;
    case Relation::AtLeast:
        return left >= right - off;
    }
    return false;
}

} // namespace

plan::Result<Condition> conditionOf(std::string_view text, std::span<const std::string_view> states,
                                    bool u)
{
    plan::Result<Condition> condition = truthCondition(text, states);
    for (const RelationWord& entry : kRelations) {
        const std::size_t at = text.find(entry.word);
        if (at == std::string_view::npos)
            continue;
        condition = comparison(trimmed(text.substr(0, at)), entry,
                               trimmed(text.substr(at + entry.word.size())), states, u);
        break;
    }
    if (condition)
        condition->text = std::string(text);
    return condition;
}

plan::Result<bool> holds(const Condition& condition, const Ask& ask,
                         std::optional<plan::Nanoseconds> u)
{
    const auto left = ask(condition.measure);
    if (!left)
        return left.error();
    if (const auto* literal = std::get_if<Literal>(&condition.than)) {
        if (condition.relation == Relation::Equal)
            return equals(*left, *literal, u);
        return related(left->value / scaleOf(literal->unit, u), condition.relation,
                       literal->number);
    }
    const auto& scaled = std::get<Condition::Scaled>(condition.than);
    const auto right = ask(scaled.measure);
    if (!right)
        return right.error();
    return related(left->value, condition.relation, scaled.factor * right->value);
}

plan::Result<Missed> missed(const Condition& condition, const Ask& ask,
                            std::optional<plan::Nanoseconds> u)
{
    const auto left = ask(condition.measure);
    if (!left)
        return plan::Error{untold(condition.measure, left.error())};
    const auto* literal = std::get_if<Literal>(&condition.than);
    const Unit unit = literal ? literal->unit : usualUnit(dimensionOf(condition.measure), u);
    Missed missed{condition.measure, condition.relation, toText(*left, unit, u), {}};
    if (literal) {
        missed.limit = heldAgainst(condition);
        return missed;
    }
    const auto& scaled = std::get<Condition::Scaled>(condition.than);
    auto right = ask(scaled.measure);
    if (!right)
        return plan::Error{untold(scaled.measure, right.error())};
    right->value *= scaled.factor;
    missed.limit = toText(*right, unit, u);
    return missed;
}

std::string whyNot(const Condition& condition, const Ask& ask, std::optional<plan::Nanoseconds> u)
{
    if (dimensionOf(condition.measure) == Dimension::Truth) {
        const auto holds = ask(condition.measure);
        return holds ? toText(condition.measure) + " is " + toText(*holds, Unit::None, u)
                     : untold(condition.measure, holds.error());
    }
    const auto told = missed(condition, ask, u);
    if (!told)
        return told.error().message;
    std::string text = toText(condition.measure) + " is " + told->is + ", not ";
    if (condition.relation != Relation::Equal)
        text += std::string(wordOf(condition.relation)) + ' ';
    text += heldAgainst(condition);
    return std::holds_alternative<Literal>(condition.than) ? text
                                                           : text + ", which is " + told->limit;
}

} // namespace lesson
