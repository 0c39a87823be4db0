#include "engine/lesson/challenge.h"

#include "engine/lesson/mixed_bits.h"
#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/validate.h"
#include "engine/plan/zb_auto/order_search.h"
#include "engine/strategy/custom_schedule.h"
#include "engine/strategy/torch_csv/torch_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace lesson {
namespace {

using namespace std::chrono_literals;

constexpr plan::Nanoseconds kUnit = 5ms;

constexpr int kFirstYear = 1970;

std::chrono::year_month_day calendarDay(const Date& date)
{
    return {std::chrono::year{date.year}, std::chrono::month{unsigned(date.month)},
            std::chrono::day{unsigned(date.day)}};
}

// Days since 1970-01-01.
std::uint64_t daysOf(const Date& date)
{
    return static_cast<std::uint64_t>(
        std::chrono::sys_days{calendarDay(date)}.time_since_epoch().count());
}

// Of digits alone; -1: there are others.
int numberInDigits(std::string_view digits)
{
    int number = 0;
    for (const char digit : digits) {
        if (digit < '0' || digit > '9')
            return -1;
        number = number * 10 + (digit - '0');
    }
    return number;
}

// The order with every forward moved back behind the backward that makes room for it.
std::vector<plan::Op> withinCap(const std::vector<plan::Op>& order, int cap)
{
    std::vector<plan::Op> kept;
    std::vector<plan::Op> waiting; // forwards, the first of which is at `next`
    std::size_t next = 0;
    int inFlight = 0;
    for (const plan::Op& op : order) {
        if (isForward(op.kind)) {
            waiting.push_back(op);
        } else {
            kept.push_back(op);
            --inFlight;
        }
        for (; inFlight < cap && next < waiting.size(); ++inFlight)
            kept.push_back(waiting[next++]);
    }
    return kept;
}

plan::Shape shapeOf(const Challenge& challenge)
{
    return {.ranks = challenge.strategy.parallel.pipeline,
            .microbatches = challenge.strategy.batch.global};
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

std::string toText(const Date& date)
{
    return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

plan::Result<Date> dateOf(std::string_view text)
{
    if (text.size() == 10 && text[4] == '-' && text[7] == '-') {
        const Date date{numberInDigits(text.substr(0, 4)), numberInDigits(text.substr(5, 2)),
                        numberInDigits(text.substr(8, 2))};
        if (date.year >= kFirstYear && date.month > 0 && date.day > 0 && calendarDay(date).ok())
            return date;
    }
    return plan::Error{"must be a day from 1970-01-01 to 9999-12-31, written as 2026-11-28, not '"
                       + strategy::shown(text) + '\''};
}

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

    const plan::Shape shape = shapeOf(challenge);
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

double aboveBound(const Challenge& challenge, plan::Nanoseconds step)
{
    const auto least = static_cast<double>(challenge.bound.count());
    return least > 0 ? std::max(0.0, (static_cast<double>(step.count()) - least) / least) : 0;
}

plan::Schedule startOf(const Challenge& challenge)
{
    auto plain = plan::makeSchedule("1f1b", shapeOf(challenge));
    if (!plain)
        return {};
    for (auto& order : plain->order)
        order = withinCap(order, challenge.cap);
    plain->phases.clear();
    return *std::move(plain);
}

Entry entryOf(const Challenge& challenge, std::string name, std::string_view csv)
{
    Entry entry{.name = std::move(name)};
    strategy::ScheduleFile file{entry.name + ".csv", std::string(csv), {}};
    const auto refuse = [&](const std::string& sentence) {
        entry.problem = file.path + ": " + sentence;
        return entry;
    };
    auto schedule = strategy::parseSchedule(csv, strategy::csvFormOf(csv));
    if (!schedule)
        return refuse(schedule.error().message);
    const plan::Shape wanted = shapeOf(challenge);
    const plan::Shape& shape = schedule->shape;
    if (shape.ranks != wanted.ranks || shape.microbatches != wanted.microbatches
        || shape.chunks != 1 || shape.directions != 1)
        return refuse("is for another shape: " + std::to_string(wanted.ranks) + " ranks and "
                      + std::to_string(wanted.microbatches)
                      + " microbatches are asked for, one chunk each");
    const auto isFused = [](const plan::Pairs& pairs) { return !pairs.empty(); };
    if (std::any_of(schedule->pairs.begin(), schedule->pairs.end(), isFused))
        return refuse("has ops that run as one; here each runs by itself");
    const plan::Verdict verdict = plan::validate(*schedule, limitsOf(challenge));
    if (!verdict.legal()) {
        entry.problem = file.placed(verdict.sentences().front());
        return entry;
    }
    entry.step = durationOf(*schedule, *challenge.strategy.costs);
    entry.schedule = std::make_shared<const plan::Schedule>(*std::move(schedule));
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
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const bool isEqual = i > 0 && entries[i].step == entries[i - 1].step;
        entries[i].place = !entries[i].step ? 0 : isEqual ? entries[i - 1].place : int(i) + 1;
    }
}

} // namespace lesson
