#include "engine/cli/json_writer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace cli {
namespace {

using plan::Nanoseconds;

std::string written(int depth, const std::function<void(JsonWriter&)>& write)
{
    std::string text;
    const TextSink sink = [&text](std::string_view piece) { text += piece; };
    {
        JsonWriter out(sink, depth);
        write(out);
        out.finish();
    }
    return text;
}

TEST(JsonWriter, LaysOutDownToADepth)
{
    const auto write = [](JsonWriter& out) {
        out.beginObject();
        out.member("a", 1);
        out.key("b").beginList();
        out.beginObject();
        out.member("c", std::vector<int>{1, 2});
        out.member("d", true);
        out.endObject();
        out.beginList();
        out.endList();
        out.endList();
        out.key("e").beginObject();
        out.endObject();
        out.endObject();
    };
    EXPECT_EQ(written(0, write),
              "{\"a\": 1, \"b\": [{\"c\": [1,2], \"d\": true},[]], \"e\": {}}\n");
    EXPECT_EQ(
        written(2, write),
        "{\n \"a\": 1,\n \"b\": [\n  {\"c\": [1,2], \"d\": true},\n  []\n ],\n \"e\": {}\n}\n");
    EXPECT_EQ(nlohmann::json::parse(written(9, write)), nlohmann::json::parse(written(0, write)));
}

TEST(JsonWriter, EscapesEveryText)
{
    const std::string odd = "a \"b\" \\ \n\x01 \xff \u4e2d";
    const std::string text = written(1, [&](JsonWriter& out) {
        out.beginObject();
        out.member(odd, odd);
        out.endObject();
    });
    const auto read = nlohmann::json::parse(text);
    EXPECT_EQ(read.begin().key(), "a \"b\" \\ \n\x01 \uFFFD \u4e2d");
    EXPECT_EQ(read.begin().value(), read.begin().key());
}

TEST(JsonWriter, WritesNumbersExactly)
{
    const std::string text = written(0, [](JsonWriter& out) {
        out.beginList();
        out.value(Nanoseconds{1'500});
        out.value(Nanoseconds{-33'000});
        out.value(Nanoseconds{1});
        out.value(0.1);
        out.value(std::numeric_limits<double>::quiet_NaN());
        out.value(nullptr);
        out.value(std::numeric_limits<std::uint64_t>::max());
        out.value(plan::forward(2, 1));
        out.value("text");
        out.value(nlohmann::ordered_json{{"z", 1}, {"a", 2}});
        out.endList();
    });
    EXPECT_EQ(
        text,
        "[1.5,-33,0.001,0.1,null,null,18446744073709551615,\"2F1\",\"text\",{\"z\":1,\"a\":2}]\n");
}

TEST(JsonValues, AreRoundedAsTheyAreShown)
{
    EXPECT_EQ(rounded(1.0 / 3, 6), 0.333333);
    EXPECT_EQ(rounded(-2.0 / 3, 6), -0.666667);
    EXPECT_EQ(usJson(Nanoseconds{2'000}).dump(), "2");
    EXPECT_EQ(usJson(Nanoseconds{2'001}).dump(), "2.001");
    EXPECT_EQ(textOf({{"a", "\xff"}}), "{\n  \"a\": \"\uFFFD\"\n}\n");
}

} // namespace
} // namespace cli
