#include "engine/strategy/strict_json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace strategy {
namespace {

std::string found(std::string_view text, std::uint64_t most = 1000)
{
    const auto number = naturalInText(text, "step", most);
    if (!number)
        return number.error().message;
    return *number ? std::to_string(**number) : "none";
}

TEST(StrictJson, OneNumberIsFoundWithoutTheRest)
{
    EXPECT_EQ(found(R"({"a": [1, 2], "step": 7, "b": {"c": 3}})"), "7");
    EXPECT_EQ(found(R"({"step": 0})"), "0");
    for (const char* other :
         {R"({})", R"({"a": 7})", R"({"step": -7})", R"({"step": 7.5})", R"({"step": "7"})",
          R"({"step": null, "a": 7})", R"({"step": true, "a": 7})", R"({"step": [7]})",
          R"({"step": {"step": 7}})", R"({"a": {"step": 7}})", R"({"step": 1001})"})
        EXPECT_EQ(found(other), "none") << other;
}

// In one pass as in two.
TEST(StrictJson, WhatIsRefusedIsRefusedWhoeverAsks)
{
    for (const std::string& text :
         {std::string("[7]"), std::string(), std::string(R"({"step": 7)"),
          std::string(R"({"step": 7, "step": 7})"),
          R"({"step": 7, "a": )" + std::string(20, '[') + std::string(20, ']') + "}"}) {
        const auto whole = parseStrictJson(text);
        ASSERT_FALSE(whole) << text;
        EXPECT_EQ(found(text), whole.error().message) << text;
    }
}

TEST(StrictJson, KeysAreCountedInTheWholeText)
{
    const auto objects = [](std::size_t keys) { // of 1 000 keys each
        std::string text = R"({"a": [)";
        for (std::size_t key = 1; key < keys; ++key)
            text += fmt::format("{}\"{}\": 1",
                                key % 1000 != 1 ? ", "
                                    : key == 1  ? "{"
                                                : "}, {",
                                key);
        return text + "}]}";
    };
    EXPECT_TRUE(parseStrictJson(objects(kMaxJsonKeys)));
    const auto more = parseStrictJson(objects(kMaxJsonKeys + 1));
    ASSERT_FALSE(more);
    EXPECT_EQ(more.error().message, "has more than 400000 keys");
}

// One number, whichever function reads it.
TEST(StrictJson, BothReadersFindTheSameNumber)
{
    for (const char* text : {R"({"step": 7})", R"({"step": -1})", R"({"step": "7", "a": 7})",
                             R"({"a": {"step": 1}, "step": 2})", R"({"step": [1], "b": 3})"}) {
        const auto number = naturalIn(*parseStrictJson(text), "step", 1000);
        EXPECT_EQ(found(text), number ? std::to_string(*number) : "none") << text;
    }
}

} // namespace
} // namespace strategy
