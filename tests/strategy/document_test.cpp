#include "engine/strategy/document.h"
#include "engine/strategy/text_limits.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

std::string problemIn(std::string_view text)
{
    const auto parsed = parseDocument(text);
    return parsed.problem ? toText("f", *parsed.problem) : "";
}

TEST(ParseDocument, KeepsLinesAndQuotes)
{
    const auto parsed = parseDocument("a: 1\nb:\n  - \"2\"\n  - 3\n");
    ASSERT_FALSE(parsed.problem);
    const Node& root = parsed.document.root();
    ASSERT_EQ(root.children.size(), 4u);
    const Node& list = parsed.document.at(root.children[3]);
    ASSERT_EQ(list.children.size(), 2u);
    EXPECT_EQ(parsed.document.at(list.children[0]).line, 3);
    EXPECT_FALSE(parsed.document.at(list.children[0]).plain);
    EXPECT_EQ(parsed.document.at(list.children[1]).line, 4);
    EXPECT_TRUE(parsed.document.at(list.children[1]).plain);
}

TEST(ParseDocument, FollowsAliasesAndCountsThem)
{
    const auto parsed = parseDocument("a: &x [1, 2]\nb: *x\n");
    ASSERT_FALSE(parsed.problem);
    const Node& root = parsed.document.root();
    EXPECT_EQ(root.children[1], root.children[3]);

    EXPECT_EQ(problemIn("a: &x [1, *x]"), "f:1: file: has an anchor that contains itself");
    EXPECT_EQ(problemIn("a: *nobody").rfind("f:1: file: is not YAML here", 0), 0u);
}

TEST(ParseDocument, SaysWhereYamlBreaks)
{
    EXPECT_EQ(problemIn("a: 1\nb: [1\nc: 2"),
              "f:3: file: is not YAML here: end of sequence flow not "
              "found");
    EXPECT_EQ(problemIn("a: 1\n---\nb: 2\n"),
              "f:3: file: has a second document; keep one to a file");
    EXPECT_EQ(problemIn("a: !!int 5").find("f:1: file: has the tag 'tag:yaml.org,2002:int'"), 0u);
}

TEST(ParseDocument, ReadsUtf8Only)
{
    EXPECT_EQ(problemIn("\xEF\xBB\xBF"
                        "a: \xE2\x82\xAC"),
              "");
    const std::string ends = " that is not printable UTF-8 text";
    for (const std::string_view bytes :
         {"\xFF", "\xC0\x80", "\xE2\x82", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\x1B[31m", "\x7F",
          "\xE2\x80\xAE", "\xC2\x85"}) // NOLINT(misc-misleading-bidirectional)
        EXPECT_NE(problemIn("a: 1\nb: " + std::string(bytes)).find("f:2: file: has a byte" + ends),
                  std::string::npos);
    EXPECT_NE(problemIn(std::string_view("a: \0", 4)).find(ends), std::string::npos);
}

TEST(ParseDocument, DepthEndsAtSixtyFour)
{
    const auto nested = [](int depth) {
        return std::string(std::size_t(depth), '[') + std::string(std::size_t(depth), ']');
    };
    EXPECT_EQ(problemIn(nested(kMaxDepth)), "");
    EXPECT_EQ(problemIn(nested(kMaxDepth + 1)), "f:1: file: is nested deeper than 64 levels");
}

} // namespace
} // namespace strategy
