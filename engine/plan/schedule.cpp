#include "engine/plan/schedule.h"

#include <algorithm>

namespace plan {
namespace {

std::string at(std::size_t line, std::size_t column)
{
    return "line " + std::to_string(line) + ", column " + std::to_string(column) + ": ";
}

// Parses one rank's line into `ops`; `line` counts from 1.
Outcome parseLine(std::string_view row, std::size_t line, std::vector<Op>& ops)
{
    std::size_t begin = 0;
    while (begin <= row.size()) {
        const std::size_t comma = std::min(row.find(',', begin), row.size());
        const std::string_view token = row.substr(begin, comma - begin);
        const auto op = parseOp(token);
        if (!op)
            return Error{at(line, begin + 1) + "'" + std::string(token.substr(0, 40))
                         + "' is not an op; write stage, one of F B I W, microbatch, as in 2F0"};
        ops.push_back(*op);
        begin = comma + 1;
    }
    return done();
}

// Takes the shape from the largest indices; the lines are the ranks.
Outcome measureShape(Schedule& schedule)
{
    long long stages = 0;
    long long microbatches = 0;
    for (const auto& ops : schedule.order)
        for (const Op& op : ops) {
            stages = std::max(stages, op.stage + 1LL);
            microbatches = std::max(microbatches, op.microbatch + 1LL);
        }
    const auto ranks = static_cast<long long>(schedule.order.size());
    if (ranks == 0 || stages == 0)
        return Error{"the schedule holds no op; write one line a rank, ops separated by commas"};
    if (stages % ranks != 0)
        return Error{"there are " + std::to_string(stages) + " stages on " + std::to_string(ranks)
                     + " ranks; every rank needs the same number of stages"};
    if (stages > kMaxCells)
        return Error{"an index is over the limit of " + std::to_string(kMaxCells)};
    schedule.shape = {static_cast<int>(ranks), static_cast<int>(stages / ranks),
                      static_cast<int>(microbatches)};
    return checkShape(schedule.shape);
}

// A stage stands on the rank whose line holds its ops.
Outcome placeStages(Schedule& schedule)
{
    schedule.rankOfStage.assign(static_cast<std::size_t>(schedule.shape.stages()), -1);
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
        for (const Op& op : schedule.order[rank]) {
            int& place = schedule.rankOfStage[static_cast<std::size_t>(op.stage)];
            if (place >= 0 && place != static_cast<int>(rank))
                return Error{"line " + std::to_string(rank + 1) + ": " + toText(op)
                             + " stands on rank " + std::to_string(rank) + ", but stage "
                             + std::to_string(op.stage) + " is on rank " + std::to_string(place)};
            place = static_cast<int>(rank);
        }
    const auto unplaced = std::find(schedule.rankOfStage.begin(), schedule.rankOfStage.end(), -1);
    if (unplaced != schedule.rankOfStage.end())
        return Error{"stage " + std::to_string(unplaced - schedule.rankOfStage.begin())
                     + " has no op on any rank"};
    return done();
}

} // namespace

Outcome checkShape(const Shape& shape)
{
    const auto below = [](const char* what, int value) {
        return Error{std::string(what) + " must be at least 1, not " + std::to_string(value)};
    };
    if (shape.ranks < 1)
        return below("ranks", shape.ranks);
    if (shape.chunks < 1)
        return below("chunks", shape.chunks);
    if (shape.microbatches < 1)
        return below("microbatches", shape.microbatches);
    if (shape.ranks > kMaxRanks)
        return Error{std::to_string(shape.ranks) + " ranks are over the limit of "
                     + std::to_string(kMaxRanks) + "; fold replicas or use fewer ranks"};
    if (shape.microbatches > kMaxMicrobatches)
        return Error{std::to_string(shape.microbatches) + " microbatches are over the limit of "
                     + std::to_string(kMaxMicrobatches) + "; use larger or fewer ones"};

    const long long stages = static_cast<long long>(shape.ranks) * shape.chunks;
    if (stages > kMaxCells || stages * shape.microbatches > kMaxCells)
        return Error{"ranks x chunks x microbatches = " + std::to_string(shape.ranks) + " x "
                     + std::to_string(shape.chunks) + " x " + std::to_string(shape.microbatches)
                     + " is over the limit of " + std::to_string(kMaxCells)
                     + "; use fewer microbatches or chunks"};
    return done();
}

std::vector<int> loopedPlacement(const Shape& shape)
{
    std::vector<int> rankOfStage(static_cast<std::size_t>(shape.stages()));
    for (std::size_t stage = 0; stage < rankOfStage.size(); ++stage)
        rankOfStage[stage] = static_cast<int>(stage) % shape.ranks;
    return rankOfStage;
}

PhaseSplit phasesOf(const std::vector<Op>& order)
{
    const auto forwards = [](const Op& op) { return isForward(op.kind); };
    const auto firstBackward = static_cast<std::size_t>(
        std::find_if_not(order.begin(), order.end(), forwards) - order.begin());
    const auto afterLastForward = static_cast<std::size_t>(
        order.rend() - std::find_if(order.rbegin(), order.rend(), forwards));
    if (afterLastForward <= firstBackward)
        return {firstBackward, firstBackward};
    return {firstBackward == 0 ? 0 : firstBackward - 1,
            std::min(afterLastForward + 1, order.size())};
}

std::string toText(const Schedule& schedule)
{
    std::string text;
    for (const auto& ops : schedule.order) {
        for (std::size_t i = 0; i < ops.size(); ++i) {
            if (i > 0)
                text += ',';
            appendText(text, ops[i]);
        }
        text += '\n';
    }
    return text;
}

Result<Schedule> parseSchedule(std::string_view text)
{
    Schedule schedule;
    std::size_t line = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view row = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!row.empty() && row.back() == '\r')
            row.remove_suffix(1);
        schedule.order.emplace_back();
        if (const auto parsed = parseLine(row, ++line, schedule.order.back()); !parsed)
            return parsed.error();
    }
    if (const auto shaped = measureShape(schedule); !shaped)
        return shaped.error();
    if (const auto placed = placeStages(schedule); !placed)
        return placed.error();
    for (const auto& ops : schedule.order)
        schedule.phases.push_back(phasesOf(ops));
    return schedule;
}

} // namespace plan
