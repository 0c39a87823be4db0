#include "engine/cli/reports.h"

#include "engine/plan/closed_forms.h"
#include "engine/plan/metrics.h"

#include <fmt/format.h>

#include <iterator>

namespace cli {
namespace {

using plan::Nanoseconds;

void appendTime(std::string& text, std::string_view key, Nanoseconds time)
{
    text.append("\"").append(key).append("\": ");
    appendUs(text, time);
}

void appendPhases(std::string& text, const Source& source, const plan::Timeline& timeline,
                  std::size_t rank)
{
    const plan::PhaseTimes times = plan::phaseTimes(timeline.spans[rank], timeline.makespan);
    const plan::PhaseSplit& split = source.schedule.phases[rank];
    const auto phase = [&](const char* name, std::size_t ops, Nanoseconds start, Nanoseconds end,
                           const char* after) {
        fmt::format_to(std::back_inserter(text), "\"{}\": {{\"ops\": {}, ", name, ops);
        appendTime(text, "start_us", start);
        text += ", ";
        appendTime(text, "end_us", end);
        text.append("}").append(after);
    };
    text += "   \"phases\": {";
    phase("warm_up", split.steadyBegin, {}, times.steadyBegin, ", ");
    phase("steady", split.coolDownBegin - split.steadyBegin, times.steadyBegin, times.coolDownBegin,
          ", ");
    phase("cool_down", timeline.spans[rank].size() - split.coolDownBegin, times.coolDownBegin,
          timeline.makespan, "},\n");
}

void appendLedger(std::string& text, const plan::RankLedger& ledger)
{
    text += "   \"ledger_us\": {";
    for (std::size_t line = 0; line < plan::kLedgerLines; ++line) {
        text += line == 0 ? "" : ", ";
        appendTime(text, key(static_cast<plan::LedgerLine>(line)), ledger[line]);
    }
    text += "},\n";
}

void appendBubble(std::string& text, const plan::Bubble& bubble)
{
    text += '{';
    appendTime(text, "start_us", bubble.start);
    text += ", ";
    appendTime(text, "end_us", bubble.end);
    text.append(", \"phase\": \"").append(key(bubble.phase)).append("\", \"waiting_for\": ");
    if (bubble.waitingFor) {
        text += '"';
        plan::appendText(text, *bubble.waitingFor);
        text.append("\", \"waiting_for_rank\": ").append(std::to_string(bubble.waitingForRank));
    } else {
        text += "null";
    }
    if (bubble.next) {
        text += ", \"next\": \"";
        plan::appendText(text, *bubble.next);
        text += '"';
    }
    if (bubble.inTransfer.count() > 0) {
        text += ", ";
        appendTime(text, "in_transfer_us", bubble.inTransfer);
    }
    text += '}';
}

void writeBubbles(TextBuffer& out, const std::vector<plan::Bubble>& bubbles)
{
    out.text() += "   \"bubbles\": [";
    for (std::size_t i = 0; i < bubbles.size(); ++i) {
        out.text() += i == 0 ? "\n    " : ",\n    ";
        appendBubble(out.text(), bubbles[i]);
        out.pass();
    }
    out.text() += "]";
}

void appendHead(std::string& text, const Source& source, const Simulation& simulation)
{
    const plan::Timeline& timeline = simulation.timeline;
    text += fmt::format("{{\n \"schedule\": \"{}\",\n ", source.scheduleName);
    appendTime(text, "makespan_us", timeline.makespan);
    text += fmt::format(",\n \"bubble_fraction\": {},\n \"bubble_overhead\": {},\n ",
                        plan::bubbleFraction(timeline), plan::bubbleOverhead(timeline));
    // Over the longest time from a rank's first op to the end of its last one.
    appendTime(text, "span_us", plan::longestSpan(timeline));
    text += fmt::format(",\n \"span_bubble_fraction\": {},\n \"closed_form\": ",
                        plan::spanBubbleFraction(timeline));
    // For equal stages and free transfers; null where no exact form is known.
    if (const auto form = closedFormOf(source)) {
        text += '{';
        appendTime(text, "makespan_us", form->makespan);
        text += fmt::format(", \"bubble_fraction\": {}, \"bubble_overhead\": {}}}",
                            form->bubbleFraction, form->bubbleOverhead);
    } else {
        text += "null";
    }
    if (simulation.isPredicted())
        text += ",\n " + costOriginJson(source.origin, source.costsOf);
    if (source.searched) {
        text += ",\n \"search\": {";
        appendTime(text, "lower_bound_us", source.searched->lowerBound);
        text += fmt::format(", \"gap\": {}, \"candidates\": {}, \"stopped\": {}}}",
                            source.searched->gap, source.searched->candidates,
                            source.searched->stopped);
    }
    if (!simulation.furtherJson.empty())
        text += ",\n " + simulation.furtherJson;
    text += ",\n \"ranks\": [";
}

} // namespace

void appendUs(std::string& text, Nanoseconds time)
{
    auto ns = time.count();
    if (ns < 0) {
        text += '-';
        ns = -ns;
    }
    auto out = std::back_inserter(text);
    fmt::format_to(out, "{}", ns / 1000);
    if (ns % 1000 == 0)
        return;
    fmt::format_to(out, ".{:03}", ns % 1000);
    text.erase(text.find_last_not_of('0') + 1);
}

void writeSimulationJson(const Source& source, const Simulation& simulation, const TextSink& sink)
{
    const plan::Timeline& timeline = simulation.timeline;
    TextBuffer out(sink);
    std::string& text = out.text();
    appendHead(text, source, simulation);
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank) {
        const Nanoseconds busy = plan::busyTime(timeline, rank);
        text += fmt::format("{}\n  {{\"rank\": {},\n   ", rank == 0 ? "" : ",", rank);
        appendTime(text, "busy_us", busy);
        text += ",\n   ";
        appendTime(text, "idle_us", timeline.makespan - busy);
        text += fmt::format(",\n   \"peak_in_flight\": {},\n", plan::peakInFlight(timeline, rank));
        if (!timeline.tails.empty()) {
            const plan::Tail& tail = timeline.tails[rank];
            text += "   \"tail\": {";
            appendTime(text, "begin_us", tail.begin);
            text += ", ";
            appendTime(text, "optimizer_begin_us", tail.optimizerBegin);
            text += ", ";
            appendTime(text, "end_us", tail.end);
            text += "},\n";
        }
        appendPhases(text, source, timeline, rank);
        appendLedger(text, simulation.ledger.ranks[rank]);
        writeBubbles(out, simulation.ledger.bubbles[rank]);
        text += "}";
    }
    text += "\n ]\n}\n";
}

} // namespace cli
