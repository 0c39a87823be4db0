#include "engine/strategy/search/sweep.h"

#include "engine/strategy/check.h"
#include "engine/strategy/estimate/cost_basis.h"
#include "engine/strategy/estimate/equal_estimates.h"
#include "engine/strategy/estimate/estimate.h"
#include "engine/strategy/idle_choices.h"
#include "engine/strategy/search/field_change.h"

#include <algorithm>
#include <cmath>

namespace strategy {
namespace {

constexpr std::size_t kMostFields = 2;

plan::Outcome isSound(const Strategy& strategy, std::span<const SweptField> fields)
{
    if (!strategy.model)
        return plan::Error{"there is no model to sweep: the strategy needs a 'model' section"};
    if (fields.empty() || fields.size() > kMostFields)
        return plan::Error{"a sweep takes one field or two, not " + std::to_string(fields.size())};
    std::size_t rows = 1;
    for (const SweptField& field : fields) {
        if (field.values.empty())
            return plan::Error{field.key + " has no values to sweep over"};
        // Cut so that the product of two cannot overflow.
        rows *= std::min(field.values.size(), kMaxSweepRows + 1);
        for (const std::string& value : field.values) {
            Strategy changed = strategy;
            if (const auto set = changeField(changed, field.key, value); !set)
                return set;
        }
    }
    if (fields.size() > 1 && fields[0].key == fields[1].key)
        return plan::Error{fields[0].key + " is swept twice; give its values once"};
    if (rows > kMaxSweepRows)
        return plan::Error{"the sweep has more than " + std::to_string(kMaxSweepRows)
                           + " rows; give fewer values"};
    return plan::done();
}

// The schedule may bring chunks of its own, so that it is set first; the number of microbatches
// follows from the rest, so that it is set last.
plan::Outcome change(Strategy& strategy, std::span<const SweptField> fields,
                     const std::vector<std::string>& values)
{
    const auto turnOf = [](const std::string& key) {
        return key == "schedule.name" ? 0 : key == "batch.microbatches" ? 2 : 1;
    };
    for (int turn = 0; turn < 3; ++turn)
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (turnOf(fields[i].key) == turn)
                if (auto set = changeField(strategy, fields[i].key, values[i]); !set)
                    return set;
    return plan::done();
}

SweepRow rowOf(const Strategy& strategy, std::span<const SweptField> fields,
               std::vector<std::string> values, const plan::StopAsked& stop, plan::CostBasis basis)
{
    SweepRow row{std::move(values), strategy, {}, {}, {}};
    if (const auto set = change(row.strategy, fields, row.values); !set) {
        row.whyNot.sentence = set.error().message;
        return row;
    }
    if (basis == plan::CostBasis::Rank
        && row.strategy.parallel.pipeline == strategy.parallel.pipeline)
        if (const auto kept = keepShares(strategy, row.strategy); !kept) {
            row.whyNot.sentence = kept.error().message;
            return row;
        }
    const Findings findings = check(row.strategy);
    if (!findings.problems.empty()) {
        row.whyNot = findings.problems.front();
        return row;
    }
    const auto found = estimate(row.strategy, plan::AttentionCount::Full, stop);
    if (!found) {
        row.whyNot.sentence = found.error().message;
        return row;
    }
    row.numbers = SweepNumbers{found->stepSeconds,
                               found->bubbleFraction,
                               found->tokensPerSecond,
                               found->mfu,
                               found->memory[found->fullestRank].peak(),
                               found->memoryLimit,
                               found->fits,
                               found->interval};
    for (Problem& idle : idleChoices(row.strategy))
        if (std::any_of(fields.begin(), fields.end(),
                        [&](const SweptField& field) { return field.key == idle.key; }))
            row.notes.push_back(std::move(idle));
    return row;
}

} // namespace

plan::Result<std::vector<SweepRow>> sweep(const Strategy& strategy,
                                          std::span<const SweptField> fields,
                                          const plan::StopAsked& stop,
                                          const SweepProgress& progress, plan::CostBasis basis)
{
    if (const auto sound = isSound(strategy, fields); !sound)
        return sound.error();
    const Strategy written = withSizesWritten(strategy);
    // One field is two of which the second has a single value that is not used.
    const SweptField none{{}, {{}}};
    const SweptField& second = fields.size() > 1 ? fields[1] : none;
    const std::size_t all = fields[0].values.size() * second.values.size();
    std::vector<SweepRow> rows;
    for (const std::string& first : fields[0].values)
        for (const std::string& other : second.values) {
            std::vector<std::string> values{first};
            if (fields.size() > 1)
                values.push_back(other);
            SweepRow row = rowOf(written, fields, std::move(values), stop, basis);
            if (stop && stop()) // what it says may be half the work
                return rows;
            rows.push_back(std::move(row));
            if (progress)
                progress(rows.size(), all);
        }
    return rows;
}

const SweepRow* bestOf(std::span<const SweepRow> rows)
{
    const SweepRow* best = nullptr;
    for (const SweepRow& row : rows)
        if (row.numbers && row.numbers->fits
            && (best == nullptr || row.numbers->tokensPerSecond > best->numbers->tokensPerSecond))
            best = &row;
    return best;
}

bool isEqualToBest(const SweepRow& row, const SweepRow* best)
{
    if (best == nullptr || !row.numbers || !row.numbers->fits)
        return false;
    return areVariants(row.strategy, best->strategy)
        ? areEqualVariants(*row.numbers, *best->numbers)
        : areEqual(*row.numbers, *best->numbers);
}

bool haveOtherTokens(const SweepRow& one, const SweepRow& other)
{
    const auto tokens = [](const SweepRow& row) {
        return std::llround(row.numbers->stepSeconds * row.numbers->tokensPerSecond);
    };
    return tokens(one) != tokens(other);
}

EqualRules equalRules(std::span<const SweepRow> rows)
{
    EqualRules rules;
    const SweepRow* const best = bestOf(rows);
    for (const SweepRow& row : rows)
        if (isEqualToBest(row, best)) {
            (areVariants(row.strategy, best->strategy) ? rules.variants : rules.intervals) = true;
            rules.perToken = rules.perToken || haveOtherTokens(row, *best);
        }
    return rules;
}

std::size_t countEqual(std::span<const SweepRow> rows)
{
    const SweepRow* const best = bestOf(rows);
    const auto others = std::count_if(
        rows.begin(), rows.end(), [best](const SweepRow& row) { return isEqualToBest(row, best); });
    return (best != nullptr ? 1U : 0U) + static_cast<std::size_t>(others);
}

} // namespace strategy
