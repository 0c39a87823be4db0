#include "engine/cli/reports.h"

#include "engine/plan/closed_forms.h"
#include "engine/plan/metrics.h"

#include <nlohmann/json.hpp>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;
using plan::Nanoseconds;

double us(Nanoseconds time) { return static_cast<double>(time.count()) / 1000; }

Json phasesJson(const plan::Schedule& schedule, const plan::Timeline& timeline, std::size_t rank)
{
    const plan::PhaseTimes times = plan::phaseTimes(timeline.spans[rank], timeline.makespan);
    const plan::PhaseSplit& split = schedule.phases[rank];
    const auto phase = [](std::size_t ops, Nanoseconds start, Nanoseconds end) {
        return Json{{"ops", ops}, {"start_us", us(start)}, {"end_us", us(end)}};
    };
    return {{"warm_up", phase(split.steadyBegin, {}, times.steadyBegin)},
            {"steady", phase(split.coolDownBegin - split.steadyBegin, times.steadyBegin,
                             times.coolDownBegin)},
            {"cool_down", phase(timeline.spans[rank].size() - split.coolDownBegin,
                                times.coolDownBegin, timeline.makespan)}};
}

Json ledgerJson(const plan::RankLedger& ledger)
{
    Json json;
    for (std::size_t line = 0; line < plan::kLedgerLines; ++line)
        json[key(static_cast<plan::LedgerLine>(line))] = us(ledger[line]);
    return json;
}

Json bubbleJson(const plan::Bubble& bubble)
{
    Json json{{"start_us", us(bubble.start)},
              {"end_us", us(bubble.end)},
              {"phase", key(bubble.phase)},
              {"waiting_for", nullptr}};
    if (bubble.waitingFor) {
        json["waiting_for"] = plan::toText(*bubble.waitingFor);
        json["waiting_for_rank"] = bubble.waitingForRank;
    }
    if (bubble.next)
        json["next"] = plan::toText(*bubble.next);
    if (bubble.inTransfer.count() > 0)
        json["in_transfer_us"] = us(bubble.inTransfer);
    return json;
}

Json closedFormJson(const Source& source)
{
    if (source.costs.stages.size() != 1)
        return nullptr;
    const auto form = plan::closedForm(source.scheduleName, source.schedule.shape, source.options,
                                       source.costs.stages.front());
    if (!form)
        return nullptr;
    return {{"makespan_us", us(form->makespan)},
            {"bubble_fraction", form->bubbleFraction},
            {"bubble_overhead", form->bubbleOverhead}};
}

} // namespace

std::string simulationJson(const Source& source, const Simulation& simulation)
{
    const plan::Timeline& timeline = simulation.timeline;
    Json json;
    json["schedule"] = source.scheduleName;
    json["makespan_us"] = us(timeline.makespan);
    json["bubble_fraction"] = plan::bubbleFraction(timeline);
    json["bubble_overhead"] = plan::bubbleOverhead(timeline);
    // For equal stages and free transfers; null where no exact form is known.
    json["closed_form"] = closedFormJson(source);
    auto& ranks = json["ranks"] = Json::array();
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank) {
        const Nanoseconds busy = plan::busyTime(timeline, rank);
        Json bubbles = Json::array();
        for (const plan::Bubble& bubble : simulation.ledger.bubbles[rank])
            bubbles.push_back(bubbleJson(bubble));
        ranks.push_back({{"rank", rank},
                         {"busy_us", us(busy)},
                         {"idle_us", us(timeline.makespan - busy)},
                         {"peak_in_flight", plan::peakInFlight(timeline, rank)},
                         {"phases", phasesJson(source.schedule, timeline, rank)},
                         {"ledger_us", ledgerJson(simulation.ledger.ranks[rank])},
                         {"bubbles", std::move(bubbles)}});
    }
    return json.dump(1) + "\n";
}

} // namespace cli
