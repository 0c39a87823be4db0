#include "engine/lesson/lesson_reader.h"
#include "engine/lesson/recordings.h"
#include "engine/strategy/problem.h"
#include "engine/strategy/scalars.h"

#include <algorithm>

namespace lesson {
namespace {

using strategy::FoundValue;
using strategy::Node;

// Of an answer where the lesson names no tolerance.
Tolerance usualTolerance(Dimension dimension)
{
    switch (dimension) {
    case Dimension::Time:
        return {.number = 0.005, .relative = true};
    case Dimension::Share:
        return {.number = 0.5, .unit = Unit::Points};
    case Dimension::Memory:
    case Dimension::Rate:
        return {.number = 0.02, .relative = true};
    default:
        return {};
    }
}

// "2 %" of the truth, or "0.5 u", "2 points".
void readTolerance(LessonReader& reader, strategy::Section& section, Dimension dimension,
                   Tolerance& within)
{
    within = usualTolerance(dimension);
    std::string text;
    reader.word(section, "within", text);
    const auto value = section.find("within");
    if (!value || text.empty())
        return;
    const auto literal = literalOf(text);
    if (!literal)
        return reader.problem(value->line, section.pathOf("within"), literal.error().message);
    if (literal->unit == Unit::Percent)
        within = {.number = literal->number / 100, .relative = true};
    else if (fits(literal->unit, dimension) && (literal->unit != Unit::U || reader.lesson().unit))
        within = {.number = literal->number, .unit = literal->unit};
    else
        reader.problem(value->line, section.pathOf("within"),
                       "measures something else than what is asked for");
}

void readNumber(LessonReader& reader, strategy::Section& section, Step& step)
{
    NumberAction action;
    const auto is = section.find("is");
    for (const Node* node : is ? reader.items(*is->node) : std::vector<const Node*>{})
        if (const auto measure = reader.measureOf(*node, node->line, "steps.number.is"))
            action.is.push_back(*measure);
    reader.flag(section, "guess", action.guess);
    std::string unit;
    reader.word(section, "unit", unit);
    if (action.is.empty()) {
        if (!is)
            reader.problem(step.line, "steps.number", "needs what is asked for: {is: makespan}");
    } else {
        const Dimension dimension = dimensionOf(action.is.front());
        action.unit = usualUnit(dimension, reader.lesson().unit);
        if (const auto given = unitOf(unit); !unit.empty()) {
            if (given && fits(*given, dimension) && (*given != Unit::U || reader.lesson().unit))
                action.unit = *given;
            else
                reader.problem(step.line, "steps.number.unit",
                               "cannot be '" + strategy::shown(unit) + "' of what is asked for");
        }
        if (dimension == Dimension::Truth || dimension == Dimension::Word)
            reader.problem(is->line, "steps.number.is", "is no number");
        if (std::any_of(action.is.begin(), action.is.end(), [dimension](const Measure& measure) {
                return dimensionOf(measure) != dimension;
            }))
            reader.problem(is->line, "steps.number.is", "asks for numbers of different units");
        readTolerance(reader, section, dimension, action.within);
    }
    step.action = std::move(action);
}

void readOption(LessonReader& reader, const Node& node, ChooseAction& action)
{
    strategy::Section item(reader.reading(), node, "steps.choose", node.line);
    if (node.kind != Node::Kind::Map)
        return;
    ChooseAction::Option option{.line = node.line};
    reader.word(item, "key", option.key);
    reader.languages(item, node.line, "steps.choose", option.text);
    const auto right = item.find("right");
    if (right && right->node->text == "true")
        option.always = true;
    else
        reader.conditions(item, "right", option.right);
    item.refuseUnknown();
    if (option.key.empty() || option.text.empty())
        reader.problem(node.line, "steps.choose", "needs a key and a text: {key: same, en: \"…\"}");
    if (std::any_of(action.options.begin(), action.options.end(),
                    [&](const auto& other) { return other.key == option.key; }))
        reader.problem(node.line, "steps.choose.key", "is given twice: '" + option.key + '\'');
    action.options.push_back(std::move(option));
}

void readChoose(LessonReader& reader, const FoundValue& value, Step& step)
{
    ChooseAction action;
    if (value.node->kind == Node::Kind::List)
        for (const Node* node : reader.items(*value.node))
            readOption(reader, *node, action);
    if (action.options.size() < 2 || action.options.size() > 6)
        reader.problem(value.line, "steps.choose", "needs two to six options, one of them right");
    step.action = std::move(action);
}

void readClick(LessonReader& reader, strategy::Section& section, Step& step)
{
    ClickAction action;
    std::string what = "op";
    reader.word(section, "what", what);
    const auto found = std::find(kClicked.begin(), kClicked.end(), what);
    if (found == kClicked.end())
        reader.problem(step.line, "steps.click.what", strategy::wordSentence(kClicked, what));
    else
        action.what = static_cast<Clicked>(found - kClicked.begin());
    reader.flag(section, "all", action.all);
    if (const auto measure = reader.measure(section, "is")) {
        action.is = *measure;
        if (dimensionOf(*measure) != Dimension::Word)
            reader.problem(step.line, "steps.click.is",
                           "is a number; it must name ops, ranks or layers, like waits_for.0");
    } else if (!section.find("is")) {
        reader.problem(step.line, "steps.click",
                       "needs what is right: {what: op, is: waits_for.0}");
    }
    step.action = std::move(action);
}

void readOrder(LessonReader& reader, strategy::Section& section, Step& step)
{
    OrderAction action;
    reader.words(section, "states", action.states);
    for (const std::string& state : action.states)
        reader.namesState(state, step.line, "steps.order.states");
    const auto by = reader.measure(section, "by");
    if (by)
        action.by = *by;
    if (action.states.size() < 2 || (!by && !section.find("by")))
        reader.problem(step.line, "steps.order",
                       "needs states and a measure: {states: [gpipe, 1f1b], by: makespan}");
    step.action = std::move(action);
}

void readBracket(LessonReader& reader, strategy::Section& section, Step& step)
{
    BracketAction action;
    if (const auto is = reader.measure(section, "is")) {
        action.is = *is;
        if (dimensionOf(*is) != Dimension::Time)
            reader.problem(step.line, "steps.bracket.is", "is no time");
    } else if (!section.find("is")) {
        reader.problem(step.line, "steps.bracket", "needs a time: {is: place.2.before_first}");
    }
    readTolerance(reader, section, Dimension::Time, action.within);
    if (!section.find("within"))
        action.within = {.number = 0.1, .relative = true}; // it is drawn by hand
    step.action = std::move(action);
}

void readBuild(LessonReader& reader, strategy::Section& section, Step& step)
{
    BuildAction action;
    reader.word(section, "from", action.from);
    if (action.from == "empty")
        action.from.clear();
    else if (!action.from.empty())
        reader.namesState(action.from, step.line, "steps.build.from");
    if (const auto cap = section.find("cap"))
        for (const Node* node : reader.items(*cap->node)) {
            const auto most = strategy::wholeOf(*node, {1, kMaxStateCells});
            if (!most)
                reader.problem(node->line, "steps.build.cap", most.error().message);
            else
                action.cap.push_back(static_cast<int>(*most));
        }
    reader.flag(section, "fade", action.fade);
    reader.flag(section, "split", action.split);
    step.action = std::move(action);
}

std::optional<SetAction::Field> readField(LessonReader& reader, const Node& key, const Node& value)
{
    SetAction::Field field{.key = key.text, .line = key.line};
    if (value.kind == Node::Kind::List)
        for (const Node* node : reader.items(value))
            field.words.push_back(node->text);
    else
        field.range = rangeOf(value.text);
    if (field.words.empty() && !field.range) {
        reader.problem(key.line, "steps.set." + strategy::shown(key.text),
                       "must be a range of whole numbers, 1..64, or a list of words");
        return std::nullopt;
    }
    return field;
}

void readSet(LessonReader& reader, strategy::Section& section, Step& step)
{
    SetAction action;
    const auto fields = section.find("fields");
    if (!fields || fields->node->kind != Node::Kind::Map)
        reader.problem(
            step.line, "steps.set",
            "needs fields and what may be put into them: {fields: {batch.global: 1..64}}");
    else
        for (std::size_t i = 0; i + 1 < fields->node->children.size(); i += 2)
            if (auto field = readField(reader, reader.reading().at(fields->node->children[i]),
                                       reader.reading().at(fields->node->children[i + 1])))
                action.fields.push_back(*std::move(field));
    const auto solution = section.find("solution");
    if (!solution || solution->node->kind != Node::Kind::Map)
        reader.problem(step.line, "steps.set.solution",
                       "is missing; it shows that the step can be passed: {batch.global: 28}");
    else
        for (std::size_t i = 0; i + 1 < solution->node->children.size(); i += 2)
            action.solution[reader.reading().at(solution->node->children[i]).text]
                = reader.reading().at(solution->node->children[i + 1]).text;
    step.action = std::move(action);
}

void readRun(LessonReader& reader, strategy::Section& section, Step& step)
{
    RunAction action;
    reader.word(section, "device", action.device);
    if (action.device != "emulated" && action.device != "cpu")
        reader.problem(step.line, "steps.run.device",
                       "must be one of emulated, cpu, not '" + strategy::shown(action.device)
                           + '\'');
    reader.number(section, "steps", action.steps, {1, kMaxRunSteps});
    reader.flag(section, "slow", action.slow);
    reader.decimal(section, "slow_factor", action.slowFactor, {1.05, 10});
    reader.flag(section, "flip_bit", action.flipBit);
    reader.word(section, "resume", action.resume);
    reader.word(section, "recording", action.recording);
    reader.flag(section, "replay", action.replay);
    const auto& before = reader.lesson().steps;
    if (!action.resume.empty()
        && std::none_of(before.begin(), before.end(), [&](const Step& other) {
               return other.id == action.resume && std::holds_alternative<RunAction>(other.action);
           }))
        reader.problem(step.line, "steps.run.resume",
                       "names no run above: '" + strategy::shown(action.resume) + '\'');
    if (!action.recording.empty() && !hasRecording(action.recording))
        reader.problem(step.line, "steps.run.recording",
                       "names no recording that the program brings along: '"
                           + strategy::shown(action.recording) + '\'');
    if (action.replay && action.recording.empty())
        reader.problem(step.line, "steps.run.replay", "needs a recording");
    step.action = std::move(action);
}

} // namespace

void readAction(LessonReader& reader, strategy::Section& section, std::string_view key, Step& step)
{
    const FoundValue value = *section.find(key);
    if (key == "read")
        return;
    if (key == "choose")
        return readChoose(reader, value, step);
    const std::string path = "steps." + std::string(key);
    strategy::Section action(reader.reading(), *value.node, path, value.line);
    if (value.node->kind != Node::Kind::Map)
        return;
    using Read = void (*)(LessonReader&, strategy::Section&, Step&);
    constexpr std::pair<std::string_view, Read> kReaders[]{
        {"number", readNumber},   {"click", readClick}, {"order", readOrder},
        {"bracket", readBracket}, {"build", readBuild}, {"set", readSet},
        {"run", readRun}};
    for (const auto& [name, read] : kReaders)
        if (name == key)
            read(reader, action, step);
    action.refuseUnknown();
}

} // namespace lesson
