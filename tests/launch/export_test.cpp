#include "engine/launch/chrome_spans.h"
#include "engine/launch/export_command.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace launch;
using nlohmann::json;
using telemetry::SpanKind;

namespace {

struct Recorded {
    std::uint32_t rank = 0;
    telemetry::SpanRecord span;
};

Recorded recorded(std::uint32_t rank, SpanKind kind, int stage, int microbatch, std::int64_t start,
                  std::int64_t end)
{
    Recorded made;
    made.rank = rank;
    made.span.startNs = start;
    made.span.endNs = end;
    made.span.stage = stage;
    made.span.microbatch = microbatch;
    made.span.kind = kind;
    made.span.lane = kind == SpanKind::Send || kind == SpanKind::Receive
        ? telemetry::Lane::Communication
        : telemetry::Lane::Compute;
    return made;
}

// One microbatch through two ranks; rank 1 comes first in the log.
std::vector<Recorded> oneMicrobatch()
{
    return {recorded(1, SpanKind::Receive, 0, 0, 1990, 2050),
            recorded(1, SpanKind::Forward, 1, 0, 2100, 3000),
            recorded(1, SpanKind::Backward, 1, 0, 3000, 5000),
            recorded(1, SpanKind::Send, 1, 0, 5000, 5010),
            recorded(0, SpanKind::Forward, 0, 0, 1000, 2000),
            recorded(0, SpanKind::Send, 0, 0, 2000, 2010),
            recorded(0, SpanKind::Receive, 1, 0, 5010, 5040),
            recorded(0, SpanKind::Backward, 0, 0, 5100, 7000)};
}

json traceOf(const std::vector<Recorded>& spans, std::int64_t clockOffset = 0,
             std::uint8_t directions = 1, std::uint32_t replicas = 1)
{
    SpanSurvey survey;
    const auto tell = [&survey](std::uint32_t rank, auto body) {
        telemetry::Frame frame;
        frame.header.rank = rank;
        frame.body = std::move(body);
        survey.add(frame);
    };
    telemetry::Hello hello;
    hello.ranks = 2 * replicas;
    hello.pipelineRanks = 2;
    hello.chunks = directions;
    hello.directions = directions;
    hello.microbatches = 4;
    tell(0, hello);
    telemetry::ClockRecord clock;
    clock.offsetNs = clockOffset;
    tell(1, std::vector{clock});
    for (const Recorded& span : spans)
        tell(span.rank, std::vector{span.span});
    ChromeSpans text(survey, "a \"run\" \xff");
    std::string whole = text.begin();
    for (const Recorded& span : spans)
        whole += text.span(span.rank, span.span);
    return json::parse(whole + text.end())["traceEvents"];
}

std::int64_t at(const json& event, const char* key = "ts")
{
    return std::llround(event[key].get<double>() * 1e3);
}

std::vector<json> withPhase(const json& events, const char* phase)
{
    std::vector<json> found;
    for (const json& event : events) {
        if (event["ph"] == phase)
            found.push_back(event);
    }
    return found;
}

// The name of the slice that is open where the flow event binds, with its thread.
std::string boundTo(const json& flow, const json& events)
{
    for (const json& slice : withPhase(events, "X")) {
        if (slice["tid"] == flow["tid"] && at(slice) <= at(flow)
            && at(flow) < at(slice) + at(slice, "dur"))
            return slice["name"].get<std::string>() + "@" + slice["tid"].dump();
    }
    return "";
}

std::multiset<std::string> arrowsOf(const json& events)
{
    std::map<std::int64_t, std::string> starts;
    std::map<std::int64_t, std::int64_t> leaves;
    for (const json& flow : withPhase(events, "s")) {
        EXPECT_TRUE(starts.emplace(flow["id"].get<std::int64_t>(), boundTo(flow, events)).second);
        leaves[flow["id"].get<std::int64_t>()] = at(flow);
    }
    std::multiset<std::string> arrows;
    for (const json& flow : withPhase(events, "f")) {
        EXPECT_EQ(flow["bp"], "e");
        EXPECT_GE(at(flow), leaves.at(flow["id"].get<std::int64_t>())) << flow;
        arrows.insert(flow["name"].get<std::string>() + ": " + starts.at(flow["id"]) + " > "
                      + boundTo(flow, events));
    }
    EXPECT_EQ(arrows.size(), starts.size());
    return arrows;
}

} // namespace

TEST(Export, CsvHasALineASpan)
{
    const SpanSurvey survey;
    CsvSpans csv(survey);
    EXPECT_EQ(csv.span(3, recorded(3, SpanKind::Forward, 1, 2, 1000, 3500).span),
              "3,0,forward,1,2,0,2500,0,0\n");
}

TEST(Export, CsvHasTheTimesOfAllRanksOnOneClock)
{
    telemetry::Frame clocks;
    clocks.header.rank = 3; // behind rank 0 by 400 ns
    clocks.body = std::vector<telemetry::ClockRecord>{{.offsetNs = 400}};
    SpanSurvey survey;
    survey.add(clocks);
    CsvSpans csv(survey);
    EXPECT_EQ(csv.span(0, recorded(0, SpanKind::Forward, 0, 2, 1000, 1500).span),
              "0,0,forward,0,2,0,500,0,0\n");
    EXPECT_EQ(csv.span(3, recorded(3, SpanKind::Forward, 1, 2, 1100, 1600).span),
              "3,0,forward,1,2,500,1000,0,0\n");
}

TEST(Export, OpsAndTransfersHaveThreadsOfTheirOwn)
{
    const json events = traceOf(oneMicrobatch());
    for (const json& slice : withPhase(events, "X")) {
        const bool transfer = slice["cat"] == "send" || slice["cat"] == "receive";
        EXPECT_EQ(slice["tid"].get<int>() % 2, transfer ? 1 : 0) << slice;
    }
    std::map<int, std::string> names;
    for (const json& name : withPhase(events, "M")) {
        if (name["name"] == "thread_name")
            names[name["tid"]] = name["args"]["name"];
    }
    EXPECT_EQ(names,
              (std::map<int, std::string>{
                  {0, "rank 0"}, {1, "rank 0 transfers"}, {2, "rank 1"}, {3, "rank 1 transfers"}}));
}

TEST(Export, TimesCountFromTheEarliestSpanOfAnyRankOnOneClock)
{
    for (const std::int64_t offset : {std::int64_t{0}, std::int64_t{-1500}}) {
        std::int64_t earliest = 1'000'000;
        for (const json& event : traceOf(oneMicrobatch(), offset)) {
            if (event["ph"] != "M")
                earliest = std::min(earliest, at(event));
        }
        EXPECT_EQ(earliest, 0) << offset;
    }
}

TEST(Export, ArrowsLeadFromSendToReceiveAndFromForwardToBackward)
{
    const std::multiset<std::string> expected
        = {"activation: send 0@1 > receive 0@3", "gradient: send 0@3 > receive 0@1",
           "kept activation: forward 0@0 > backward 0@0",
           "kept activation: forward 0@2 > backward 0@2"};
    EXPECT_EQ(arrowsOf(traceOf(oneMicrobatch())), expected);

    auto lost = oneMicrobatch();
    std::erase_if(
        lost, [](const Recorded& one) { return one.rank == 1 && one.span.kind != SpanKind::Send; });
    EXPECT_TRUE(arrowsOf(traceOf(lost)).contains("kept activation: forward 0@0 > backward 0@0"));
}

// Ranks 0 and 2 are one pipeline, 1 and 3 the other; they run at the same time.
TEST(Export, ArrowsStayWithinAReplica)
{
    std::vector<Recorded> spans;
    for (const std::uint32_t replica : {0U, 1U}) {
        for (Recorded one : oneMicrobatch()) {
            one.rank = 2 * one.rank + replica;
            one.span.startNs += replica;
            one.span.endNs += replica;
            spans.push_back(one);
        }
    }
    std::stable_sort(spans.begin(), spans.end(),
                     [](const auto& a, const auto& b) { return a.span.startNs < b.span.startNs; });
    const std::multiset<std::string> expected = {"activation: send 0@1 > receive 0@5",
                                                 "activation: send 0@3 > receive 0@7",
                                                 "gradient: send 0@5 > receive 0@1",
                                                 "gradient: send 0@7 > receive 0@3",
                                                 "kept activation: forward 0@0 > backward 0@0",
                                                 "kept activation: forward 0@2 > backward 0@2",
                                                 "kept activation: forward 0@4 > backward 0@4",
                                                 "kept activation: forward 0@6 > backward 0@6"};
    EXPECT_EQ(arrowsOf(traceOf(spans, 0, 1, 2)), expected);
}

TEST(Export, WhatIsInsideAnOpStandsBesideItAndASecondRunSaysSo)
{
    auto spans = oneMicrobatch();
    spans.push_back(recorded(0, SpanKind::Recompute, 0, 0, 5200, 5400));
    Recorded again = recorded(1, SpanKind::Forward, 1, 0, 6000, 6900);
    again.span.flags = telemetry::kFlagRerun;
    spans.push_back(again);
    const json events = traceOf(spans);
    int found = 0;
    for (const json& slice : withPhase(events, "X")) {
        if (slice["name"] == "recomputation 0") {
            EXPECT_EQ(slice["tid"].get<int>() % 2, 1);
            ++found;
        }
        if (slice["name"] == "forward 0 again") {
            EXPECT_EQ(slice["tid"], 2);
            ++found;
        }
    }
    EXPECT_EQ(found, 2);
    EXPECT_EQ(withPhase(events, "C").size(), withPhase(traceOf(oneMicrobatch()), "C").size());
}

// Microbatch 0 goes from rank 0 to rank 1, microbatch 3 from rank 1 to rank 0.
TEST(Export, ArrowsOfTwoDirectionsTellActivationsFromGradients)
{
    auto spans = oneMicrobatch();
    for (Recorded mirrored : oneMicrobatch()) {
        mirrored.rank = 1 - mirrored.rank;
        mirrored.span.microbatch = 3;
        mirrored.span.startNs += 10'000;
        mirrored.span.endNs += 10'000;
        spans.push_back(mirrored);
    }
    const std::multiset<std::string> expected = {"activation: send 0@1 > receive 0@3",
                                                 "gradient: send 0@3 > receive 0@1",
                                                 "kept activation: forward 0@0 > backward 0@0",
                                                 "kept activation: forward 0@2 > backward 0@2",
                                                 "activation: send 3@3 > receive 3@1",
                                                 "gradient: send 3@1 > receive 3@3",
                                                 "kept activation: forward 3@0 > backward 3@0",
                                                 "kept activation: forward 3@2 > backward 3@2"};
    EXPECT_EQ(arrowsOf(traceOf(spans, 0, 2)), expected);
}

TEST(Export, WhatEndsAStepIsNamedWithoutAMicrobatch)
{
    for (const json& slice : withPhase(traceOf({recorded(0, SpanKind::Collective, -1, -1, 0, 5),
                                                recorded(0, SpanKind::Optimizer, -1, -1, 5, 9)}),
                                       "X")) {
        EXPECT_EQ(slice["name"], slice["cat"]);
        EXPECT_EQ(slice["tid"], 0);
    }
}

TEST(Export, TransfersThatOverlapDoNotShareAThread)
{
    const json events = traceOf({recorded(0, SpanKind::Forward, 0, 0, 0, 10),
                                 recorded(1, SpanKind::Forward, 1, 0, 0, 10),
                                 recorded(1, SpanKind::Receive, 0, 1, 100, 200),
                                 recorded(1, SpanKind::Receive, 0, 2, 50, 300),
                                 recorded(1, SpanKind::Receive, 0, 3, 250, 400)});
    std::map<int, std::int64_t> busyTo;
    for (const json& slice : withPhase(events, "X")) {
        std::int64_t& busy = busyTo[slice["tid"]];
        EXPECT_GE(at(slice), busy) << slice;
        busy = at(slice) + at(slice, "dur");
    }
    EXPECT_EQ(busyTo.size(), 4U);
}

TEST(Export, TheCounterFollowsForwardsAndBackwards)
{
    std::vector<std::pair<std::int64_t, int>> values;
    for (const json& counter : withPhase(traceOf(oneMicrobatch()), "C")) {
        if (counter["name"] == "rank 0 in flight")
            values.emplace_back(at(counter), counter["args"]["activations"].get<int>());
    }
    EXPECT_EQ(values, (std::vector<std::pair<std::int64_t, int>>{{0, 1}, {6000, 0}}));
}
