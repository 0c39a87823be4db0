// Where every nanosecond of every rank went: the lines of one rank sum to the
// makespan, exactly, for predicted and measured timelines alike.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/phases.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"

#include <array>
#include <optional>

namespace plan {

enum class LedgerLine {
    Forward,
    Backward,
    InputGrad,
    WeightGrad,
    Recompute,
    // A tensor was on its way while the rank computed nothing: idle for want of it or, where
    // senders wait, within the op that sends it.
    ExposedTransfer,
    // In a collective that nothing hides: inside an op, or after the last. What a measured rank
    // waits after its last op until all ranks are in the collective is a bubble.
    ExposedCollective,
    Optimizer,
    WarmUpBubble,
    SteadyBubble,
    CoolDownBubble,
    Unexplained, // no data: spans that were lost, or a gap nothing accounts for
};

inline constexpr std::size_t kLedgerLines = 12;

// "forward", "exposed_transfer", "warm_up_bubble" …: the keys of the JSON report.
const char* key(LedgerLine line);

// Of pure idle time in that phase.
LedgerLine bubbleLine(Phase phase);

using RankLedger = std::array<Nanoseconds, kLedgerLines>; // by LedgerLine

// One stretch of idle time of a rank, within one phase.
struct Bubble {
    Nanoseconds start{};
    Nanoseconds end{}; // > start
    Phase phase = Phase::WarmUp;
    std::optional<Op> next{};       // what the rank runs after it; none at the end of the step
    std::optional<Op> waitingFor{}; // the op whose output `next` lacks; none if nothing was awaited
    int waitingForRank = -1;        // where that op runs
    Nanoseconds inTransfer{};       // the part during which that output was on its way
    Nanoseconds inTransferBetweenNodes{}; // what of that part was on its way between nodes
    Nanoseconds held{};        // the part in which a transfer of the rank was not through
    int heldByRank = -1;       // with that rank (held_ranks.h)
    Nanoseconds unexplained{}; // the part in which nothing was awaited, or data is lost

    // Waiting for what was not made yet, or held.

    Nanoseconds pure() const { return end - start - inTransfer - unexplained; }
};

struct Ledger {
    std::vector<RankLedger> ranks;            // [rank]
    std::vector<Nanoseconds> betweenNodes;    // [rank] of its exposed transfer; the rest is within
    std::vector<std::vector<Bubble>> bubbles; // [rank], by time
};

Nanoseconds sum(const RankLedger& ledger);
RankLedger total(const Ledger& ledger); // over all ranks

// The line of exposed transfers by where the messages went; the two add up to it.
struct ExposedTransfers {
    Nanoseconds withinNodes{};
    Nanoseconds betweenNodes{}; // 0 where the costs do not say which node a rank stands in
};
ExposedTransfers exposedTransfers(const Ledger& ledger, std::size_t rank);
ExposedTransfers exposedTransfers(const Ledger& ledger); // over all ranks

// `costs` says how long a hop is expected to take: a wait counts as bubble until the
// awaited op has ended, as exposed transfer for up to that long after. Beyond that it counts as
// bubble while another rank held it, as measured ranks do (held_ranks.h), and as exposed transfer
// until it begins. What is left (a rank that wakes late) is unexplained. Where the timeline has no
// parts, they also say which share of an op is recomputation, which nothing but a collective, and
// which the wait for a message; parts say it themselves.
// The sums hold whatever the parts are: what lies outside of a span counts nowhere, what
// is covered twice counts once.
//
// Precondition: `timeline` holds ops of `schedule`, at most one span an op, and what `costs`
// says of single stages, hops or ranks it says of all that the schedule has. Where an op of the
// schedule has no span (lost telemetry), the gap around it is unexplained, never a bubble.
Ledger account(const Schedule& schedule, const Timeline& timeline, const Costs& costs);

} // namespace plan
