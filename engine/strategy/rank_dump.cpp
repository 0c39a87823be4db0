// The text of one rank's dump, and of its config.

#include "engine/strategy/json_tree.h"
#include "engine/strategy/pipeline_dump.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace strategy {
namespace {

constexpr double kLongestMs = double(plan::kLongestTracedStep.count()) / 1e6;
constexpr double kMostGb = 1e6;
constexpr double kLargestSize = 1 << 24; // of a group, or of a count
constexpr std::array kLists{"fwd_start", "fwd_end", "bwd_start", "bwd_end"};
constexpr std::array kOpLists{"fwd_microbatch", "fwd_chunk", "bwd_microbatch", "bwd_chunk"};

// "2 147 entries" needs no help, a double does: shortest text that reads back.
std::string numberText(double number)
{
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    return {text.data(), end};
}

plan::Nanoseconds fromMs(double ms) { return plan::Nanoseconds{std::llround(ms * 1e6)}; }

std::optional<int> iterationOf(std::string_view key)
{
    int number = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), number);
    const bool plain = error == std::errc{} && end == key.data() + key.size() && number >= 0
        && (key == "0" || key.front() != '0');
    return plain ? std::optional(number) : std::nullopt;
}

void noteOnce(std::vector<std::string>& keys, const std::string& key)
{
    constexpr std::size_t kMostNoted = 20;
    if (keys.size() < kMostNoted && std::find(keys.begin(), keys.end(), key) == keys.end())
        keys.push_back(key);
}

class RankDumpReader {
public:
    RankDumpReader(std::string_view text, std::size_t ops)
        : m_text(text)
        , m_ops(ops)
    {
    }

    ReadRankDump read()
    {
        ParsedJson parsed = parseJson(m_text);
        m_result.problem = std::move(parsed.problem);
        if (!m_result.problem && parsed.root.kind != JsonNode::Kind::Map)
            fail(parsed.root.offset, "file",
                 std::string(whatItIs(parsed.root.kind)) + ", and a dump is a map of iterations");
        if (!m_result.problem && parsed.root.members.empty())
            fail(parsed.root.offset, "file", "holds no iteration; dump at least one");
        for (const auto& [key, node] : parsed.root.members)
            if (m_result.problem || !readIteration(key, node))
                break;
        return std::move(m_result);
    }

private:
    bool fail(std::size_t offset, std::string key, std::string sentence)
    {
        m_result.problem = {strategy::lineOf(m_text, offset), std::move(key), std::move(sentence)};
        return false;
    }

    bool readIteration(const std::string& key, const JsonNode& node)
    {
        const auto number = iterationOf(key);
        if (!number)
            return fail(node.offset, key.empty() ? "''" : shown(key),
                        "is not an iteration; the keys of a dump are whole numbers such as 12");
        m_at = key;
        if (node.kind != JsonNode::Kind::Map)
            return fail(node.offset, m_at,
                        std::string(whatItIs(node.kind)) + ", and an iteration is a map of lists");
        for (const auto& [name, value] : node.members)
            if (name != "total" && name != "memory"
                && std::find(kLists.begin(), kLists.end(), name) == kLists.end()
                && std::find(kOpLists.begin(), kOpLists.end(), name) == kOpLists.end())
                noteOnce(m_result.ignored, name);
        DumpedRank rank;
        return readRanges(node, "fwd_start", "fwd_end", rank.times.forwards)
            && readRanges(node, "bwd_start", "bwd_end", rank.times.backwards)
            && readOps(node, "fwd_microbatch", "fwd_chunk", rank.times.forwardOps)
            && readOps(node, "bwd_microbatch", "bwd_chunk", rank.times.backwardOps)
            && readTotal(node, rank.times) && readMemory(node, rank)
            && m_result.iterations.emplace(*number, std::move(rank)).second;
    }

    const JsonNode* listOf(const JsonNode& iteration, const char* name)
    {
        const JsonNode* list = iteration.find(name);
        if (list == nullptr) {
            fail(iteration.offset, m_at, std::string("lacks the list '") + name + "'");
            return nullptr;
        }
        const std::string key = m_at + '.' + name;
        if (list->kind != JsonNode::Kind::List) {
            fail(list->offset, key,
                 std::string(whatItIs(list->kind)) + ", and a list of times is needed");
            return nullptr;
        }
        if (!list->onlyNumbers) {
            const std::size_t item = list->numbers.size();
            failAt(*list, name, item, "is not a number; only times in milliseconds can be read");
            return nullptr;
        }
        if (list->numbers.size() != m_ops) {
            fail(list->offset, key,
                 "has " + std::to_string(list->numbers.size())
                     + " entries, and num_mbs times vp_size"
                       " of config.json is "
                     + std::to_string(m_ops)
                     + "; the list is cut off, or the config is of another run");
            return nullptr;
        }
        return list;
    }

    bool failAt(const JsonNode& list, const char* name, std::size_t item, std::string sentence)
    {
        m_result.problem
            = {lineOfItem(m_text, list, item), m_at + '.' + name + '[' + std::to_string(item) + ']',
               std::move(sentence)};
        return false;
    }

    bool inRange(const JsonNode& list, const char* name)
    {
        for (std::size_t i = 0; i < list.numbers.size(); ++i) {
            const double ms = list.numbers[i];
            if (ms < 0)
                return failAt(
                    list, name, i,
                    "is " + numberText(ms)
                        + "; times count from the iteration's begin, so none is negative");
            if (ms > kLongestMs)
                return failAt(list, name, i,
                              "is " + numberText(ms) + " ms; no step takes over 1e9, eleven days");
        }
        return true;
    }

    bool readRanges(const JsonNode& iteration, const char* startName, const char* endName,
                    std::vector<plan::TimeRange>& ranges)
    {
        const JsonNode* starts = listOf(iteration, startName);
        const JsonNode* ends = starts != nullptr ? listOf(iteration, endName) : nullptr;
        if (ends == nullptr || !inRange(*starts, startName) || !inRange(*ends, endName))
            return false;
        for (std::size_t i = 0; i < m_ops; ++i) {
            const double start = starts->numbers[i];
            const double end = ends->numbers[i];
            if (end < start)
                return failAt(*ends, endName, i,
                              "is " + numberText(end) + ", before the op begins at "
                                  + numberText(start));
            if (i > 0 && start < ends->numbers[i - 1])
                return failAt(*starts, startName, i,
                              "is " + numberText(start) + ", before the entry ahead of it ends at "
                                  + numberText(ends->numbers[i - 1])
                                  + "; entries stand in the order in which they ran");
            ranges.push_back({fromMs(start), fromMs(end)});
        }
        return true;
    }

    // What each entry was; nothing where the dump does not say.
    bool readOps(const JsonNode& iteration, const char* microbatchName, const char* chunkName,
                 std::vector<plan::TracedOp>& ops)
    {
        if (iteration.find(microbatchName) == nullptr)
            return true;
        const JsonNode* microbatches = listOf(iteration, microbatchName);
        if (microbatches == nullptr || !areNumbers(*microbatches, microbatchName))
            return false;
        const bool hasChunks = iteration.find(chunkName) != nullptr;
        const JsonNode* chunks = hasChunks ? listOf(iteration, chunkName) : nullptr;
        if (hasChunks && (chunks == nullptr || !areNumbers(*chunks, chunkName)))
            return false;
        for (std::size_t i = 0; i < m_ops; ++i)
            ops.push_back({chunks ? static_cast<int>(chunks->numbers[i]) : 0,
                           static_cast<int>(microbatches->numbers[i])});
        return true;
    }

    bool areNumbers(const JsonNode& list, const char* name)
    {
        for (std::size_t i = 0; i < list.numbers.size(); ++i) {
            const double number = list.numbers[i];
            if (number < 0 || number >= double(m_ops) || number != std::floor(number))
                return failAt(list, name, i,
                              "is " + numberText(number) + "; it must be a whole number from 0 to "
                                  + std::to_string(m_ops - 1));
        }
        return true;
    }

    // nullptr where it lacks or is none; the latter is a problem.
    const JsonNode* numberOf(const JsonNode& iteration, const char* name, double most)
    {
        const JsonNode* node = iteration.find(name);
        if (node == nullptr)
            return nullptr;
        const std::string key = m_at + '.' + name;
        if (node->kind != JsonNode::Kind::Number)
            fail(node->offset, key, std::string(whatItIs(node->kind)) + ", and a number is needed");
        else if (node->number < 0 || node->number > most)
            fail(node->offset, key,
                 "is " + numberText(node->number) + "; it must be from 0 to " + numberText(most));
        return m_result.problem ? nullptr : node;
    }

    bool readTotal(const JsonNode& iteration, plan::RankTimes& times)
    {
        const JsonNode* total = numberOf(iteration, "total", kLongestMs);
        if (total == nullptr && !m_result.problem)
            return fail(iteration.offset, m_at, "lacks 'total', the time of the step");
        if (total == nullptr)
            return false;
        times.end = fromMs(total->number);
        const plan::Nanoseconds last
            = std::max(times.forwards.back().end, times.backwards.back().end);
        if (times.end < last)
            return fail(total->offset, m_at + ".total",
                        "is " + numberText(total->number) + ", before the last op ends at "
                            + numberText(double(last.count()) / 1e6));
        return true;
    }

    bool readMemory(const JsonNode& iteration, DumpedRank& rank)
    {
        if (const JsonNode* memory = numberOf(iteration, "memory", kMostGb))
            rank.memoryGb = memory->number;
        return !m_result.problem;
    }

    const std::string_view m_text;
    const std::size_t m_ops;
    std::string m_at; // the iteration's key
    ReadRankDump m_result;
};

struct ConfigSize {
    const char* key;
    bool needed;
};
constexpr std::array kConfigSizes{ConfigSize{"world_size", false}, ConfigSize{"pp_size", true},
                                  ConfigSize{"vp_size", false},    ConfigSize{"dp_size", false},
                                  ConfigSize{"tp_size", false},    ConfigSize{"cp_size", false},
                                  ConfigSize{"ep_size", false},    ConfigSize{"num_mbs", true},
                                  ConfigSize{"train_iters", false}};

using SizesByKey = std::map<std::string, int, std::less<>>;

// Adds what the config says; nothing for a size that is not said, but for a problem.
std::optional<Problem> readSize(std::string_view text, const JsonNode& root, const ConfigSize& size,
                                SizesByKey& found)
{
    const JsonNode* node = root.find(size.key);
    if (node == nullptr && !size.needed)
        return std::nullopt;
    if (node == nullptr)
        return Problem{1, size.key, "lacks; without it the lists have no meaning"};
    // Where chunks are not used, some programs write null.
    if (node->kind == JsonNode::Kind::Null && !size.needed)
        return std::nullopt;
    const int line = strategy::lineOf(text, node->offset);
    if (node->kind != JsonNode::Kind::Number)
        return Problem{line, size.key,
                       std::string(whatItIs(node->kind)) + ", and a whole number is needed"};
    // JSON has no whole numbers, so a size arrives as a double.
    if (node->number < 1 || node->number > kLargestSize || node->number != std::floor(node->number))
        return Problem{line, size.key,
                       "is " + numberText(node->number) + "; it must be a whole number from 1 to "
                           + numberText(kLargestSize)};
    found[size.key] = static_cast<int>(node->number);
    return std::nullopt;
}

// The list of clocks, one a rank.
std::optional<Problem> readClocks(std::string_view text, const JsonNode& root, DumpConfig& config)
{
    const JsonNode* list = root.find("clocks");
    if (list == nullptr)
        return std::nullopt;
    const int line = strategy::lineOf(text, list->offset);
    if (list->kind != JsonNode::Kind::List || !list->onlyNumbers)
        return Problem{line, "clocks", "is no list of numbers; give each rank's clock a number"};
    if (list->numbers.size() != std::size_t(config.shape.ranks))
        return Problem{line, "clocks",
                       "has " + std::to_string(list->numbers.size()) + " entries, and pp_size is "
                           + std::to_string(config.shape.ranks)};
    for (const double number : list->numbers) {
        if (number < 0 || number > kLargestSize || number != std::floor(number))
            return Problem{line, "clocks",
                           "holds " + numberText(number)
                               + "; a clock's number must be a whole one from 0 to "
                               + numberText(kLargestSize)};
        config.clocks.push_back(static_cast<int>(number));
    }
    return std::nullopt;
}

std::optional<Problem> readClocksRunOn(std::string_view text, const JsonNode& root,
                                       DumpConfig& config)
{
    const JsonNode* node = root.find("clocks_run_on");
    if (node == nullptr)
        return std::nullopt;
    if (node->kind != JsonNode::Kind::Number || (node->number != 0 && node->number != 1))
        return Problem{strategy::lineOf(text, node->offset), "clocks_run_on", "must be 0 or 1"};
    config.clocksRunOn = node->number == 1;
    return std::nullopt;
}

std::optional<Problem> fillConfig(const SizesByKey& found, DumpConfig& config)
{
    const auto size = [&](const char* key) {
        const auto at = found.find(key);
        return at == found.end() ? 1 : at->second;
    };
    // Sizes that are not said are 1: programs leave out what they do not use.
    config.shape = {size("pp_size"), size("vp_size"), size("num_mbs"), 1};
    if (const auto good = plan::checkShape(config.shape); !good)
        return Problem{1, "file", good.error().message};
    if (config.shape.ranks > plan::kMaxTracedRanks)
        return Problem{1, "pp_size",
                       "is " + std::to_string(config.shape.ranks) + "; at most "
                           + std::to_string(plan::kMaxTracedRanks) + " ranks are read"};
    config.data = size("dp_size");
    config.tensor = size("tp_size");
    config.context = size("cp_size");
    config.expert = size("ep_size");
    if (found.contains("train_iters"))
        config.iterations = size("train_iters");
    if (!found.contains("world_size"))
        return std::nullopt;
    const double grid = double(config.shape.ranks) * config.data * config.tensor * config.context;
    // Expert ranks are among the data ranks, so their number is no factor.
    if (grid != size("world_size"))
        return Problem{1, "world_size",
                       "is " + std::to_string(size("world_size"))
                           + ", and pp_size times dp_size times tp_size times cp_size is "
                           + numberText(grid)};
    return std::nullopt;
}

} // namespace

ReadRankDump readRankDump(std::string_view text, std::size_t ops)
{
    return RankDumpReader(text, ops).read();
}

ReadDumpConfig readDumpConfig(std::string_view text)
{
    ReadDumpConfig result;
    ParsedJson parsed = parseJson(text);
    result.problem = std::move(parsed.problem);
    if (!result.problem && parsed.root.kind != JsonNode::Kind::Map)
        result.problem
            = {1, "file",
               std::string(whatItIs(parsed.root.kind)) + ", and a config is a map of sizes"};
    if (result.problem)
        return result;
    SizesByKey found;
    for (const ConfigSize& size : kConfigSizes)
        if (result.problem = readSize(text, parsed.root, size, found); result.problem)
            return result;
    for (const JsonMember& member : parsed.root.members)
        if (member.key != "clocks" && member.key != "clocks_run_on"
            && std::none_of(kConfigSizes.begin(), kConfigSizes.end(),
                            [&](const ConfigSize& size) { return size.key == member.key; }))
            noteOnce(result.ignored, member.key);
    result.problem = fillConfig(found, result.config);
    if (!result.problem)
        result.problem = readClocks(text, parsed.root, result.config);
    if (!result.problem)
        result.problem = readClocksRunOn(text, parsed.root, result.config);
    return result;
}

} // namespace strategy
