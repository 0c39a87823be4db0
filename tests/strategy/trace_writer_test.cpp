#include "engine/strategy/trace_writer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace strategy {
namespace {

TEST(TraceWriter, WritesEveryKindOfEvent)
{
    TraceWriter out;
    out.nameProcess(3, "a \"run\" \xff");
    out.nameThread({3, 4}, "rank 2\n");
    out.sortThread({3, 4}, 17);
    out.slice({3, 4}, "F0", "forward", {1, 1'002'003},
              {{.key = "op", .text = "0F0"}, {.key = "step", .number = -1}});
    std::string text = out.take();
    EXPECT_EQ(out.size(), 0U);
    out.counter({3, 4}, "in flight", 999, {.key = "activations", .number = 5});
    out.arrow(7, "activation", "flow", {{3, 4}, 10}, {{3, 6}, 20});
    out.finish();
    text += out.take();

    const auto events = nlohmann::json::parse(text)["traceEvents"];
    ASSERT_EQ(events.size(), 7U);
    EXPECT_EQ(events[0]["args"]["name"], "a \"run\" \uFFFD");
    EXPECT_EQ(events[1]["args"]["name"], "rank 2\n");
    EXPECT_EQ(events[2]["args"]["sort_index"], 17);
    EXPECT_EQ(events[3],
              nlohmann::json::parse(R"({"ph": "X", "name": "F0", "cat": "forward", "pid": 3,
        "tid": 4, "ts": 0.001, "dur": 1002.002, "args": {"op": "0F0", "step": -1}})"));
    EXPECT_EQ(events[4],
              nlohmann::json::parse(R"({"ph": "C", "name": "in flight", "pid": 3, "tid": 4,
        "ts": 0.999, "args": {"activations": 5}})"));
    EXPECT_EQ(events[5],
              nlohmann::json::parse(R"({"ph": "s", "name": "activation", "cat": "flow", "id": 7,
        "pid": 3, "tid": 4, "ts": 0.010})"));
    EXPECT_EQ(events[6],
              nlohmann::json::parse(R"({"ph": "f", "bp": "e", "name": "activation", "cat": "flow",
        "id": 7, "pid": 3, "tid": 6, "ts": 0.020})"));
}

TEST(TraceWriter, NoNanosecondIsLost)
{
    TraceWriter out;
    constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
    out.slice({}, "x", "x", {kLast - 1, kLast});
    const std::string text = out.take();
    EXPECT_NE(text.find("\"ts\":9223372036854775.806,\"dur\":0.001"), std::string::npos) << text;
}

} // namespace
} // namespace strategy
