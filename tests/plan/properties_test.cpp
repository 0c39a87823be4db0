// What holds for every schedule, shape and cost.

#include "engine/plan/catalog.h"
#include "engine/plan/ledger.h"
#include "engine/plan/metrics.h"
#include "engine/plan/phases.h"
#include "engine/plan/program.h"
#include "engine/plan/schedule_text.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

namespace plan::test {
namespace {

Shape anyShape(std::string_view name)
{
    return {.ranks = *rc::gen::inRange(1, 13),
            .chunks = name == "interleaved" ? *rc::gen::inRange(1, 5) : 1,
            .microbatches = *rc::gen::inRange(1, 25)};
}

// A schedule of the catalogue; shapes it refuses are drawn again.
Schedule anySchedule()
{
    const auto& entry = **rc::gen::elementOf(
        std::vector<const CatalogEntry*>(catalog().begin(), catalog().end()));
    ScheduleOptions options;
    const Shape shape = anyShape(entry.name);
    if (entry.name == "interleaved" && *rc::gen::arbitrary<bool>())
        options.group = *rc::gen::inRange(1, shape.microbatches + 1);
    const auto schedule = makeSchedule(entry.name, shape, options);
    RC_PRE(bool(schedule));
    return *schedule;
}

Nanoseconds anyTime(int most) { return Nanoseconds{*rc::gen::inRange(0, most)}; }

Costs anyCosts(const Schedule& schedule)
{
    Costs costs{.stages = {}, .transfer = anyTime(500)};
    const int entries = *rc::gen::arbitrary<bool>() ? 1 : schedule.shape.stages();
    for (int i = 0; i < entries; ++i)
        costs.stages.push_back({anyTime(3000), anyTime(3000), anyTime(3000)});
    return costs;
}

RC_GTEST_PROP(Schedules, AreLegal, ())
{
    RC_ASSERT(violations(anySchedule()).empty());
}

RC_GTEST_PROP(Schedules, TextRoundTrips, ())
{
    const Schedule schedule = anySchedule();
    const auto read = parseSchedule(toText(schedule));
    RC_ASSERT(bool(read));
    RC_ASSERT(read->order == schedule.order);
    RC_ASSERT(read->placement == schedule.placement);
}

RC_GTEST_PROP(Simulation, NoOpStartsBeforeItsInputOrItsRankAllow, ())
{
    const Schedule schedule = anySchedule();
    const Costs costs = anyCosts(schedule);
    const auto timeline = simulate(schedule, costs);
    RC_ASSERT(bool(timeline));

    std::map<Op, Nanoseconds> end;
    for (const auto& spans : timeline->spans)
        for (const Span& span : spans)
            end[span.op] = span.end;
    Nanoseconds last{0};
    for (std::size_t rank = 0; rank < timeline->spans.size(); ++rank) {
        Nanoseconds free{0};
        RC_ASSERT(timeline->spans[rank].size() == schedule.order[rank].size());
        for (const Span& span : timeline->spans[rank]) {
            // It starts exactly when the later of the two allows it.
            Nanoseconds ready = free;
            if (const auto input = inputOf(span.op, schedule.shape.stages() - 1)) {
                const bool hop = schedule.placement.rankOf(*input) != int(rank);
                ready = std::max(ready, end.at(*input) + (hop ? costs.transfer : Nanoseconds{0}));
            }
            RC_ASSERT(span.start == ready);
            RC_ASSERT(span.end - span.start == costs.of(span.op, int(rank)));
            free = span.end;
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
    for (std::size_t rank = 0; rank < ledger.ranks.size(); ++rank) {
        RC_ASSERT(sum(ledger.ranks[rank]) == timeline->makespan);
        RC_ASSERT(ledger.ranks[rank][std::size_t(LedgerLine::Unexplained)] == Nanoseconds{0});
        Nanoseconds idle{0};
        for (const Bubble& bubble : ledger.bubbles[rank]) {
            RC_ASSERT(bubble.end > bubble.start);
            RC_ASSERT(bubble.waitingFor.has_value() == bubble.next.has_value());
            idle += bubble.end - bubble.start;
            // A bubble lies in one phase as a whole.
            const auto phases = phaseTimes(timeline->spans[rank], timeline->makespan);
            RC_ASSERT(phases.at(bubble.start) == phases.at(bubble.end - Nanoseconds{1}));
        }
        RC_ASSERT(idle + busyTime(*timeline, rank) == timeline->makespan);
    }
}

RC_GTEST_PROP(Ledgers, SumToTheMakespanWhateverIsLostOrLate, ())
{
    const Schedule schedule = anySchedule();
    Timeline measured = *simulate(schedule, anyCosts(schedule));
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
    const Ledger ledger = account(schedule, measured, Costs{.stages = Costs::unit().stages, .transfer = Nanoseconds{100}});
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
        std::set<Op> here;
        for (std::size_t i = 0; i < programs[r].size(); ++i) {
            const Instruction& instruction = programs[r][i];
            const bool afterTransfer
                = i > 0 && programs[r][i - 1].kind != Instruction::Kind::Compute;
            switch (instruction.kind) {
            case Instruction::Kind::Compute: {
                const auto input = inputOf(instruction.op, schedule.shape.stages() - 1);
                const bool inputIsHere = !input || here.count(*input) == 1;
                RC_ASSERT(inputIsHere);
                computed.push_back(instruction.op);
                here.insert(instruction.op);
                RC_ASSERT(!instruction.fused);
                break;
            }
            case Instruction::Kind::Send:
                RC_ASSERT(instruction.op == computed.back());
                sent[{rank, instruction.peer}].push_back(instruction.op);
                RC_ASSERT(instruction.fused == afterTransfer);
                break;
            case Instruction::Kind::Receive:
                RC_ASSERT(here.insert(instruction.op).second);
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
