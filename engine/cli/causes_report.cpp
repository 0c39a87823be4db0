// The critical path, and where the bubbles sit by formula.

#include "engine/cli/reports.h"

#include "engine/cli/report_units.h"
#include "engine/plan/insight/bubble_places.h"
#include "engine/plan/insight/critical_path.h"

#include <fmt/format.h>

namespace cli {
namespace {

constexpr std::size_t kShownSteps = 64; // of the path, in the text for people

// "0F0", or "0F7+7B3" of a fused pair.
std::string opsOf(const plan::Timeline& timeline, const plan::CriticalStep& step)
{
    const auto& spans = timeline.spans[step.rank];
    std::string text = plan::toText(spans[step.firstSpan].op);
    if (step.spans == 2)
        text += '+' + plan::toText(spans[step.firstSpan + 1].op);
    return text;
}

constexpr std::array kPlaces{plan::BubblePlace::BeforeFirst, plan::BubblePlace::BeforeSteady,
                             plan::BubblePlace::InSteady, plan::BubblePlace::AfterSteady,
                             plan::BubblePlace::AfterLast};

void writePlaces(JsonWriter& out, const char* name, const plan::PlaceTimes& times)
{
    out.key(name).beginObject();
    for (const plan::BubblePlace place : kPlaces)
        out.member(key(place), times[static_cast<std::size_t>(place)]);
    out.endObject();
}

struct Places {
    std::vector<plan::PlaceTimes> simulated; // [rank]
    std::vector<plan::PlaceTimes> shifted;   // [rank]
    std::optional<plan::PlaceFormula> formula;
};

Places placesOf(const Source& source, const plan::Timeline& timeline)
{
    return {plan::bubblePlaces(timeline),
            plan::bubblePlaces(plan::shiftedToEvenPlaces(source.schedule, timeline, source.costs)),
            plan::bubblePlaceFormula(source.scheduleName, source.schedule.shape, source.options,
                                     source.costs)};
}

} // namespace

std::string criticalPathText(const Source& source, const plan::Timeline& timeline)
{
    const plan::CriticalPath path = plan::criticalPath(source.schedule, timeline, source.costs);
    std::string text = fmt::format(
        "critical path: {} us computing, {} us in transfer, {} us after rank {}'s last op:",
        usText(path.computing), usText(path.transferring), usText(path.tail), path.lastRank);
    for (std::size_t i = 0; i < std::min(path.steps.size(), kShownSteps); ++i)
        text += ' ' + opsOf(timeline, path.steps[i]);
    if (path.steps.size() > kShownSteps)
        text += fmt::format(" and {} more", path.steps.size() - kShownSteps);
    return text + '\n';
}

void writeCriticalPath(JsonWriter& out, const Source& source, const plan::Timeline& timeline)
{
    const plan::CriticalPath path = plan::criticalPath(source.schedule, timeline, source.costs);
    out.key("critical_path").beginObject();
    out.member("computing_us", path.computing);
    out.member("transferring_us", path.transferring);
    out.member("tail_us", path.tail);
    out.member("last_rank", path.lastRank);
    out.key("steps").beginList();
    for (const plan::CriticalStep& step : path.steps) {
        out.beginObject();
        out.member("op", opsOf(timeline, step));
        out.member("rank", step.rank);
        out.member("transfer_us", step.transfer);
        out.endObject();
    }
    out.endList();
    out.endObject();
}

std::string bubblePlacesText(const Source& source, const plan::Timeline& timeline)
{
    const Places places = placesOf(source, timeline);
    std::string text
        = fmt::format("idle us of each rank: simulated{}and shifted to the even places\n",
                      places.formula ? ", by the published formula, " : " ");
    text += fmt::format("{:>6}", "rank");
    for (const plan::BubblePlace place : kPlaces)
        text += fmt::format("{:>20}", key(place));
    text += '\n';
    for (std::size_t rank = 0; rank < places.simulated.size(); ++rank) {
        text += fmt::format("{:>6}", rank);
        for (std::size_t place = 0; place < kPlaces.size(); ++place) {
            std::string cell = usText(places.simulated[rank][place]);
            if (places.formula)
                cell += " / " + usText(places.formula->published[rank][place]);
            text += fmt::format("{:>20}", cell + " / " + usText(places.shifted[rank][place]));
        }
        text += '\n';
    }
    return text;
}

void writeBubblePlaces(JsonWriter& out, const Source& source, const plan::Timeline& timeline)
{
    const Places places = placesOf(source, timeline);
    out.key("bubble_places").beginList();
    for (std::size_t rank = 0; rank < places.simulated.size(); ++rank) {
        out.beginObject();
        out.member("rank", rank);
        writePlaces(out, "simulated_us", places.simulated[rank]);
        if (places.formula)
            writePlaces(out, "published_us", places.formula->published[rank]);
        writePlaces(out, "shifted_us", places.shifted[rank]);
        out.endObject();
    }
    out.endList();
}

void writeCostOrigin(JsonWriter& out, const strategy::CostOrigin& origin, plan::CostBasis basis)
{
    out.member("costs_of", plan::toText(basis));
    out.member("costs_from", strategy::wordOf(origin.kind));
}

} // namespace cli
