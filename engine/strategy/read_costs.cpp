#include "engine/strategy/reading.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

using Nanoseconds = plan::Nanoseconds;

struct Part {
    std::string_view key;
    Nanoseconds plan::StageCosts::*member;
    bool expected; // its absence is worth a word
};

constexpr std::array kParts{
    Part{"forward", &plan::StageCosts::forward, true},
    Part{"input_grad", &plan::StageCosts::inputGrad, true},
    Part{"weight_grad", &plan::StageCosts::weightGrad, true},
    Part{"recompute", &plan::StageCosts::recompute, false},
    Part{"forward_collective", &plan::StageCosts::forwardCollective, false},
    Part{"input_grad_collective", &plan::StageCosts::inputGradCollective, false},
    Part{"recompute_collective", &plan::StageCosts::recomputeCollective, false},
    Part{"forward_transfer", &plan::StageCosts::forwardTransfer, false},
    Part{"input_grad_transfer", &plan::StageCosts::inputGradTransfer, false},
    Part{"backward_wait", &plan::StageCosts::backwardWait, false},
    Part{"input_grad_wait", &plan::StageCosts::inputGradWait, false},
    Part{"weight_grad_wait", &plan::StageCosts::weightGradWait, false}};

// Reads the section's values and remembers whether any was wrong.
class CostsReader {
public:
    CostsReader(Section& section, const CostsShape& shape)
        : m_section(section)
        , m_shape(shape)
    {
    }

    bool good() const { return m_good; }

    // What `convert` makes of the key's value; `otherwise` where there is none, or it is wrong.
    template <class Value, class Convert>
    void scalar(std::string_view key, Value& value, const Convert& convert)
    {
        if (const auto found = m_section.find(key))
            if (auto converted = taken(key, found->line, convert(*found->node)))
                value = *std::move(converted);
    }

    // One number a part, or one a stage. False if the file lacks the key.
    bool part(std::string_view key, std::vector<Nanoseconds>& numbers)
    {
        const auto found = m_section.find(key);
        if (!found)
            return false;
        if (found->node->kind != Node::Kind::List) {
            if (const auto time = taken(key, found->line, microsecondsOf(*found->node)))
                numbers = {*time};
        } else if (auto list = times(key, *found)) {
            if (lengthFits(key, *found, list->size(), m_shape.stages, "numbers",
                           "stages (parallel.pipeline x parallel.chunks)"))
                numbers = *std::move(list);
        }
        return true;
    }

    void transfer(plan::Costs& costs)
    {
        const auto found = m_section.find("transfer");
        if (!found)
            return;
        if (found->node->kind == Node::Kind::Map)
            return link(*found, costs.link.emplace());
        if (found->node->kind != Node::Kind::List) {
            if (const auto time = taken("transfer", found->line, microsecondsOf(*found->node)))
                costs.transfer = *time;
        } else if (auto list = times("transfer", *found)) {
            const long long hops = std::max(0LL, m_shape.stages - 1);
            if (lengthFits("transfer", *found, list->size(), hops, "numbers",
                           "hops (one between two stages)"))
                costs.hops = *std::move(list);
        }
    }

    // A list, or a mapping of the ranks that differ.
    void rankFactors(std::vector<double>& factors)
    {
        const auto found = m_section.find("rank_factors");
        if (!found)
            return;
        if (found->node->kind == Node::Kind::Map)
            return someRankFactors(*found, factors);
        if (found->node->kind != Node::Kind::List)
            return fail("rank_factors", found->line,
                        "must be a list with a factor a rank, or a mapping like {3: 1.2}");
        std::vector<double> read;
        for (const int child : found->node->children) {
            const Node& node = m_section.reading().at(child);
            const auto factor = taken("rank_factors", node.line, decimalOf(node, kFactorRange));
            if (!factor)
                return;
            read.push_back(*factor);
        }
        if (lengthFits("rank_factors", *found, read.size(), m_shape.ranks, "factors",
                       "ranks (parallel.pipeline)"))
            factors = std::move(read);
    }

private:
    void fail(std::string_view key, int line, std::string sentence)
    {
        m_good = false;
        m_section.reading().problem(line, m_section.pathOf(key), std::move(sentence));
    }

    template <class Value>
    std::optional<Value> taken(std::string_view key, int line, const plan::Result<Value>& value)
    {
        if (value)
            return *value;
        fail(key, line, value.error().message);
        return std::nullopt;
    }

    std::optional<std::vector<Nanoseconds>> times(std::string_view key, const FoundValue& value)
    {
        std::vector<Nanoseconds> numbers;
        for (const int child : value.node->children) {
            const Node& node = m_section.reading().at(child);
            const auto time = taken(key, node.line, microsecondsOf(node));
            if (!time)
                return std::nullopt;
            numbers.push_back(*time);
        }
        return numbers;
    }

    bool lengthFits(std::string_view key, const FoundValue& value, std::size_t length,
                    long long wanted, const char* what, const char* places)
    {
        // A length that is not known is held against nothing: what hides it is told already.
        if (length > 0 && (wanted == 0 || static_cast<long long>(length) == wanted))
            return true;
        fail(key, value.line,
             "has " + std::to_string(length) + ' ' + what + " for "
                 + (wanted == 0 ? std::string("the") : std::to_string(wanted)) + ' ' + places
                 + (std::string_view(what) == "numbers"
                        ? "; give one number for each, or a single one for all"
                        : "; give one for each"));
        return false;
    }

    void link(const FoundValue& value, plan::Link& link)
    {
        Section section(m_section.reading(), *value.node, m_section.pathOf("transfer"), value.line);
        CostsReader reader(section, m_shape);
        // "transfer" as a mapping has keys of its own, which its reader knows.
        reader.scalar("latency", link.latency, microsecondsOf);
        reader.scalar("bytes", link.bytes, [](const Node& n) { return wholeOf(n, kBytesRange); });
        reader.scalar("bandwidth", link.gigabytesPerSecond,
                      [](const Node& n) { return decimalOf(n, kBandwidthRange); });
        section.refuseUnknown();
        m_good = m_good && reader.good();
    }

    void someRankFactors(const FoundValue& value, std::vector<double>& factors)
    {
        if (m_shape.ranks == 0)
            return; // the pipeline itself is wrong, and told
        // Ranks that are not named are as fast as the costs say.
        std::vector<double> read(static_cast<std::size_t>(m_shape.ranks), 1.0);
        std::vector<bool> given(read.size());
        const Range ranks{0, m_shape.ranks - 1};
        for (std::size_t i = 0; i + 1 < value.node->children.size(); i += 2) {
            const Node& key = m_section.reading().at(value.node->children[i]);
            const Node& node = m_section.reading().at(value.node->children[i + 1]);
            const auto rank = taken("rank_factors", key.line, wholeOf(key, ranks));
            const auto factor = taken("rank_factors", node.line, decimalOf(node, kFactorRange));
            if (!rank || !factor)
                return;
            const auto at = static_cast<std::size_t>(*rank);
            if (given[at])
                return fail("rank_factors", key.line,
                            "gives rank " + std::to_string(*rank) + " twice; keep one");
            given[at] = true;
            read[at] = *factor;
        }
        factors = std::move(read);
    }

    Section& m_section;
    const CostsShape& m_shape;
    bool m_good = true;
};

using Numbers = std::array<std::vector<Nanoseconds>, kParts.size()>;

std::vector<plan::StageCosts> stagesFrom(const Numbers& numbers)
{
    // A part given as one number is that of every stage, beside others that are lists.
    std::size_t length = 1;
    for (const auto& part : numbers)
        length = std::max(length, part.size());
    std::vector<plan::StageCosts> stages(length);
    for (std::size_t i = 0; i < kParts.size(); ++i)
        for (std::size_t stage = 0; stage < length; ++stage)
            stages[stage].*kParts[i].member = numbers[i].size() == 1
                ? numbers[i][0]
                : numbers[i][std::min(stage, numbers[i].size() - 1)];
    return stages;
}

} // namespace

void readCosts(Section& section, std::optional<plan::Costs>& costs, std::string& fittedTo,
               const CostsShape& shape)
{
    CostsReader reader(section, shape);
    plan::Costs read;
    Numbers numbers;
    std::string missing;
    for (std::size_t i = 0; i < kParts.size(); ++i) {
        // The unit where the file says nothing, as for a strategy without costs.
        numbers[i] = {plan::Costs::unit().stages.front().*kParts[i].member};
        if (!reader.part(kParts[i].key, numbers[i]) && kParts[i].expected)
            missing.append(missing.empty() ? "" : ", ").append(kParts[i].key);
    }
    reader.transfer(read);
    reader.scalar("transfer_between_nodes", read.transferBetweenNodes, microsecondsOf);
    reader.rankFactors(read.rankFactors);
    reader.scalar("pair_overlap", read.pairOverlap,
                  [](const Node& node) { return decimalOf(node, kOverlapRange); });
    reader.scalar("gradient_reduction", read.gradientReduction, microsecondsOf);
    reader.scalar("optimizer", read.optimizer, microsecondsOf);
    std::string run;
    reader.scalar("fitted_to", run, textOf);
    // All or nothing: costs of which a part is wrong would predict something that nobody wrote.
    if (!reader.good())
        return;
    read.stages = stagesFrom(numbers);
    costs = std::move(read);
    fittedTo = std::move(run);
    if (!missing.empty())
        section.reading().warning(section.reading().result.lineOf("costs"), "costs",
                                  "does not give " + missing + ", so that part takes 1 us");
}

} // namespace strategy
