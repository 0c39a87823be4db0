#include "gui/timeline/time_text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace gui::test {
namespace {

constexpr TimeAxis kAxis{{Nanoseconds{2000}, Nanoseconds{10000}}, 800};

TEST(TimeAxis, EndsMapToTheEdgesAndWhatIsOutOfSightBeyond)
{
    EXPECT_EQ(kAxis.x(Nanoseconds{2000}), 0);
    EXPECT_EQ(kAxis.x(Nanoseconds{10000}), 800);
    EXPECT_EQ(kAxis.x(Nanoseconds{1000}), -100);
    EXPECT_EQ(kAxis.time(400), Nanoseconds{6000});
    EXPECT_EQ(kAxis.time(-1), Nanoseconds{1990});
}

TEST(TimeAxis, ANanosecondSurvivesADayIntoTheRun)
{
    const Nanoseconds day = std::chrono::hours{24};
    const TimeAxis axis{{day, day + Nanoseconds{100}}, 1000};
    EXPECT_EQ(axis.x(day + Nanoseconds{1}), 10);
    EXPECT_EQ(axis.time(10), day + Nanoseconds{1});
}

TEST(TimeAxis, ZoomStopsAtTheShortestRange)
{
    EXPECT_EQ(kAxis.zoomed(1e9, 400).range.length(), kShortestRange);
}

RC_GTEST_PROP(TimeAxis, ZoomKeepsTheTimeUnderTheCursor, ())
{
    const auto begin = *rc::gen::inRange<std::int64_t>(-1'000'000'000, 1'000'000'000'000);
    const auto length = *rc::gen::inRange<std::int64_t>(1'000, 10'000'000'000);
    const auto x = *rc::gen::inRange(0, 1921);
    const auto factor = *rc::gen::element(0.25, 0.5, 2.0, 3.0, 10.0);
    const TimeAxis axis{{Nanoseconds{begin}, Nanoseconds{begin + length}}, 1920};
    const TimeAxis zoomed = axis.zoomed(factor, x);
    const double nanosecond = zoomed.pixelsPerNanosecond();
    RC_ASSERT(std::abs(zoomed.x(axis.time(x)) - x) <= nanosecond + 1e-6);
}

RC_GTEST_PROP(TimeAxis, PanningThereAndBackChangesNothing, ())
{
    const auto pixels = *rc::gen::inRange(-5000, 5000);
    RC_ASSERT(kAxis.panned(pixels).panned(-pixels) == kAxis);
}

TEST(TimeText, KeepsEveryNanosecondAndNoHangingZero)
{
    EXPECT_EQ(timeText(Nanoseconds{0}), "0 ns");
    EXPECT_EQ(timeText(Nanoseconds{12'500'000}), "12.5 ms");
    EXPECT_EQ(timeText(Nanoseconds{1'000'001}), "1.000001 ms");
    EXPECT_EQ(timeText(Nanoseconds{-1'500}), "-1.5 µs");
    EXPECT_EQ(timeText(Nanoseconds{90'000'000'000}, TimeUnit::Milli), "90000 ms");
}

TEST(TimeText, OfThePointerTellsPixelsApart)
{
    const auto at = [](std::int64_t time, std::int64_t begin, std::int64_t length) {
        const TimeAxis axis{{Nanoseconds{begin}, Nanoseconds{begin + length}}, 1000};
        return pointedTimeText(Nanoseconds{time}, axis);
    };
    EXPECT_EQ(at(7'459'141'234, 0, 20'700'000'000), "7.46 s");
    EXPECT_EQ(at(8'034'567, 0, 10'000'000), "8.03 ms");
    // Far in, between ticks of 7.459140 and 7.459142.
    EXPECT_EQ(at(7'459'141'234, 7'459'138'000, 6'000), "7.459141234 s");
    EXPECT_EQ(at(7'459'141'234, 7'459'100'000, 90'000), "7.45914123 s");
}

TEST(TimeText, OfAMomentTellsTheEndsOfItsRangeApart)
{
    const TimeRange range{Nanoseconds{9'591'498'573}, Nanoseconds{9'617'302'195}};
    EXPECT_EQ(momentText(range.begin, range), "9.5915 s");
    EXPECT_EQ(momentText(range.end, range), "9.6173 s");
    EXPECT_EQ(momentText(range.end, range, TimeUnit::Milli), "9617.3 ms");
    const TimeRange whole{Nanoseconds{0}, Nanoseconds{165'000'000}};
    EXPECT_EQ(momentText(whole.begin, whole), "0 ms");
    EXPECT_EQ(momentText(whole.end, whole), "165 ms");
}

RC_GTEST_PROP(TimeText, OfAMomentIsNeverThatOfTheOtherEnd, ())
{
    const auto begin = *rc::gen::inRange<std::int64_t>(0, 100'000'000'000);
    const auto length = *rc::gen::inRange<std::int64_t>(1, 100'000'000'000);
    const TimeRange range{Nanoseconds{begin}, Nanoseconds{begin + length}};
    RC_ASSERT(momentText(range.begin, range) != momentText(range.end, range));
}

RC_GTEST_PROP(TimeText, OfThePointerIsAnotherTwoPixelsOn, ())
{
    const auto begin = *rc::gen::inRange<std::int64_t>(0, 100'000'000'000);
    const auto length = *rc::gen::inRange<std::int64_t>(4000, 100'000'000'000);
    const TimeAxis axis{{Nanoseconds{begin}, Nanoseconds{begin + length}}, 1280};
    const auto x = *rc::gen::inRange(0, 1270);
    RC_ASSERT(pointedTimeText(axis.time(x), axis) != pointedTimeText(axis.time(x + 2), axis));
}

TEST(RulerTicks, MajorsAreNiceAndInOneUnit)
{
    const TimeAxis axis{{Nanoseconds{0}, Nanoseconds{10'000'000}}, 1000};
    std::vector<std::string> texts;
    for (const Tick& tick : rulerTicks(axis, 150))
        if (tick.major())
            texts.push_back(tick.text);
    const std::vector<std::string> expected{"0 ms", "2 ms", "4 ms", "6 ms", "8 ms", "10 ms"};
    EXPECT_EQ(texts, expected);
}

RC_GTEST_PROP(RulerTicks, StandApartInOrderAndWithDistinctTexts, ())
{
    const auto begin = *rc::gen::inRange<std::int64_t>(-1'000'000'000, 100'000'000'000);
    const auto length = *rc::gen::inRange<std::int64_t>(16, 100'000'000'000);
    const TimeAxis axis{{Nanoseconds{begin}, Nanoseconds{begin + length}}, 1280};
    const auto ticks = rulerTicks(axis, 100);
    RC_ASSERT(ticks.size() <= 1280u / 100 * 10 + 10);
    const Tick* last = nullptr;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        RC_ASSERT(ticks[i].time >= axis.range.begin && ticks[i].time <= axis.range.end);
        if (i > 0)
            RC_ASSERT(ticks[i].time > ticks[i - 1].time);
        if (!ticks[i].major())
            continue;
        if (last) {
            RC_ASSERT(axis.x(ticks[i].time) - axis.x(last->time) >= 100 - 1e-6);
            RC_ASSERT(ticks[i].text != last->text);
        }
        last = &ticks[i];
    }
}

} // namespace
} // namespace gui::test
