#include "engine/cli/reports.h"

#include "engine/plan/closed_forms.h"
#include "engine/plan/counted.h"
#include "engine/plan/metrics.h"

#include <fmt/format.h>

#include <iterator>

namespace cli {
namespace {

using plan::Nanoseconds;

// In the unit that keeps three to six digits before the point: "165 ms", "21 us".
std::string shown(Nanoseconds time)
{
    const auto ns = static_cast<double>(time.count());
    if (time >= std::chrono::seconds{10})
        return fmt::format("{:.3f} s", ns / 1e9);
    if (time >= std::chrono::milliseconds{10})
        return fmt::format("{:.3f} ms", ns / 1e6);
    return fmt::format("{:.3f} us", ns / 1e3);
}

std::string percent(Nanoseconds part, Nanoseconds whole)
{
    return whole.count() == 0
        ? "-"
        : fmt::format("{:.2f} %", 100 * double(part.count()) / double(whole.count()));
}

void addHead(std::string& text, const Source& source, const Simulation& simulation)
{
    const plan::Timeline& timeline = simulation.timeline;
    const plan::Shape& shape = source.schedule.shape;
    auto out = std::back_inserter(text);
    fmt::format_to(out, "{}: {}, {}, {}, {} per rank\n\n", source.title, source.scheduleName,
                   plan::counted(shape.ranks, "rank"),
                   plan::counted(shape.microbatches, "microbatch"),
                   plan::counted(shape.chunks, "chunk"));
    // Beside the simulated numbers, where the literature promises any: each checks the other.
    const auto form = closedFormOf(source);
    const auto line
        = [&](const char* what, const std::string& simulated, const std::string& closed) {
              fmt::format_to(out, "{:<48}{:>16}{:>16}\n", what, simulated, closed);
          };
    const auto share = [](double fraction) { return fmt::format("{:.2f} %", 100 * fraction); };
    line("", simulation.origin, form ? "closed form" : "");
    line("makespan", shown(timeline.makespan), form ? shown(form->makespan) : "");
    line("bubble fraction  (idle / all time)", share(plan::bubbleFraction(timeline)),
         form ? share(form->bubbleFraction) : "");
    line("bubble overhead  (idle / busy)", share(plan::bubbleOverhead(timeline)),
         form ? share(form->bubbleOverhead) : "");
    line("longest span of a rank, first op to last", shown(plan::longestSpan(timeline)), "");
    line("span bubble      (idle within the longest span)",
         share(plan::spanBubbleFraction(timeline)), "");
    if (source.searched) {
        line("lower bound of the makespan", shown(source.searched->lowerBound), "");
        line("    how far above it the search ended",
             fmt::format("{:.2f} %", 100 * source.searched->gap), "");
    }
    if (timeline.tails.empty())
        return;
    // One rank stands for all: it is a line for people, and JSON has every rank's.
    const plan::Tail& tail = timeline.tails.front();
    line("after the last op, on rank 0: gradient reduction",
         shown(tail.optimizerBegin - tail.begin), "");
    line("    and optimizer", shown(tail.end - tail.optimizerBegin), "");
}

void addRanks(std::string& text, const Simulation& simulation)
{
    auto out = std::back_inserter(text);
    const plan::Timeline& timeline = simulation.timeline;
    fmt::format_to(out, "\n{:>5}{:>16}{:>16}{:>10}{:>16}{:>16}{:>16}{:>10}\n", "rank", "busy",
                   "idle", "", "warm-up bubble", "steady bubble", "cool-down", "in flight");
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank) {
        const Nanoseconds busy = plan::busyTime(timeline, rank);
        const Nanoseconds idle = timeline.makespan - busy;
        const auto line = [&](plan::LedgerLine which) {
            return shown(simulation.ledger.ranks[rank][static_cast<std::size_t>(which)]);
        };
        fmt::format_to(out, "{:>5}{:>16}{:>16}{:>10}{:>16}{:>16}{:>16}{:>10}\n", rank, shown(busy),
                       shown(idle), percent(idle, timeline.makespan),
                       line(plan::LedgerLine::WarmUpBubble), line(plan::LedgerLine::SteadyBubble),
                       line(plan::LedgerLine::CoolDownBubble), plan::peakInFlight(timeline, rank));
    }
}

void addLedger(std::string& text, const Simulation& simulation)
{
    auto out = std::back_inserter(text);
    const plan::RankLedger lines = plan::total(simulation.ledger);
    const Nanoseconds whole = plan::sum(lines);
    fmt::format_to(out, "\nledger over all ranks\n");
    const auto add = [&](const char* what, Nanoseconds time) {
        if (time.count() != 0)
            fmt::format_to(out, "    {:<20}{:>16}{:>12}\n", what, shown(time),
                           percent(time, whole));
    };
    const plan::ExposedTransfers exposed = plan::exposedTransfers(simulation.ledger);
    for (std::size_t i = 0; i < plan::kLedgerLines; ++i) {
        const auto which = static_cast<plan::LedgerLine>(i);
        add(key(which), lines[i]);
        if (which != plan::LedgerLine::ExposedTransfer || exposed.betweenNodes.count() == 0)
            continue;
        add("  within nodes", exposed.withinNodes);
        add("  between nodes", exposed.betweenNodes);
    }
    fmt::format_to(out, "    {:<20}{:>16}{:>12}\n", "ranks x makespan", shown(whole),
                   percent(whole, whole));
}

} // namespace

std::optional<plan::ClosedForm> closedFormOf(const Source& source)
{
    const plan::Costs& costs = source.costs;
    // The formulas are derived for equal stages and transfers of no length.
    const bool equal = costs.uniform() && costs.hop(0).count() == 0
        && (source.schedule.pairs.empty() || costs.pairOverlap == 0);
    if (!equal || source.scheduleName == strategy::kCustomSchedule)
        return std::nullopt;
    return plan::closedForm(source.scheduleName, source.schedule.shape, source.options,
                            costs.stages.front());
}

std::string simulationTable(const Source& source, const Simulation& simulation)
{
    std::string text;
    addHead(text, source, simulation);
    addRanks(text, simulation);
    addLedger(text, simulation);
    if (simulation.isPredicted())
        text += "\ncosts: " + costOriginText(source.origin, source.costsOf) + '\n';
    return text;
}

} // namespace cli
