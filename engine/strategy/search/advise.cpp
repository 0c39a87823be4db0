#include "engine/strategy/search/advise.h"

#include "engine/plan/schedules/entries.h"
#include "engine/strategy/check.h"
#include "engine/strategy/estimate/equal_estimates.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/search/field_change.h"
#include "engine/strategy/search/workers.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <tuple>

namespace strategy {
namespace {

// Pairs are tried where fewer single changes than this do it.
constexpr std::size_t kEnoughSingles = 3;

// What may be tried of each field: words, or the field halved and doubled.
struct Tried {
    const char* key;
    std::vector<std::string> words{};
    bool scaled = false;
};

std::vector<std::string> advisedSchedules()
{
    std::vector<std::string> names;
    for (const plan::CatalogEntry* entry : plan::inTurn(&plan::CatalogEntry::adviceTurn))
        names.emplace_back(entry->name);
    return names;
}

std::vector<Tried> triedFields()
{
    return {{"parallel.tensor", {}, true},
            {"parallel.pipeline", {}, true},
            {"parallel.context", {}, true},
            {"parallel.expert", {}, true},
            {"parallel.chunks", {"1", "2", "3", "4", "6"}},
            {"parallel.zero", {"0", "1", "2", "3"}},
            {"parallel.sequence", {"true"}},
            {"parallel.offload", {wordOf(Offload::None), wordOf(Offload::Optimizer)}},
            {"batch.micro", {}, true},
            {"schedule.name", advisedSchedules()},
            {"recompute.granularity", {kWords<Recomputing>.begin(), kWords<Recomputing>.end()}},
            {"kernels.attention", {wordOf(Attention::Flash)}},
            {"kernels.loss", {wordOf(Loss::Fused)}},
            {"precision.optimizer", {wordOf(Optimizer::AdamBf16)}},
            {"cluster.devices", {}, true}};
}

std::vector<std::string> valuesOf(const Tried& tried, const std::string& now)
{
    if (!tried.scaled)
        return tried.words;
    const int size = std::atoi(now.c_str());
    std::vector<std::string> values;
    for (const int divisor : {4, 2})
        if (size % divisor == 0 && size / divisor >= 1)
            values.push_back(std::to_string(size / divisor));
    for (const int factor : {2, 4})
        if (size <= (1 << 24) / factor)
            values.push_back(std::to_string(size * factor));
    return values;
}

std::vector<FieldChange> singleChanges(const Strategy& strategy)
{
    std::vector<FieldChange> changes;
    for (const Tried& tried : triedFields()) {
        const auto now = fieldWord(strategy, tried.key);
        if (!now)
            continue;
        for (const std::string& value : valuesOf(tried, *now))
            if (value != *now)
                changes.push_back({tried.key, *now, value});
    }
    return changes;
}

// Block layers belong to one granularity, and chunks to a schedule that has them.
void dropMeaningless(Strategy& strategy, const FieldChange& change)
{
    if (change.key == "recompute.granularity") {
        strategy.recompute.layers = 0;
        strategy.recompute.method = RecomputeMethod::Uniform;
    }
    if (change.key == "parallel.chunks" && change.to != "1"
        && strategy.schedule.name == plan::kOneFOneB.name)
        strategy.schedule.name = plan::kInterleaved.name;
}

AdvisedNumbers numbersOf(const Estimate& found)
{
    return {found.stepSeconds, found.tokensPerSecond, found.memory[found.fullestRank].peak(),
            found.fits, found.interval};
}

std::optional<AdvisedNumbers> numbersOf(const Strategy& strategy)
{
    if (!check(strategy).problems.empty())
        return std::nullopt;
    const auto found = estimate(strategy);
    if (!found)
        return std::nullopt;
    return numbersOf(*found);
}

class Adviser {
public:
    Adviser(const Strategy& strategy, const AdviceAsked& asked)
        // Defaults that follow from other fields are fixed first: a change of one field must not
        // silently change the number of devices or the batch.
        : m_strategy(withSizesWritten(strategy))
        , m_asked(asked)
    {
        m_strategy.costs.reset();
        m_strategy.costsFittedTo.clear();
    }

    plan::Result<AdviceResult> run()
    {
        const auto now = estimate(m_strategy);
        if (!now)
            return now.error();
        m_result.now = numbersOf(*now);
        m_result.memoryLimit = now->memoryLimit;
        m_result.isGood = isGood(m_result.now);
        if (m_result.isGood)
            return std::move(m_result);
        const std::vector<FieldChange> singles = singleChanges(m_strategy);
        std::vector<std::vector<FieldChange>> sets;
        sets.reserve(singles.size());
        for (const FieldChange& change : singles)
            sets.push_back({change});
        tryAll(sets);
        if (m_result.advice.size() < kEnoughSingles)
            tryAll(pairsOf(singles));
        order();
        m_result.stopped = m_stopped;
        return std::move(m_result);
    }

private:
    bool isGood(const AdvisedNumbers& numbers) const
    {
        return numbers.fits && numbers.tokensPerSecond >= m_asked.tokensPerSecond;
    }

    // Of different fields, neither of which does it alone.
    std::vector<std::vector<FieldChange>> pairsOf(const std::vector<FieldChange>& singles) const
    {
        const auto isEnough = [this](const FieldChange& change) {
            return std::any_of(
                m_result.advice.begin(), m_result.advice.end(),
                [&](const Advice& advice) { return advice.changes.front() == change; });
        };
        std::vector<FieldChange> others;
        std::copy_if(singles.begin(), singles.end(), std::back_inserter(others),
                     [&](const FieldChange& change) { return !isEnough(change); });
        std::vector<std::vector<FieldChange>> pairs;
        for (std::size_t i = 0; i < others.size(); ++i)
            for (std::size_t j = i + 1; j < others.size(); ++j)
                if (others[i].key != others[j].key)
                    pairs.push_back({others[i], others[j]});
        return pairs;
    }

    std::optional<Advice> adviceOf(const std::vector<FieldChange>& changes) const
    {
        Advice advice{.changes = changes, .strategy = m_strategy};
        for (const FieldChange& change : changes) {
            if (!changeField(advice.strategy, change.key, change.to))
                return std::nullopt;
            dropMeaningless(advice.strategy, change);
        }
        const auto numbers = numbersOf(advice.strategy);
        if (!numbers || !isGood(*numbers))
            return std::nullopt;
        advice.numbers = *numbers;
        advice.isVariant = areVariants(advice.strategy, m_strategy);
        advice.equalsNow = advice.isVariant ? areEqualVariants(*numbers, m_result.now)
                                            : areEqual(*numbers, m_result.now);
        return advice;
    }

    void tryAll(const std::vector<std::vector<FieldChange>>& sets)
    {
        // By place, so that the result does not depend on which thread is done first.
        std::vector<std::optional<Advice>> found(sets.size());
        std::atomic<int> tried = 0;
        runParts(sets.size(), std::clamp(m_asked.threads, 1, 64), [&](PartQueue& queue) {
            while (const auto i = queue.next()) {
                if (m_stopped || (m_asked.stop && m_asked.stop())) {
                    m_stopped = true;
                    break;
                }
                found[*i] = adviceOf(sets[*i]);
                ++tried;
            }
        });
        m_result.tried += tried;
        for (auto& advice : found)
            if (advice)
                m_result.advice.push_back(*std::move(advice));
    }

    void order()
    {
        const auto key = [this](const Advice& advice) {
            return std::tuple(advice.strategy.cluster.devices > m_strategy.cluster.devices,
                              advice.changes.size(), advice.numbers.stepSeconds);
        };
        std::stable_sort(m_result.advice.begin(), m_result.advice.end(),
                         [&](const Advice& a, const Advice& b) { return key(a) < key(b); });
        if (m_result.advice.size() > m_asked.most)
            m_result.advice.resize(m_asked.most);
    }

    Strategy m_strategy;
    const AdviceAsked& m_asked;
    std::atomic<bool> m_stopped = false;
    AdviceResult m_result;
};

} // namespace

plan::Result<AdviceResult> advise(const Strategy& strategy, const AdviceAsked& asked)
{
    return Adviser(strategy, asked).run();
}

} // namespace strategy
