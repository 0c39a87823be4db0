#include "engine/strategy/svg_export.h"

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/svg_text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace strategy::test {
namespace {

std::size_t count(const std::string& text, const std::string& words)
{
    std::size_t found = 0;
    for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
        ++found;
    return found;
}

struct Step {
    plan::Schedule schedule;
    plan::Timeline timeline;
};

Step step(const char* name, int ranks, int microbatches,
          const plan::Costs& costs = plan::Costs::unit())
{
    Step made{*plan::makeSchedule(name, plan::shapeOf(name, ranks, {}, microbatches)), {}};
    made.timeline = *plan::simulate(made.schedule, costs);
    return made;
}

TEST(SvgPicture, DrawsEveryOpInItsColourWithItsMicrobatch)
{
    const Step made = step("1f1b", 2, 3);
    const std::string svg = svgPicture("p=2", {{"1f1b", &made.schedule, &made.timeline}});
    EXPECT_EQ(svg.substr(0, 5), "<svg ");
    EXPECT_EQ(count(svg, "fill=\"#1d39bb\""), 6u + 1); // and in the legend
    EXPECT_EQ(count(svg, "fill=\"#1c8f75\""), 6u + 1);
    EXPECT_EQ(count(svg, "text-anchor=\"middle\">2</text>"), 4u);
    EXPECT_EQ(count(svg, ">rank 1</text>"), 1u);
    EXPECT_EQ(count(svg, ">step 12 us</text>"), 1u);
    // The first op of rank 0: 1/12 of the axis.
    EXPECT_NE(svg.find("<rect x=\"72.00\" y=\"97.0\" width=\"91.20\""), std::string::npos);
    EXPECT_EQ(svg.find("drawn as"), std::string::npos);
    EXPECT_EQ(svg, svgPicture("p=2", {{"1f1b", &made.schedule, &made.timeline}}));
}

TEST(SvgPicture, SaysWhatItMerges)
{
    const Step made = step("1f1b", 8, 8192);
    const std::string svg = svgPicture("", {{"1f1b", &made.schedule, &made.timeline}});
    EXPECT_LT(count(svg, "<rect"), kSvgMaxBars + 100);
    EXPECT_LT(svg.size(), 4'000'000u);
    EXPECT_EQ(count(svg, " ops narrower than"), 1u);
}

TEST(SvgPicture, BoundsTheRanksAndSaysSo)
{
    const Step made = step("gpipe", 2000, 20);
    const std::string svg = svgPicture("", {{"gpipe", &made.schedule, &made.timeline}});
    EXPECT_EQ(count(svg, ">1488 further ranks are left out; 512 are drawn.</text>"), 1u);
    EXPECT_LT(count(svg, "<rect"), kSvgMaxBars + 4 * kSvgMaxLanes + 100);
}

TEST(SvgPicture, ShowsTailsAndSeveralTracksOnOneAxis)
{
    plan::Costs costs = plan::Costs::unit();
    costs.optimizer = costs.gradientReduction = std::chrono::microseconds{2};
    const Step one = step("1f1b", 2, 2, costs);
    const Step two = step("naive", 2, 2);
    const std::string svg = svgPicture(
        "", {{"a", &one.schedule, &one.timeline}, {"b & <c>", &two.schedule, &two.timeline}});
    EXPECT_EQ(count(svg, "fill=\"#1a1129\""), 2u + 1);
    EXPECT_EQ(count(svg, ">optimizer</text>"), 1u);
    EXPECT_EQ(count(svg, ">b &amp; &lt;c&gt;</text>"), 1u);
}

TEST(SvgPicture, OfNothingIsAPicture)
{
    const plan::Schedule schedule{{}, plan::loopedPlacement({}), {{}}, {{}}};
    const plan::Timeline timeline{.spans = {{}}};
    EXPECT_NE(svgPicture("", {{"", &schedule, &timeline}}).find("</svg>"), std::string::npos);
    EXPECT_NE(svgPicture("", {}).find("</svg>"), std::string::npos);
}

TEST(SvgText, IsSafeInXml)
{
    EXPECT_EQ(escapedXml("a<b>&\"c\""), "a&lt;b&gt;&amp;\"c\"");
    EXPECT_EQ(escapedXml(std::string("x\0y\x1bz\xff", 6)),
              "x\xef\xbf\xbdy\xef\xbf\xbdz\xef\xbf\xbd");
    EXPECT_EQ(escapedXml("\xe6\xb5\x81\xe6\xb0\xb4"), "\xe6\xb5\x81\xe6\xb0\xb4");
}

TEST(SvgText, NamesTimesInTheirUnit)
{
    EXPECT_EQ(shortTime(plan::Nanoseconds{0}), "0");
    EXPECT_EQ(shortTime(plan::Nanoseconds{250}), "250 ns");
    EXPECT_EQ(shortTime(plan::Nanoseconds{1500}), "1.5 us");
    EXPECT_EQ(shortTime(plan::Nanoseconds{3'250'000'000}), "3.25 s");
    EXPECT_EQ(axisTicks(plan::Nanoseconds{12'000}).size(), 7u);
    EXPECT_LE(axisTicks(plan::Nanoseconds::max() / 4).size(), 11u);
}

} // namespace
} // namespace strategy::test
