// A simulated or measured step as JSON.

#include "engine/cli/json_writer.h"
#include "engine/cli/reports.h"
#include "engine/plan/closed_forms.h"
#include "engine/plan/metrics.h"

#include <nlohmann/json.hpp>

namespace cli {
namespace {

using plan::Nanoseconds;

constexpr int kLines = 4; // a bubble stands on a line of its own

void writePhase(JsonWriter& out, const char* name, std::size_t ops, Nanoseconds start,
                Nanoseconds end)
{
    out.key(name).beginObject();
    out.member("ops", ops);
    out.member("start_us", start);
    out.member("end_us", end);
    out.endObject();
}

void writePhases(JsonWriter& out, const plan::PhaseSplit& split, const plan::Timeline& timeline,
                 std::size_t rank)
{
    const auto& spans = timeline.spans[rank];
    const plan::PhaseTimes times = plan::phaseTimes(spans, timeline.makespan);
    out.key("phases").beginObject();
    writePhase(out, "warm_up", split.steadyBegin, {}, times.steadyBegin);
    writePhase(out, "steady", split.coolDownBegin - split.steadyBegin, times.steadyBegin,
               times.coolDownBegin);
    writePhase(out, "cool_down", spans.size() - split.coolDownBegin, times.coolDownBegin,
               timeline.makespan);
    out.endObject();
}

void writeLedger(JsonWriter& out, const plan::RankLedger& ledger)
{
    out.key("ledger_us").beginObject();
    for (std::size_t line = 0; line < plan::kLedgerLines; ++line)
        out.member(key(static_cast<plan::LedgerLine>(line)), ledger[line]);
    out.endObject();
}

// The ledger's line of exposed transfers, by where the messages went.
void writeExposedTransfers(JsonWriter& out, const plan::ExposedTransfers& exposed)
{
    out.key("exposed_transfer_us").beginObject();
    out.member("within_nodes", exposed.withinNodes);
    out.member("between_nodes", exposed.betweenNodes);
    out.endObject();
}

void writeBubble(JsonWriter& out, const plan::Bubble& bubble)
{
    out.beginObject();
    out.member("start_us", bubble.start);
    out.member("end_us", bubble.end);
    out.member("phase", key(bubble.phase));
    if (bubble.waitingFor) {
        out.member("waiting_for", *bubble.waitingFor);
        out.member("waiting_for_rank", bubble.waitingForRank);
    } else {
        out.member("waiting_for", nullptr);
    }
    if (bubble.next)
        out.member("next", *bubble.next);
    if (bubble.inTransfer.count() > 0)
        out.member("in_transfer_us", bubble.inTransfer);
    if (bubble.inTransferBetweenNodes.count() > 0)
        out.member("in_transfer_between_nodes_us", bubble.inTransferBetweenNodes);
    if (bubble.held.count() > 0) {
        out.member("held_us", bubble.held);
        out.member("held_by_rank", bubble.heldByRank);
    }
    out.endObject();
}

// For equal stages and free transfers; null where no exact form is known.
void writeClosedForm(JsonWriter& out, const std::optional<plan::ClosedForm>& form)
{
    out.key("closed_form");
    if (!form)
        return out.value(nullptr);
    out.beginObject();
    out.member("makespan_us", form->makespan);
    out.member("bubble_fraction", form->bubbleFraction);
    out.member("bubble_overhead", form->bubbleOverhead);
    out.endObject();
}

void writeSearch(JsonWriter& out, const Searched& searched)
{
    out.key("search").beginObject();
    out.member("lower_bound_us", searched.lowerBound);
    out.member("gap", searched.gap);
    out.member("candidates", searched.candidates);
    out.member("stopped", searched.stopped);
    out.endObject();
}

void writeHead(JsonWriter& out, const Source& source, const Simulation& simulation)
{
    const plan::Timeline& timeline = simulation.timeline;
    out.member("schedule", source.scheduleName);
    out.member("makespan_us", timeline.makespan);
    out.member("bubble_fraction", plan::bubbleFraction(timeline));
    out.member("bubble_overhead", plan::bubbleOverhead(timeline));
    // Over the longest time from a rank's first op to the end of its last one.
    out.member("span_us", plan::longestSpan(timeline));
    out.member("span_bubble_fraction", plan::spanBubbleFraction(timeline));
    writeClosedForm(out, closedFormOf(source));
    if (simulation.isPredicted())
        writeCostOrigin(out, source.origin, source.costsOf);
    if (source.searched)
        writeSearch(out, *source.searched);
    for (const auto& [name, value] : simulation.further)
        out.member(name, value);
}

void writeRank(JsonWriter& out, const Source& source, const Simulation& simulation,
               std::size_t rank)
{
    const plan::Timeline& timeline = simulation.timeline;
    const Nanoseconds busy = plan::busyTime(timeline, rank);
    out.beginObject();
    out.member("rank", rank);
    out.member("busy_us", busy);
    out.member("idle_us", timeline.makespan - busy);
    out.member("peak_in_flight", plan::peakInFlight(timeline, rank));
    if (!timeline.tails.empty()) {
        const plan::Tail& tail = timeline.tails[rank];
        out.key("tail").beginObject();
        out.member("begin_us", tail.begin);
        out.member("optimizer_begin_us", tail.optimizerBegin);
        out.member("end_us", tail.end);
        out.endObject();
    }
    writePhases(out, source.schedule.phases[rank], timeline, rank);
    writeLedger(out, simulation.ledger.ranks[rank]);
    writeExposedTransfers(out, plan::exposedTransfers(simulation.ledger, rank));
    out.key("bubbles").beginList();
    for (const plan::Bubble& bubble : simulation.ledger.bubbles[rank])
        writeBubble(out, bubble);
    out.endList();
    out.endObject();
}

} // namespace

void writeSimulationJson(const Source& source, const Simulation& simulation, const TextSink& sink)
{
    JsonWriter out(sink, kLines);
    out.beginObject();
    writeHead(out, source, simulation);
    out.key("ranks").beginList();
    for (std::size_t rank = 0; rank < simulation.timeline.spans.size(); ++rank)
        writeRank(out, source, simulation, rank);
    out.endList();
    out.endObject();
    out.finish();
}

} // namespace cli
