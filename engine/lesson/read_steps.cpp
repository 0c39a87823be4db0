#include "engine/lesson/lesson_reader.h"
#include "engine/strategy/problem.h"
#include "engine/strategy/scalars.h"

#include <algorithm>
#include <charconv>

namespace lesson {
namespace {

using strategy::Node;

std::optional<int> wholeNumber(std::string_view text)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(number)
                                                                    : std::nullopt;
}

void readViews(LessonReader& reader, strategy::Section& section, Step& step)
{
    const auto value = section.find("show");
    if (!value)
        return;
    for (const Node* node : reader.items(*value->node)) {
        const auto found = std::find(kViews.begin(), kViews.end(), node->text);
        if (found == kViews.end())
            reader.problem(node->line, "steps.show",
                           strategy::wordSentence(kViews, node->text)
                               + strategy::suggestion(kViews, node->text));
        else
            step.show.push_back(static_cast<View>(found - kViews.begin()));
    }
}

// `chart: {of: makespan, states: [m-1, m-2]}`.
void readChart(LessonReader& reader, strategy::Section& section, Step& step)
{
    const auto value = section.find("chart");
    if (!value)
        return;
    strategy::Section chart(reader.reading(), *value->node, "steps.chart", value->line);
    step.chartOf = reader.measure(chart, "of");
    reader.words(chart, "states", step.chart);
    chart.refuseUnknown();
    for (const std::string& state : step.chart)
        reader.namesState(state, value->line, "steps.chart.states");
    if (step.chart.empty() || !step.chartOf)
        reader.problem(value->line, "steps.chart",
                       "needs what it is of, and states: {of: makespan, states: [small, large]}");
}

void readWrong(LessonReader& reader, strategy::Section& section, Step& step)
{
    const auto value = section.find("wrong");
    if (!value)
        return;
    for (const Node* node : reader.items(*value->node)) {
        strategy::Section item(reader.reading(), *node, "steps.wrong", node->line);
        if (node->kind != Node::Kind::Map)
            continue;
        WrongAnswer wrong{.line = node->line};
        reader.word(item, "answer", wrong.answer);
        reader.languages(item, node->line, "steps.wrong", wrong.text);
        item.refuseUnknown();
        if (wrong.answer.empty() || wrong.text.empty())
            reader.problem(node->line, "steps.wrong",
                           "needs an answer and what is said to it: {answer: 4, en: \"…\"}");
        step.wrong.push_back(std::move(wrong));
    }
}

void readHints(LessonReader& reader, strategy::Section& section, Step& step)
{
    const auto value = section.find("hints");
    if (!value)
        return;
    for (const Node* node : reader.items(*value->node)) {
        strategy::Section item(reader.reading(), *node, "steps.hints", node->line);
        if (node->kind != Node::Kind::Map)
            continue;
        Text hint;
        reader.languages(item, node->line, "steps.hints", hint);
        item.refuseUnknown();
        step.hints.push_back(std::move(hint));
    }
}

// `vary: {parallel.pipeline: 3..6}`.
void readVary(LessonReader& reader, strategy::Section& section, Step& step)
{
    const auto value = section.find("vary");
    if (!value)
        return;
    if (value->node->kind != Node::Kind::Map)
        return reader.problem(value->line, "steps.vary",
                              "must be fields with ranges: {batch.global: 4..24}");
    for (std::size_t i = 0; i + 1 < value->node->children.size(); i += 2) {
        const Node& key = reader.reading().at(value->node->children[i]);
        const Node& range = reader.reading().at(value->node->children[i + 1]);
        const auto ends = rangeOf(range.text);
        if (!ends)
            reader.problem(key.line, "steps.vary." + strategy::shown(key.text),
                           "must be a range of whole numbers, like 4..24");
        else
            step.vary.push_back({key.text, *ends});
    }
}

void readActions(LessonReader& reader, strategy::Section& section, Step& step)
{
    std::string_view first;
    for (const std::string_view key : kActions) {
        const auto value = section.find(key);
        if (!value)
            continue;
        if (first.empty())
            readAction(reader, section, key, step);
        else
            reader.problem(value->line, "steps." + std::string(key),
                           "is a second action beside '" + std::string(first)
                               + "'; a step asks one thing");
        first = first.empty() ? key : first;
    }
    const bool isByConditions = std::holds_alternative<BuildAction>(step.action)
        || std::holds_alternative<SetAction>(step.action);
    if (isByConditions && step.pass.empty())
        reader.problem(step.line, "steps.pass",
                       "is missing; it says when what was made is good: [legal, makespan <= 18 u]");
}

void readStep(LessonReader& reader, const Node& node)
{
    Step step{.line = node.line};
    strategy::Section section(reader.reading(), node, "steps", node.line);
    if (node.kind != Node::Kind::Map)
        return;
    const auto& before = reader.lesson().steps;
    reader.word(section, "id", step.id);
    const std::size_t told = reader.reading().result.problems.size();
    reader.text(section, "text", step.text);
    const bool isTextTold = reader.reading().result.problems.size() > told;
    reader.word(section, "state", step.state);
    if (const auto state = section.find("state"))
        reader.namesState(step.state, state->line, "steps.state");
    else if (!before.empty())
        step.state = before.back().state;
    reader.words(section, "compare", step.compare);
    if (const auto compare = section.find("compare"))
        for (const std::string& state : step.compare)
            reader.namesState(state, compare->line, "steps.compare");
    readViews(reader, section, step);
    readChart(reader, section, step);
    reader.conditions(section, "pass", step.pass);
    readWrong(reader, section, step);
    readHints(reader, section, step);
    reader.text(section, "reveal", step.reveal);
    readVary(reader, section, step);
    readActions(reader, section, step);
    section.refuseUnknown();
    const auto* number = std::get_if<NumberAction>(&step.action);
    for (const auto& [key, count] : {std::pair{"steps.hints", step.hints.size()},
                                     {"steps.wrong", step.wrong.size()},
                                     {"steps.number.is", number ? number->is.size() : 0}})
        if (count > kMaxOfAStep)
            reader.tooMuch(node.line, key, "are more than " + std::to_string(kMaxOfAStep));
    if (step.id.empty())
        step.id = std::to_string(before.size() + 1);
    if (std::any_of(before.begin(), before.end(),
                    [&](const Step& other) { return other.id == step.id; }))
        reader.problem(node.line, "steps.id", "is given twice: '" + step.id + '\'');
    if (step.text.empty() && !isTextTold)
        reader.problem(node.line, "steps.text", "is missing; a step says what is to be done");
    reader.lesson().steps.push_back(std::move(step));
}

} // namespace

std::optional<std::array<int, 2>> rangeOf(std::string_view text)
{
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos)
        return std::nullopt;
    const auto low = wholeNumber(text.substr(0, dots));
    const auto high = wholeNumber(text.substr(dots + 2));
    if (!low || !high || *low > *high)
        return std::nullopt;
    return std::array{*low, *high};
}

void readSteps(LessonReader& reader, strategy::Section& root)
{
    const auto steps = root.find("steps");
    if (!steps)
        return reader.problem(1, "steps", "are missing; a lesson has at least one");
    if (steps->node->kind != Node::Kind::List || steps->node->children.empty())
        return reader.problem(steps->line, "steps", "must be a list, with a '- ' before each step");
    if (steps->node->children.size() > kMaxSteps)
        return reader.problem(steps->line, "steps", "are more than " + std::to_string(kMaxSteps));
    for (const int child : steps->node->children)
        readStep(reader, reader.reading().at(child));
}

} // namespace lesson
