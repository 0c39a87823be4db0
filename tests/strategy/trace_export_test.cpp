#include "engine/strategy/trace_export.h"

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace strategy::test {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

struct Case {
    plan::Schedule schedule;
    plan::Timeline timeline;
};

Case simulated(const char* name, const plan::Shape& shape)
{
    plan::Costs costs;
    costs.stages = {{2us, 1us, 1us}};
    costs.transfer = 500ns;
    Case made;
    auto schedule = plan::makeSchedule(name, shape);
    EXPECT_TRUE(schedule) << (schedule ? "" : schedule.error().message);
    made.schedule = *std::move(schedule);
    auto timeline = plan::simulate(made.schedule, costs);
    EXPECT_TRUE(timeline) << (timeline ? "" : timeline.error().message);
    made.timeline = *std::move(timeline);
    return made;
}

json traceOf(const std::vector<TraceTrack>& tracks)
{
    return json::parse(chromeTrace(tracks))["traceEvents"];
}

// Nanoseconds since the origin.
std::int64_t at(const json& event, const char* key = "ts")
{
    return std::llround(event[key].get<double>() * 1e3);
}

std::vector<json> withPhase(const json& events, const char* phase)
{
    std::vector<json> found;
    for (const json& event : events)
        if (event["ph"] == phase)
            found.push_back(event);
    return found;
}

// The op whose slice is open where the flow event binds; "" if there is none.
std::string boundTo(const json& flow, const json& events)
{
    for (const json& slice : withPhase(events, "X"))
        if (slice["pid"] == flow["pid"] && slice["tid"] == flow["tid"] && at(slice) <= at(flow)
            && at(flow) < at(slice) + at(slice, "dur"))
            return slice["args"]["op"];
    return "";
}

TEST(ChromeTrace, ArrowsLeadFromOpsToThoseThatUseTheirOutput)
{
    const Case made = simulated("1f1b", {2, 1, 2});
    const json events = traceOf({{"predicted", &made.schedule, &made.timeline}});
    std::map<int, std::string> starts;
    for (const json& flow : withPhase(events, "s"))
        EXPECT_TRUE(starts.emplace(flow["id"], boundTo(flow, events)).second) << flow;
    std::set<std::string> arrows;
    for (const json& flow : withPhase(events, "f")) {
        EXPECT_EQ(flow["bp"], "e");
        arrows.insert(starts.at(flow["id"]) + ">" + boundTo(flow, events));
    }
    EXPECT_EQ(starts.size(), arrows.size());
    EXPECT_EQ(arrows,
              (std::set<std::string>{"0F0>1F0", "0F1>1F1", "1B0>0B0", "1B1>0B1", "0F0>0B0",
                                     "0F1>0B1", "1F0>1B0", "1F1>1B1"}));
}

TEST(ChromeTrace, ACounterARankHoldsTheActivationsInFlight)
{
    const Case made = simulated("1f1b", {4, 1, 8});
    const json events = traceOf({{"predicted", &made.schedule, &made.timeline}});
    std::map<std::string, std::vector<int>> values;
    std::map<std::string, std::int64_t> last;
    for (const json& counter : withPhase(events, "C")) {
        const std::string name = counter["name"];
        EXPECT_GE(at(counter), last[name]);
        last[name] = at(counter);
        values[name].push_back(counter["args"]["activations"]);
    }
    ASSERT_EQ(values.size(), 4U);
    for (int rank = 0; rank < 4; ++rank) {
        const auto& held = values["rank " + std::to_string(rank) + " in flight"];
        ASSERT_EQ(held.size(), 16U);
        EXPECT_EQ(*std::max_element(held.begin(), held.end()), 4 - rank);
        EXPECT_EQ(held.back(), 0);
    }
}

TEST(ChromeTrace, ASplitBackwardEndsWithItsWeightGradient)
{
    Case made = simulated("1f1b", {1, 1, 1});
    using plan::OpKind;
    made.timeline.spans = {{{plan::forward(0, 0), 0us, 2us},
                            {{0, OpKind::InputGrad, 0}, 2us, 3us},
                            {{0, OpKind::WeightGrad, 0}, 5us, 6us}}};
    const auto counters = withPhase(traceOf({{"predicted", &made.schedule, &made.timeline}}), "C");
    ASSERT_EQ(counters.size(), 2U);
    EXPECT_EQ(at(counters[1]), 6000);
    EXPECT_EQ(counters[1]["args"]["activations"], 0);
}

TEST(ChromeTrace, NothingLiesBeforeTheOriginThatAllTracksShare)
{
    const Case predicted = simulated("1f1b", {2, 1, 2});
    Case measured = predicted;
    for (auto& spans : measured.timeline.spans)
        for (plan::Span& span : spans) {
            span.start -= 300ns;
            span.end -= 100ns;
        }
    const json events = traceOf({{"predicted", &predicted.schedule, &predicted.timeline},
                                 {"measured \"1\" \xff", &measured.schedule, &measured.timeline}});
    std::map<int, std::int64_t> earliest{{0, 1'000'000}, {1, 1'000'000}};
    for (const json& event : events) {
        if (event["ph"] != "M")
            earliest[event["pid"]] = std::min(earliest[event["pid"]], at(event));
    }
    EXPECT_EQ(earliest[1], 0);
    EXPECT_EQ(earliest[0], 300);
    for (const json& thread : withPhase(events, "M")) {
        if (thread["name"] != "thread_name")
            continue;
        EXPECT_EQ(thread["args"]["name"], "rank " + std::to_string(thread["tid"].get<int>() / 2));
    }
}

TEST(ChromeTrace, TheEndOfTheStepIsThere)
{
    Case made = simulated("1f1b", {1, 1, 1});
    made.timeline.tails = {{4us, 5us, 5us}};
    const auto slices = withPhase(traceOf({{"predicted", &made.schedule, &made.timeline}}), "X");
    ASSERT_EQ(slices.size(), 3U); // no optimizer: it takes no time
    EXPECT_EQ(slices[2]["name"], "gradient reduction");
    EXPECT_EQ(at(slices[2]), 4000);
}

TEST(ChromeTrace, LostOpsLeaveNoLooseArrow)
{
    Case made = simulated("interleaved", {2, 2, 4});
    made.timeline.spans[0].clear();
    made.timeline.spans[1].erase(made.timeline.spans[1].begin());
    const json events = traceOf({{"measured", &made.schedule, &made.timeline}});
    std::multiset<int> starts;
    std::multiset<int> ends;
    for (const json& flow : withPhase(events, "s"))
        starts.insert(flow["id"].get<int>());
    for (const json& flow : withPhase(events, "f"))
        ends.insert(flow["id"].get<int>());
    EXPECT_EQ(starts, ends);
    EXPECT_EQ(starts.size(), 7U); // of 8 pairs one lost its forward
    EXPECT_TRUE(traceOf({}).empty());
}

TEST(ChromeTrace, ComesInPieces)
{
    const Case made = simulated("1f1b", {8, 1, 256});
    std::string whole;
    std::size_t largest = 0;
    writeChromeTrace({{"predicted", &made.schedule, &made.timeline}}, [&](std::string_view text) {
        whole += text;
        largest = std::max(largest, text.size());
    });
    EXPECT_LT(largest, std::size_t{1} << 17);
    EXPECT_GT(whole.size(), std::size_t{1} << 19);
    EXPECT_EQ(whole, chromeTrace({{"predicted", &made.schedule, &made.timeline}}));
}

} // namespace
} // namespace strategy::test
