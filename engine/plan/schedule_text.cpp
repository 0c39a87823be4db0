#include "engine/plan/schedule_text.h"

#include <algorithm>

namespace plan {
namespace {

std::string at(std::size_t line, std::size_t column)
{
    return "line " + std::to_string(line) + ", column " + std::to_string(column) + ": ";
}

constexpr std::string_view kPairEnd = ")OVERLAP_F_B";

std::string quoted(std::string_view token)
{
    return '\'' + std::string(token.substr(0, 40)) + '\'';
}

// One cell: an op, or a fused pair, appended to `ops`.
Outcome parseCell(std::string_view cell, std::vector<Op>& ops, Pairs& pairs)
{
    if (!cell.starts_with('(')) {
        const auto op = parseOp(cell);
        if (!op)
            return Error{quoted(cell)
                         + " is not an op; write stage, one of F B I W, microbatch, as in 2F0"};
        ops.push_back(*op);
        return done();
    }
    const std::size_t middle = cell.find(';');
    if (middle != std::string_view::npos && cell.ends_with(kPairEnd)) {
        const auto first = parseOp(cell.substr(1, middle - 1));
        const auto second
            = parseOp(cell.substr(middle + 1, cell.size() - kPairEnd.size() - middle - 1));
        if (first && second && isForward(first->kind) && second->kind == OpKind::Backward) {
            pairs.push_back(static_cast<std::uint32_t>(ops.size()));
            ops.insert(ops.end(), {*first, *second});
            return done();
        }
    }
    return Error{quoted(cell)
                 + " is not a fused pair; write a forward and a backward as in "
                   "(0F7;7B3)OVERLAP_F_B"};
}

// Parses one rank's line; `line` counts from 1.
Outcome parseLine(std::string_view row, std::size_t line, std::vector<Op>& ops, Pairs& pairs)
{
    std::size_t begin = 0;
    while (begin <= row.size()) {
        const std::size_t comma = std::min(row.find(',', begin), row.size());
        if (const auto cell = parseCell(row.substr(begin, comma - begin), ops, pairs); !cell)
            return Error{at(line, begin + 1) + cell.error().message};
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

// A stage stands on the rank whose line holds its ops; on two, if its microbatches
// from some point on, the same for all stages, stand on another.
Outcome placeStages(Schedule& schedule)
{
    Placement& placement = schedule.placement;
    placement.ranks.assign(static_cast<std::size_t>(schedule.shape.stages()), -1);
    const auto forEachOp = [&](auto&& visit) {
        for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
            for (const Op& op : schedule.order[rank])
                visit(op, static_cast<int>(rank));
    };

    forEachOp([&](const Op& op, int rank) {
        int& first = placement.ranks[static_cast<std::size_t>(op.stage)];
        if (op.microbatch == 0 && first < 0)
            first = rank;
    });
    const auto unplaced = std::find(placement.ranks.begin(), placement.ranks.end(), -1);
    if (unplaced != placement.ranks.end())
        return Error{"stage " + std::to_string(unplaced - placement.ranks.begin())
                     + " has no op of microbatch 0 on any rank"};

    int firstMirrored = schedule.shape.microbatches;
    std::vector<int> mirror = placement.ranks;
    forEachOp([&](const Op& op, int rank) {
        if (rank == placement.ranks[static_cast<std::size_t>(op.stage)])
            return;
        firstMirrored = std::min(firstMirrored, static_cast<int>(op.microbatch));
        mirror[static_cast<std::size_t>(op.stage)] = rank;
    });
    if (firstMirrored < schedule.shape.microbatches && firstMirrored > 0) {
        placement.mirror = std::move(mirror);
        placement.firstMirrored = firstMirrored;
        schedule.shape.directions = 2;
        schedule.shape.chunks *= 2;
    }

    Outcome placed = done();
    forEachOp([&](const Op& op, int rank) {
        const int home = placement.rankOf(op);
        if (rank != home && placed)
            placed = Error{"line " + std::to_string(rank + 1) + ": " + toText(op)
                           + " stands on rank " + std::to_string(rank) + ", but stage "
                           + std::to_string(op.stage) + " is on rank " + std::to_string(home)};
    });
    return placed;
}

} // namespace

std::string toText(const Schedule& schedule)
{
    std::string text;
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
        const auto& ops = schedule.order[rank];
        const Pairs& pairs = schedule.pairsOf(rank);
        auto pair = pairs.begin();
        for (std::size_t i = 0; i < ops.size(); ++i) {
            if (i > 0)
                text += ',';
            if (pair != pairs.end() && *pair == i) {
                text += '(';
                appendText(text, ops[i++]);
                text += ';';
                appendText(text, ops[i]);
                text += kPairEnd;
                ++pair;
            } else {
                appendText(text, ops[i]);
            }
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
        schedule.pairs.emplace_back();
        const auto parsed
            = parseLine(row, ++line, schedule.order.back(), schedule.pairs.back());
        if (!parsed)
            return parsed.error();
    }
    if (const auto shaped = measureShape(schedule); !shaped)
        return shaped.error();
    if (const auto placed = placeStages(schedule); !placed)
        return placed.error();
    for (const auto& ops : schedule.order)
        schedule.phases.push_back(phasesOf(ops));
    const auto none = [](const Pairs& pairs) { return pairs.empty(); };
    if (std::all_of(schedule.pairs.begin(), schedule.pairs.end(), none))
        schedule.pairs.clear();
    return schedule;
}

} // namespace plan
