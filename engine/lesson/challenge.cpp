#include "engine/lesson/challenge.h"

#include "engine/lesson/mixed_bits.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/validate.h"
#include "engine/plan/zb_auto/order_search.h"
#include "engine/strategy/torch_csv/torch_csv.h"

#include <algorithm>
#include <chrono>

namespace lesson {
namespace {

using namespace std::chrono_literals;

constexpr plan::Nanoseconds kUnit = 5ms;

// Days since 1970-01-01.
std::uint64_t daysOf(const Date& date)
{
    const std::chrono::year_month_day day{std::chrono::year{date.year},
                                          std::chrono::month{unsigned(date.month)},
                                          std::chrono::day{unsigned(date.day)}};
    return static_cast<std::uint64_t>(std::chrono::sys_days{day}.time_since_epoch().count());
}

plan::ValidateOptions limitsOf(const Challenge& challenge)
{
    plan::ValidateOptions options;
    options.maxInFlight.assign(static_cast<std::size_t>(challenge.strategy.parallel.pipeline),
                               challenge.cap);
    return options;
}

plan::Nanoseconds durationOf(const plan::Schedule& schedule, const plan::Costs& costs)
{
    const auto timeline = plan::simulate(schedule, costs);
    return timeline ? timeline->makespan : plan::Nanoseconds::max();
}

} // namespace

Challenge challengeOf(const Date& date)
{
    std::uint64_t bits = daysOf(date);
    Challenge challenge{.date = date, .unit = kUnit};
    const int ranks = nextInRange(bits, 3, 6);
    const int microbatches = nextInRange(bits, std::max(4, ranks), 12);
    challenge.cap = nextInRange(bits, 2, ranks);
    strategy::Strategy& strategy = challenge.strategy;
    strategy.name = "challenge";
    strategy.parallel.pipeline = ranks;
    strategy.batch.global = microbatches;
    // In tenths of u: input gradients may take longer than weight gradients, never a hop longer
    // than half a forward.
    const auto tenths
        = [&](int low, int high) { return nextInRange(bits, low, high) * kUnit / 10; };
    const plan::Nanoseconds inputGrad = tenths(8, 14);
    const plan::Nanoseconds weightGrad = tenths(6, 10);
    const plan::Nanoseconds hop = tenths(0, 4);
    strategy.costs = plan::Costs{
        .stages = {{.forward = kUnit, .inputGrad = inputGrad, .weightGrad = weightGrad}},
        .transfer = hop};

    const plan::Shape shape{.ranks = ranks, .microbatches = microbatches};
    const plan::AutoRequest request = plan::autoRequest(shape, *strategy.costs, challenge.cap);
    if (const auto bound = plan::makespanBound(request))
        challenge.bound = *bound;
    const auto plain = plan::makeSchedule("1f1b", shape);
    if (challenge.cap >= ranks && plain)
        challenge.toBeat = durationOf(*plain, *strategy.costs);
    else if (const auto found = plan::searchOrder(request, plan::quickLimits(shape)))
        // What a machine found at once is a hard mark where memory is short: one op more is given.
        challenge.toBeat = found->makespan + kUnit;
    return challenge;
}

Entry entryOf(const Challenge& challenge, std::string name, std::string_view csv)
{
    Entry entry{.name = std::move(name)};
    const auto schedule = strategy::parseSchedule(csv, strategy::csvFormOf(csv));
    if (!schedule) {
        entry.problem = schedule.error().message;
        return entry;
    }
    const strategy::Strategy& strategy = challenge.strategy;
    const plan::Shape wanted{.ranks = strategy.parallel.pipeline,
                             .microbatches = strategy.batch.global};
    const plan::Shape& shape = schedule->shape;
    if (shape.ranks != wanted.ranks || shape.microbatches != wanted.microbatches
        || shape.chunks != 1 || shape.directions != 1) {
        entry.problem = "is for another shape: " + std::to_string(wanted.ranks) + " ranks and "
            + std::to_string(wanted.microbatches) + " microbatches are asked for, one chunk each";
        return entry;
    }
    const plan::Verdict verdict = plan::validate(*schedule, limitsOf(challenge));
    if (!verdict.legal()) {
        entry.problem = verdict.sentences().front();
        return entry;
    }
    entry.step = durationOf(*schedule, *strategy.costs);
    return entry;
}

void rank(std::vector<Entry>& entries)
{
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        if (a.step.has_value() != b.step.has_value())
            return a.step.has_value();
        if (a.step != b.step)
            return *a.step < *b.step;
        return a.name < b.name;
    });
}

} // namespace lesson
