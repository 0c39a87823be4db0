#include "engine/lesson/lesson_reader.h"
#include "engine/lesson/measure.h"
#include "engine/strategy/file.h"
#include "engine/strategy/scalars.h"
#include "engine/strategy/text_limits.h"
#include "engine/strategy/yaml.h"

#include <algorithm>
#include <filesystem>

namespace lesson {
namespace {

using strategy::Node;

// Keys of a state that are no fields.
constexpr std::string_view kOf = "of";
constexpr std::string_view kNothing = "nothing"; // to be made of: not even the base
constexpr std::string_view kModel = "model";
constexpr std::string_view kRefused = "refused";
constexpr std::string_view kEach = "each";

// "fixed" or "per_stage"; nothing, and told, of another word.
std::optional<bool> perStageOf(LessonReader& reader, const Node& node, const std::string& key)
{
    if (node.text == "fixed" || node.text == "per_stage")
        return node.text == "per_stage";
    reader.problem(node.line, key,
                   "must be fixed (a rank's costs are divided over its chunks) or per_stage");
    return std::nullopt;
}

// A strategy in the lesson's folder, whose sections are the base.
std::optional<StrategyTree> treeOfFile(LessonReader& reader, const Node& node)
{
    namespace fs = std::filesystem;
    const auto tell = [&](std::string sentence) {
        reader.problem(node.line, "base.file", std::move(sentence));
        return std::nullopt;
    };
    const std::string& folder = reader.read().folder;
    std::error_code error;
    const fs::path around = fs::weakly_canonical(folder, error);
    const fs::path inside = fs::weakly_canonical(around / node.text, error);
    const fs::path relative = inside.lexically_relative(around);
    if (folder.empty() || error || relative.empty() || *relative.begin() == "..")
        return tell("names a file outside of the lesson's folder");
    const auto text = strategy::readTextFileAt(inside.string(), strategy::kMaxFileBytes);
    if (!text)
        return tell(text.error().message);
    const auto parsed = strategy::parseDocument(*text);
    if (parsed.problem)
        return tell(strategy::toText(node.text, *parsed.problem)
                    + (parsed.problem->sentence == strategy::kIsEmpty
                           ? "; a strategy begins with 'bubblescope: 1'"
                           : ""));
    if (parsed.document.root().kind != Node::Kind::Map)
        return tell("'" + strategy::shown(node.text) + "' holds no strategy");
    StrategyTree tree(parsed.document, parsed.document.root());
    tree.setLines(node.line);
    return tree;
}

// A strategy of one device.
StrategyTree emptyTree()
{
    StrategyTree tree;
    (void)tree.put("bubblescope", std::to_string(strategy::kFormatVersion), 0);
    (void)tree.put("name", "lesson", 0);
    return tree;
}

std::optional<StrategyTree> readBase(LessonReader& reader, strategy::Section& root)
{
    const auto value = root.find("base");
    StrategyTree tree;
    if (value && value->node->kind == Node::Kind::Map) {
        tree = StrategyTree(reader.document(), *value->node);
        strategy::Section section(reader.reading(), *value->node, "base", value->line);
        if (const auto file = section.find("file")) {
            auto ofFile = treeOfFile(reader, *file->node);
            if (!ofFile)
                return std::nullopt;
            // What stands beside the file's name goes over what the file says.
            tree.remove("file");
            ofFile->putAll(tree);
            tree = *std::move(ofFile);
        }
    } else if (value) {
        reader.problem(value->line, "base", "must hold the sections of a strategy");
        return std::nullopt;
    }
    StrategyTree whole = emptyTree();
    whole.putAll(tree);
    return whole;
}

// "costs.forward" of the base, which is u.
std::optional<plan::Nanoseconds> unitOf(const StrategyTree& base)
{
    Node node;
    node.kind = Node::Kind::Scalar;
    node.plain = true;
    node.text = base.wordAt("costs.forward");
    const auto time = strategy::microsecondsOf(node);
    return time && time->count() > 0 ? std::optional(*time) : std::nullopt;
}

// The values that a field takes one after the other: `each: {batch.micro: [1, 2, 4]}`.
struct Each {
    std::string key;
    std::vector<const Node*> values;
};

class StateReader {
public:
    StateReader(LessonReader& reader, StrategyTree base, bool perStage)
        : m_reader(reader)
        , m_base(std::move(base))
        , m_perStage(perStage)
    {
    }

    void read(const Node& name, const Node& value)
    {
        const std::string path = "states." + strategy::shown(name.text);
        if (const auto wrong = whyNoName(name.text))
            return m_reader.problem(name.line, path, *wrong);
        if (value.kind != Node::Kind::Map && value.kind != Node::Kind::Null)
            return m_reader.problem(name.line, path, "must hold fields: {schedule.name: gpipe}");
        State state{.name = name.text, .tree = m_base, .perStage = m_perStage, .line = name.line};
        std::optional<Each> each;
        if (value.kind == Node::Kind::Map && !readFields(state, value, path, each))
            return keepUnplanned(std::move(state)); // so that it is told of once
        if (!each)
            return add(std::move(state));
        for (const Node* one : each->values) {
            State copy = state;
            copy.name += '-' + one->text;
            if (put(copy, each->key, *one, one->line, path))
                add(std::move(copy));
        }
    }

private:
    std::optional<std::string> whyNoName(const std::string& name) const
    {
        if (name == kNothing)
            return "is called as what a state can be made of; give it another name";
        if (name.empty() || !std::all_of(name.begin(), name.end(), [](unsigned char letter) {
                return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')
                    || letter == '-' || letter == '_';
            }))
            return "is called by small letters, digits, '-' and '_'";
        if (isMeasureName(name))
            return "is called as a measure is; give it another name";
        return std::nullopt;
    }

    bool readFields(State& state, const Node& fields, const std::string& path,
                    std::optional<Each>& each)
    {
        strategy::Section section(m_reader.reading(), fields, path, state.line);
        const auto of = section.find(kOf);
        if (of && of->node->text == kNothing) {
            state.tree = emptyTree();
        } else if (of) {
            const State* other = m_reader.lesson().find(of->node->text);
            if (!other) {
                m_reader.namesState(of->node->text, of->line, path + ".of");
                return false;
            }
            state.tree = other->tree;
            state.perStage = other->perStage;
        }
        m_reader.flag(section, kRefused, state.refused);
        for (std::size_t i = 0; i + 1 < fields.children.size(); i += 2) {
            const Node& key = m_reader.reading().at(fields.children[i]);
            const Node& value = m_reader.reading().at(fields.children[i + 1]);
            if (key.text == kOf || key.text == kRefused)
                continue;
            if (key.text == kModel && value.kind == Node::Kind::Scalar) {
                const auto perStage = perStageOf(m_reader, value, path + ".model");
                state.perStage = perStage.value_or(state.perStage);
            } else if (key.text == kEach) {
                each = eachOf(value, path);
                if (!each)
                    return false;
            } else if (!put(state, key.text, value, key.line, path)) {
                return false;
            }
        }
        return true;
    }

    std::optional<Each> eachOf(const Node& node, const std::string& path)
    {
        if (node.kind != Node::Kind::Map || node.children.size() != 2
            || m_reader.reading().at(node.children[1]).kind != Node::Kind::List) {
            m_reader.problem(node.line, path + ".each",
                             "must be one field with its values: {batch.micro: [1, 2, 4]}");
            return std::nullopt;
        }
        Each each{m_reader.reading().at(node.children[0]).text, {}};
        for (const int child : m_reader.reading().at(node.children[1]).children)
            each.values.push_back(&m_reader.reading().at(child));
        return each;
    }

    bool put(State& state, const std::string& key, const Node& value, int line,
             const std::string& path)
    {
        const auto put = state.tree.put(key, m_reader.document(), value, line);
        if (!put)
            m_reader.problem(line, path + '.' + strategy::shown(key), put.error().message);
        return bool(put);
    }

    void keepUnplanned(State state)
    {
        if (m_reader.lesson().find(state.name))
            return;
        m_reader.read().states[state.name] = {};
        m_reader.lesson().states.push_back(std::move(state));
    }

    void add(State state)
    {
        Lesson& lesson = m_reader.lesson();
        if (lesson.find(state.name))
            return m_reader.problem(state.line, "states." + state.name, "is given twice");
        if (lesson.states.size() == kMaxStates)
            return m_reader.problem(state.line, "states",
                                    "are more than " + std::to_string(kMaxStates));
        PlannedState planned = planState(state.tree, state.perStage, m_reader.read().folder);
        const std::string path = "states." + state.name;
        if (state.refused && planned.planned)
            m_reader.problem(state.line, path, "is to be refused, but can be planned");
        if (!state.refused && !planned.planned && !planned.problems.empty()) {
            const strategy::Problem& first = planned.problems.front();
            m_reader.problem(first.line > 0 ? first.line : state.line, path,
                             "cannot be planned: " + first.key + ' ' + first.sentence);
        }
        m_reader.read().states[state.name] = std::move(planned);
        lesson.states.push_back(std::move(state));
    }

    LessonReader& m_reader;
    StrategyTree m_base;
    bool m_perStage;
};

} // namespace

const State* Lesson::find(std::string_view state) const
{
    const auto found = std::find_if(states.begin(), states.end(),
                                    [state](const State& one) { return one.name == state; });
    return found == states.end() ? nullptr : &*found;
}

void readStates(LessonReader& reader, strategy::Section& root)
{
    bool perStage = false;
    if (const auto model = root.find(kModel))
        perStage = perStageOf(reader, *model->node, "model").value_or(false);
    auto base = readBase(reader, root);
    const auto states = root.find("states");
    if (!base || !states)
        return;
    reader.lesson().unit = unitOf(*base);
    if (states->node->kind != Node::Kind::Map)
        return reader.problem(states->line, "states",
                              "must be a mapping, with the fields of each state behind its name");
    StateReader one(reader, *std::move(base), perStage);
    for (std::size_t i = 0; i + 1 < states->node->children.size(); i += 2)
        one.read(reader.reading().at(states->node->children[i]),
                 reader.reading().at(states->node->children[i + 1]));
}

} // namespace lesson
