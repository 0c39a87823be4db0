#include "engine/cli/reports.h"

#include "engine/plan/closed_forms.h"
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

void addHead(std::string& text, const Source& source, const plan::Timeline& timeline)
{
    const plan::Shape& shape = source.schedule.shape;
    auto out = std::back_inserter(text);
    fmt::format_to(out, "{}: {}, {} ranks, {} microbatches, {} chunk{} a rank\n\n", source.title,
                   source.scheduleName, shape.ranks, shape.microbatches, shape.chunks,
                   shape.chunks == 1 ? "" : "s");
    const bool equal = source.costs.stages.size() == 1 && source.costs.transfer.count() == 0;
    const auto form = equal ? plan::closedForm(source.scheduleName, shape, source.options,
                                               source.costs.stages.front())
                            : std::nullopt;
    fmt::format_to(out, "{:<34}{:>16}{}\n", "", "simulated", form ? "     closed form" : "");
    fmt::format_to(out, "{:<34}{:>16}{:>16}\n", "makespan", shown(timeline.makespan),
                   form ? shown(form->makespan) : "");
    fmt::format_to(out, "{:<34}{:>14.2f} %{:>16}\n", "bubble fraction  (idle / all time)",
                   100 * plan::bubbleFraction(timeline),
                   form ? fmt::format("{:.2f} %", 100 * form->bubbleFraction) : "");
    fmt::format_to(out, "{:<34}{:>14.2f} %{:>16}\n", "bubble overhead  (idle / busy)",
                   100 * plan::bubbleOverhead(timeline),
                   form ? fmt::format("{:.2f} %", 100 * form->bubbleOverhead) : "");
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
    for (std::size_t i = 0; i < plan::kLedgerLines; ++i)
        if (lines[i].count() != 0)
            fmt::format_to(out, "    {:<20}{:>16}{:>12}\n",
                           key(static_cast<plan::LedgerLine>(i)), shown(lines[i]),
                           percent(lines[i], whole));
    fmt::format_to(out, "    {:<20}{:>16}{:>12}\n", "ranks x makespan", shown(whole),
                   percent(whole, whole));
}

} // namespace

std::string simulationTable(const Source& source, const Simulation& simulation)
{
    std::string text;
    addHead(text, source, simulation.timeline);
    addRanks(text, simulation);
    addLedger(text, simulation);
    return text;
}

} // namespace cli
