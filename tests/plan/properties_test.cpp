// What holds for every schedule, shape and cost.

#include "engine/plan/catalog.h"
#include "engine/plan/ledger.h"
#include "engine/plan/metrics.h"
#include "engine/plan/phases.h"
#include "engine/plan/program.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/validate.h"
#include "tests/plan/any_schedule.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace plan::test {
namespace {

RC_GTEST_PROP(Schedules, AreLegal, ()) { RC_ASSERT(violations(anySchedule()).empty()); }

// When an op's input is there, whichever kind of backward made it.
class Outputs {
public:
    void add(const Op& op, Nanoseconds end)
    {
        if (op.kind != OpKind::WeightGrad)
            m_ends[{isForward(op.kind), op.stage, op.microbatch}] = end;
    }
    bool has(const Op& op) const { return m_ends.count(keyOf(op)) == 1; }
    Nanoseconds of(const Op& op) const { return m_ends.at(keyOf(op)); }

private:
    static std::tuple<bool, int, int> keyOf(const Op& op)
    {
        return {isForward(op.kind), op.stage, op.microbatch};
    }
    std::map<std::tuple<bool, int, int>, Nanoseconds> m_ends;
};

RC_GTEST_PROP(Simulation, EveryOpStartsExactlyWhenItsInputsAndItsRankAllow, ())
{
    const Schedule schedule = anySchedule();
    const Costs costs = anyCosts(schedule);
    const auto timeline = simulate(schedule, costs);
    RC_ASSERT(bool(timeline));

    Outputs ends;
    for (std::size_t rank = 0; rank < timeline->spans.size(); ++rank) {
        const auto& spans = timeline->spans[rank];
        for (const Span& span : spans)
            ends.add(span.op, span.end);
        for (const std::uint32_t first : schedule.pairsOf(rank))
            ends.add(spans[first].op, spans[first + 1].end);
    }
    Nanoseconds last{0};
    for (std::size_t rank = 0; rank < timeline->spans.size(); ++rank) {
        const auto& spans = timeline->spans[rank];
        const Pairs& pairs = schedule.pairsOf(rank);
        Nanoseconds free{0};
        RC_ASSERT(spans.size() == schedule.order[rank].size());
        for (std::size_t i = 0; i < spans.size();) {
            const bool fused = std::binary_search(pairs.begin(), pairs.end(), i);
            const std::size_t next = i + (fused ? 2 : 1);
            Nanoseconds ready = free;
            for (std::size_t k = i; k < next; ++k) {
                RC_ASSERT(spans[k].op == schedule.order[rank][k]);
                const auto input = inputOf(spans[k].op, schedule.shape.stages() - 1);
                if (!input)
                    continue;
                const bool hop = schedule.placement.rankOf(*input) != int(rank);
                const int border = std::min(input->stage, spans[k].op.stage);
                const int direction = schedule.placement.directionOf(input->microbatch);
                ready = std::max(
                    ready, ends.of(*input) + (hop ? costs.hop(border, direction) : Nanoseconds{0}));
            }
            const Nanoseconds alone = costs.of(spans[i].op, int(rank));
            const Nanoseconds lasts
                = fused ? costs.ofPair(alone, costs.of(spans[i + 1].op, int(rank))) : alone;
            RC_ASSERT(spans[i].start == ready);
            RC_ASSERT(spans[next - 1].end == ready + lasts);
            const bool joined = !fused || spans[i].end == spans[i + 1].start;
            RC_ASSERT(joined);
            free = spans[next - 1].end;
            i = next;
        }
        if (!timeline->tails.empty()) {
            RC_ASSERT(timeline->tails[rank].begin == free);
            free += costs.gradientReduction + costs.scaled(costs.optimizer, int(rank));
            RC_ASSERT(timeline->tails[rank].end == free);
        }
        last = std::max(last, free);
    }
    RC_ASSERT(timeline->makespan == last);
}

RC_GTEST_PROP(Ledgers, SumToTheMakespanAndExplainEveryGap, ())
{
    const Schedule schedule = anySchedule();
    const Costs costs = anyCosts(schedule);
    const auto timeline = simulate(schedule, costs);
    const Ledger ledger = account(schedule, *timeline, costs);
    std::vector<Op> sorted;
    for (const auto& order : schedule.order)
        sorted.insert(sorted.end(), order.begin(), order.end());
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t rank = 0; rank < ledger.ranks.size(); ++rank) {
        RC_ASSERT(sum(ledger.ranks[rank]) == timeline->makespan);
        RC_ASSERT(ledger.ranks[rank][std::size_t(LedgerLine::Unexplained)] == Nanoseconds{0});
        Nanoseconds idle{0};
        for (const Bubble& bubble : ledger.bubbles[rank]) {
            RC_ASSERT(bubble.end > bubble.start);
            RC_ASSERT(bubble.waitingFor.has_value() == bubble.next.has_value());
            const bool real = !bubble.waitingFor
                || std::binary_search(sorted.begin(), sorted.end(), *bubble.waitingFor);
            RC_ASSERT(real); // named as the schedule runs it, I or B
            idle += bubble.end - bubble.start;
            // A bubble lies in one phase as a whole.
            const auto phases = phaseTimes(timeline->spans[rank], timeline->makespan);
            RC_ASSERT(phases.at(bubble.start) == phases.at(bubble.end - Nanoseconds{1}));
        }
        RC_ASSERT(idle + busyTime(*timeline, rank) == timeline->makespan);
        const ExposedTransfers exposed = exposedTransfers(ledger, rank);
        RC_ASSERT(exposed.withinNodes >= Nanoseconds{0});
        RC_ASSERT(exposed.betweenNodes >= Nanoseconds{0});
        RC_ASSERT(!costs.nodes.empty() || exposed.betweenNodes == Nanoseconds{0});
    }
}

RC_GTEST_PROP(Ledgers, SumToTheMakespanWhateverIsLostOrLate, ())
{
    const Schedule schedule = anySchedule();
    const Costs costs = anyCosts(schedule);
    Timeline measured = *simulate(schedule, costs);
    for (auto& spans : measured.spans) {
        Nanoseconds free{0};
        std::vector<Span> kept;
        for (Span span : spans) {
            if (*rc::gen::inRange(0, 8) == 0)
                continue; // lost
            const Nanoseconds late = anyTime(200);
            span.start = std::max(free, span.start + late);
            span.end = std::max(span.start, span.end + late);
            free = span.end;
            measured.makespan = std::max(measured.makespan, free);
            kept.push_back(span);
        }
        spans = kept;
    }
    const Ledger ledger = account(schedule, measured, costs);
    for (const RankLedger& rank : ledger.ranks) {
        RC_ASSERT(sum(rank) == measured.makespan);
        for (const Nanoseconds line : rank)
            RC_ASSERT(line >= Nanoseconds{0});
    }
}

RC_GTEST_PROP(Lowering, PairsEverySendWithOneReceiveInOneOrder, ())
{
    const Schedule schedule = anySchedule();
    const auto programs = lower(schedule);
    std::map<std::pair<int, int>, std::vector<Op>> sent;
    std::map<std::pair<int, int>, std::vector<Op>> received;
    for (std::size_t r = 0; r < programs.size(); ++r) {
        const int rank = static_cast<int>(r);
        std::vector<Op> computed;
        Outputs here;
        const Pairs& pairs = schedule.pairsOf(r);
        for (std::size_t i = 0; i < programs[r].size(); ++i) {
            const Instruction& instruction = programs[r][i];
            const bool afterTransfer
                = i > 0 && programs[r][i - 1].kind != Instruction::Kind::Compute;
            switch (instruction.kind) {
            case Instruction::Kind::Compute: {
                const auto input = inputOf(instruction.op, schedule.shape.stages() - 1);
                const bool inputIsHere = !input || here.has(*input);
                RC_ASSERT(inputIsHere);
                const bool second = !computed.empty()
                    && std::binary_search(pairs.begin(), pairs.end(), computed.size() - 1);
                RC_ASSERT(instruction.fused == second);
                const bool follows
                    = !second || programs[r][i - 1].kind == Instruction::Kind::Compute;
                RC_ASSERT(follows); // nothing moves between the ops of a pair
                computed.push_back(instruction.op);
                here.add(instruction.op, {});
                break;
            }
            case Instruction::Kind::Send:
                RC_ASSERT(here.has(instruction.op));
                RC_ASSERT(std::find(computed.rbegin(), computed.rend(), instruction.op)
                              - computed.rbegin()
                          < 2); // of the op, or the pair, before it
                sent[{rank, instruction.peer}].push_back(instruction.op);
                RC_ASSERT(instruction.fused == afterTransfer);
                break;
            case Instruction::Kind::Receive:
                RC_ASSERT(!here.has(instruction.op));
                here.add(instruction.op, {});
                received[{instruction.peer, rank}].push_back(instruction.op);
                RC_ASSERT(instruction.fused == afterTransfer);
                break;
            }
        }
        RC_ASSERT(computed == schedule.order[r]);
        RC_ASSERT(*parseProgram(toText(programs[r])) == programs[r]);
    }
    RC_ASSERT(sent == received);
}

} // namespace
} // namespace plan::test
