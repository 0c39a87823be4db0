#include "engine/strategy/yaml.h"

#include "engine/strategy/check.h"
#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/reading.h"
#include "engine/strategy/text_limits.h"

#include <algorithm>
#include <utility>

namespace strategy {
namespace {

// A file that is something else altogether would have thousands.
constexpr std::size_t kMaxProblems = 200;

// Reads the fields of one section, if the file has it.
template <class Target>
void readSection(Section& root, std::string_view key, Target& target)
{
    const auto value = root.find(key);
    if (!value)
        return;
    Section section(root.reading(), *value->node, std::string(key), value->line);
    readFields(section, target);
    section.refuseUnknown();
}

void readVersion(Section& root)
{
    const std::string version = std::to_string(kFormatVersion);
    const auto value = root.find("bubblescope");
    if (!value) {
        root.reading().problem(1, "bubblescope",
                               "is missing; a strategy begins with 'bubblescope: " + version + "'");
        return;
    }
    const auto number = integerOf(*value->node, {kFormatVersion, kFormatVersion});
    if (!number || *number != kFormatVersion)
        root.reading().problem(value->line, "bubblescope",
                               "must be " + version + ", the only format version known here"
                                   + (number && *number > kFormatVersion
                                          ? "; the file was made for a newer program"
                                          : ""));
}

void readName(Section& root, std::string& name)
{
    const auto value = root.find("name");
    if (!value)
        return;
    const auto text = textOf(*value->node);
    if (text)
        name = *text;
    else
        root.reading().problem(value->line, "name", text.error().message);
}

// A file named beside the strategy.
void makeAbsolute(std::string& file, const std::string& folder)
{
    if (!file.empty() && file.front() != '/' && !folder.empty())
        file = folder + '/' + file;
}

// A row is a text, or the list of its pieces where it is longer than a text may be. Nothing: it is
// neither. A row over the limit is cut short: aliases may repeat a piece very often.
std::optional<std::string> orderRow(const Reading& reading, const Node& node)
{
    const auto isText
        = [](const Node& text) { return text.kind == Node::Kind::Scalar && isOneLine(text.text); };
    if (isText(node))
        return node.text;
    if (node.kind != Node::Kind::List || node.children.empty())
        return {};
    std::string row;
    bool isFirst = true;
    for (const int child : node.children) {
        if (row.size() > kMaxOrderBytes)
            break;
        const Node& piece = reading.at(child);
        if (!isText(piece))
            return {};
        if (!std::exchange(isFirst, false))
            row += ' ';
        row += piece.text;
    }
    return row;
}

// A list with a row for each rank.
void readOrder(Section& section, OrderRows& order)
{
    const auto value = section.find("order");
    if (!value)
        return;
    const auto refuse = [&](int line) {
        section.reading().problem(line, section.pathOf("order"),
                                  "must be a list with the ops of each rank, like [\"0F0 0B0\", "
                                  "\"1F0 1B0\"]");
    };
    if (value->node->kind != Node::Kind::List)
        return refuse(value->line);
    std::vector<std::string> rows;
    std::size_t bytes = 0;
    for (const int child : value->node->children) {
        if (bytes > kMaxOrderBytes)
            break; // check() refuses it
        const Node& node = section.reading().at(child);
        auto row = orderRow(section.reading(), node);
        if (!row)
            return refuse(node.line);
        bytes += row->size();
        rows.push_back(*std::move(row));
    }
    order = OrderRows(std::move(rows));
}

// `schedule: 1f1b` is short for `schedule: {name: 1f1b}`.
void readSchedule(Section& root, ScheduleChoice& schedule, const std::string& folder)
{
    const auto value = root.find("schedule");
    if (value && value->node->kind == Node::Kind::Scalar) {
        schedule.name = value->node->text;
    } else if (value) {
        Section section(root.reading(), *value->node, "schedule", value->line);
        readFields(section, schedule);
        readOrder(section, schedule.order);
        section.refuseUnknown();
    }
    if (schedule.name == kCustomSchedule)
        makeAbsolute(schedule.file, folder);
}

void readTraining(Section& root, Training& training, const std::string& folder)
{
    readSection(root, "training", training);
    makeAbsolute(training.data, folder);
}

// `device: h100`, or a mapping that describes it.
void readDevice(Section& section, Cluster& cluster)
{
    const auto value = section.find("device");
    if (!value)
        return;
    if (value->node->kind != Node::Kind::Map) {
        const auto text = textOf(*value->node);
        if (text)
            cluster.device = *text;
        else
            section.reading().problem(value->line, section.pathOf("device"), text.error().message);
        return;
    }
    Section device(section.reading(), *value->node, section.pathOf("device"), value->line);
    cluster.spec.emplace();
    cluster.device = "custom";
    readFields(device, *cluster.spec);
    if (const auto name = device.find("name")) {
        const auto text = textOf(*name->node);
        if (text)
            cluster.device = *text;
        else
            section.reading().problem(name->line, device.pathOf("name"), text.error().message);
    }
    device.refuseUnknown();
}

void readCluster(Section& root, Cluster& cluster)
{
    const auto value = root.find("cluster");
    if (!value)
        return;
    Section section(root.reading(), *value->node, "cluster", value->line);
    readFields(section, cluster);
    readDevice(section, cluster);
    section.refuseUnknown();
}

// What lists of costs are held against; 0 where the file leaves it unclear.
CostsShape costsShapeOf(const Reading& reading)
{
    const Strategy& draft = reading.result.draft;
    const Parallel& parallel = draft.parallel;
    if (reading.isWrong("parallel") || reading.isWrong("parallel.pipeline") || parallel.pipeline < 1
        || parallel.pipeline > plan::kMaxRanks)
        return {};
    const bool known = plan::findSchedule(draft.schedule.name) != nullptr
        || (draft.schedule.name == kCustomSchedule && parallel.chunks > 0);
    if (!known || reading.isWrong("parallel.chunks") || reading.isWrong("schedule.name")
        || parallel.chunks < 0 || parallel.chunks > kMaxLayers)
        return {.ranks = parallel.pipeline, .stages = 0};
    return {.ranks = parallel.pipeline, .stages = stagesOf(draft)};
}

void readRoot(Reading& reading, const std::string& folder)
{
    Strategy& draft = reading.result.draft;
    Section root(reading, reading.root(), "", 1);
    if (reading.root().kind != Node::Kind::Map)
        return;
    // First, because a file of another version may mean something else by all that follows.
    readVersion(root);
    readName(root, draft.name);
    if (root.find("model"))
        readSection(root, "model", draft.model.emplace());
    readSection(root, "parallel", draft.parallel);
    readSection(root, "batch", draft.batch);
    readSchedule(root, draft.schedule, folder);
    readSection(root, "recompute", draft.recompute);
    readSection(root, "precision", draft.precision);
    readSection(root, "overlap", draft.overlap);
    readSection(root, "kernels", draft.kernels);
    readTraining(root, draft.training, folder);
    readCluster(root, draft.cluster);
    if (const auto costs = root.find("costs")) {
        Section section(reading, *costs->node, "costs", costs->line);
        if (!reading.isWrong("costs"))
            readCosts(section, draft.costs, draft.costsFittedTo, costsShapeOf(reading));
        section.refuseUnknown();
    }
    root.refuseUnknown();
}

void sortAndCut(std::vector<Problem>& problems)
{
    std::stable_sort(problems.begin(), problems.end(),
                     [](const Problem& a, const Problem& b) { return a.line < b.line; });
    if (problems.size() <= kMaxProblems)
        return;
    const std::size_t more = problems.size() - kMaxProblems;
    problems.resize(kMaxProblems);
    problems.push_back({problems.back().line, "file",
                        "has " + std::to_string(more) + " more problems; mend these first"});
}

} // namespace

int ReadResult::lineOf(const std::string& key) const
{
    std::string path = key;
    for (;;) {
        const auto found = lines.find(path);
        if (found != lines.end())
            return found->second;
        const std::size_t dot = path.rfind('.');
        if (dot == std::string::npos)
            return 1;
        path.resize(dot);
    }
}

ReadResult readStrategy(std::string_view text, const std::string& folder)
{
    const ParsedDocument parsed = parseDocument(text);
    if (parsed.problem) {
        ReadResult unread;
        unread.problems = {*parsed.problem};
        if (std::string& told = unread.problems.front().sentence; told == kIsEmpty)
            told += "; a strategy begins with 'bubblescope: 1'";
        return unread;
    }

    Reading reading(parsed.document);
    readRoot(reading, folder);
    ReadResult& result = reading.result;
    if (parsed.document.root().kind == Node::Kind::Map) {
        // Also where reading found problems: whoever mends a file wants to hear of all of them at
        // once.
        Findings findings = check(result.draft, reading.wrong());
        for (Problem& problem : findings.problems)
            reading.problem(result.lineOf(problem.key), problem.key, problem.sentence);
        for (Problem& warning : findings.warnings)
            reading.warning(result.lineOf(warning.key), warning.key, warning.sentence);
    }
    sortAndCut(result.problems);
    sortAndCut(result.warnings);
    if (result.problems.empty())
        result.strategy = result.draft;
    return std::move(result);
}

} // namespace strategy
