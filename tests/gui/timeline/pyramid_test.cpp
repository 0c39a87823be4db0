#include "gui/timeline/columns.h"
#include "gui/timeline/no_data.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <numeric>
#include <utility>

namespace gui::test {
namespace {

using plan::OpKind;
using plan::Span;

std::vector<Span> anySpans(std::size_t most = 200)
{
    const auto parts = *rc::gen::resize(
        static_cast<int>(most),
        rc::gen::container<std::vector<std::tuple<int, int, int>>>(rc::gen::tuple(
            rc::gen::inRange(0, 5000), rc::gen::inRange(0, 100'000), rc::gen::inRange(0, 4))));
    std::vector<Span> spans;
    Nanoseconds at{0};
    for (const auto& [gap, length, kind] : parts) {
        at += Nanoseconds{gap};
        spans.push_back({{0, static_cast<OpKind>(kind), 0}, at, at + Nanoseconds{length}});
        at += Nanoseconds{length};
    }
    return spans;
}

std::vector<Span> spansInARow(int count)
{
    std::vector<Span> spans;
    spans.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        spans.push_back({{0, static_cast<OpKind>(i % 4), i},
                         Nanoseconds{i * 1000},
                         Nanoseconds{i * 1000 + 900}});
    return spans;
}

Coverage exact(const std::vector<Span>& spans)
{
    Coverage coverage{};
    for (const Span& span : spans)
        coverage[static_cast<std::size_t>(categoryOf(span.op.kind))]
            += (span.end - span.start).count();
    return coverage;
}

Nanoseconds endOf(const std::vector<Span>& spans)
{
    return spans.empty() ? Nanoseconds{1} : std::max(Nanoseconds{1}, spans.back().end);
}

void expectSame(const Pyramid& a, const Pyramid& b)
{
    RC_ASSERT(a.levels() == b.levels() && a.bucketWidth(0) == b.bucketWidth(0));
    for (int level = 0; level < a.levels(); ++level) {
        const auto left = a.values(0, level);
        const auto right = b.values(0, level);
        RC_ASSERT(std::equal(left.begin(), left.end(), right.begin(), right.end()));
    }
}

RC_GTEST_PROP(Pyramid, EveryLevelSumsToTheSpansToTheNanosecond, ())
{
    const auto spans = anySpans();
    const RankSpans row{spans, {}};
    const Pyramid pyramid({&row, 1}, endOf(spans));
    for (int level = 0; level < pyramid.levels(); ++level)
        RC_ASSERT(pyramid.sum(0, level, 0, pyramid.buckets(0, level)) == exact(spans));
}

RC_GTEST_PROP(Pyramid, ParentsAreTheSumOfTheirChildrenAndNoBucketOverflows, ())
{
    const auto spans = anySpans();
    const RankSpans row{spans, {}};
    const Pyramid pyramid({&row, 1}, endOf(spans));
    for (int level = 0; level < pyramid.levels(); ++level)
        for (std::size_t bucket = 0; bucket < pyramid.buckets(0, level); ++bucket) {
            const Coverage here = pyramid.sum(0, level, bucket, bucket + 1);
            RC_ASSERT(std::accumulate(here.begin(), here.end(), std::int64_t{0})
                      <= pyramid.bucketWidth(level).count());
            if (level > 0)
                RC_ASSERT(here == pyramid.sum(0, level - 1, 2 * bucket, 2 * bucket + 2));
        }
}

RC_GTEST_PROP(Pyramid, GrowingSpanBySpanEqualsCountingAtOnce, ())
{
    const auto spans = anySpans(40);
    const Nanoseconds end = endOf(spans);
    Pyramid grown;
    for (std::size_t count = 0; count <= spans.size(); ++count) {
        const RankSpans row{std::span(spans).first(count), {}};
        grown.extend({&row, 1}, end);
    }
    const RankSpans row{spans, {}};
    Pyramid whole({&row, 1}, end);
    for (int level = 0; level < grown.levels(); ++level)
        RC_ASSERT(grown.sum(0, level, 0, grown.buckets(0, level)) == exact(spans));
    if (grown.bucketWidth(0) == whole.bucketWidth(0)
        && grown.categories().size() == whole.categories().size())
        expectSame(grown, whole);
}

RC_GTEST_PROP(Pyramid, CountsTheStepsEndAtEveryLevel, ())
{
    const auto spans = anySpans();
    const Nanoseconds begin = endOf(spans);
    const Nanoseconds middle = begin + Nanoseconds{*rc::gen::inRange(0, 90'000)};
    const Nanoseconds end = middle + Nanoseconds{*rc::gen::inRange(0, 90'000)};
    const std::vector<Stretch> tail{{{begin, middle}, Category::Communication},
                                    {{middle, end}, Category::Optimizer}};
    const RankSpans row{spans, {}, tail};
    Pyramid pyramid({&row, 1}, end);
    pyramid.extend({&row, 1}, end); // nothing new
    Coverage wanted = exact(spans);
    wanted[std::size_t(Category::Communication)] = (middle - begin).count();
    wanted[std::size_t(Category::Optimizer)] = (end - middle).count();
    for (int level = 0; level < pyramid.levels(); ++level)
        RC_ASSERT(pyramid.sum(0, level, 0, pyramid.buckets(0, level)) == wanted);
}

TEST(Pyramid, FewRanksMoveAtATimeWhereAllGrow)
{
    constexpr std::size_t kRanks = 32;
    constexpr int kFirst = 2000;
    const auto spans = spansInARow(2 * kFirst);
    const Nanoseconds end = endOf(spans);
    Pyramid pyramid;
    std::array<const std::uint32_t*, kRanks> places{};
    std::size_t movedInAll = 0;
    for (std::size_t count = kFirst; count <= spans.size(); ++count) {
        const std::vector<RankSpans> ranks(kRanks, {std::span(spans).first(count), {}});
        pyramid.extend(ranks, end);
        std::size_t moved = 0;
        for (std::size_t rank = 0; rank < kRanks; ++rank) {
            const std::uint32_t* place = pyramid.values(rank, 0).data();
            if (std::exchange(places[rank], place) != place)
                ++moved;
        }
        if (count == kFirst)
            continue; // all of them are new
        ASSERT_LE(moved, 2u) << count;
        movedInAll += moved;
    }
    EXPECT_GE(movedInAll, kRanks - 1); // twice the spans: the last has room for as much
}

TEST(Pyramid, CountsARankAgainWhenASpanArrivesLate)
{
    const std::vector<Span> first{{plan::forward(0, 0), Nanoseconds{0}, Nanoseconds{10}},
                                  {plan::forward(0, 2), Nanoseconds{20}, Nanoseconds{30}}};
    auto late = first;
    late.insert(late.begin() + 1, {plan::forward(0, 1), Nanoseconds{10}, Nanoseconds{15}});
    const RankSpans before{first, {}};
    const RankSpans after{late, {}};
    Pyramid pyramid({&before, 1}, Nanoseconds{100});
    pyramid.extend({&after, 1}, Nanoseconds{100});
    EXPECT_EQ(pyramid.sum(0, 0, 0, pyramid.buckets(0, 0)), exact(late));
}

TEST(Pyramid, ANanosecondOfNoDataIsSeenAtEveryLevel)
{
    const std::vector<Span> spans{
        {plan::forward(0, 0), Nanoseconds{0}, Nanoseconds{1'000'000'000}}};
    const std::vector<TimeRange> lost{{Nanoseconds{2'000'000'000}, Nanoseconds{2'000'000'001}}};
    const RankSpans row{spans, lost};
    const Pyramid pyramid({&row, 1}, Nanoseconds{3'000'000'000});
    ASSERT_GT(pyramid.levels(), 1);
    for (int level = 0; level < pyramid.levels(); ++level)
        EXPECT_EQ(
            pyramid.sum(0, level, 0,
                        pyramid.buckets(0, level))[static_cast<std::size_t>(Category::NoData)],
            1);
}

TEST(Pyramid, TakesAtMostThirtyTwoBytesASpan)
{
    const auto spans = spansInARow(100'000);
    const RankSpans row{spans, {}};
    const Pyramid pyramid({&row, 1}, endOf(spans));
    EXPECT_LE(pyramid.bytes(), 32u * spans.size());
}

TEST(Pyramid, TakesNoMoreForALongTrackThanForAShortOne)
{
    for (const std::int64_t last :
         {std::int64_t{1} << 40, std::int64_t{1} << 47, (std::int64_t{1} << 61) - 1}) {
        const std::vector<Span> spans{{plan::forward(0, 0), Nanoseconds{0}, Nanoseconds{100}},
                                      {plan::backward(0, 0), Nanoseconds{200}, Nanoseconds{last}}};
        const RankSpans row{spans, {}};
        const Pyramid pyramid({&row, 1}, endOf(spans));
        EXPECT_LE(pyramid.bytes(), 4096u) << last;
        for (int level = 0; level < pyramid.levels(); ++level) {
            const Coverage all = pyramid.sum(0, level, 0, pyramid.buckets(0, level));
            EXPECT_LE(std::abs(all[std::size_t(Category::Backward)] - (last - 200)),
                      pyramid.unit().count())
                << last;
        }
        const TimeAxis axis{{Nanoseconds{0}, endOf(spans)}, 300};
        ColumnLayout layout;
        EXPECT_EQ(layout.layOut(row, pyramid, 0, axis).of(Category::Backward)[150], 1.0f) << last;
    }
}

TEST(Pyramid, CountsOnceWhereDamagedSpansAndATailOverlap)
{
    const std::vector<Span> spans{{plan::forward(0, 0), Nanoseconds{0}, Nanoseconds{100'000}},
                                  {plan::forward(0, 1), Nanoseconds{10}, Nanoseconds{20}}};
    const std::vector<Stretch> tail{
        {{Nanoseconds{-50}, Nanoseconds{100'010}}, Category::Optimizer}};
    const RankSpans row{spans, {}, tail};
    const Pyramid pyramid({&row, 1}, Nanoseconds{100'010});
    for (int level = 0; level < pyramid.levels(); ++level) {
        const Coverage all = pyramid.sum(0, level, 0, pyramid.buckets(0, level));
        EXPECT_EQ(all[std::size_t(Category::Forward)], 100'000);
        EXPECT_EQ(all[std::size_t(Category::Optimizer)], 10);
    }
}

RC_GTEST_PROP(Columns, HoldTheTimeThatIsInSight, ())
{
    const auto spans = anySpans();
    const RankSpans row{spans, {}};
    const Nanoseconds end = endOf(spans);
    const Pyramid pyramid({&row, 1}, end);
    const auto width = *rc::gen::inRange(1, 300);
    const TimeAxis axis{{Nanoseconds{0}, std::max(end, kShortestRange)}, double(width)};
    ColumnLayout layout;
    const Columns& columns = layout.layOut(row, pyramid, 0, axis);

    double drawn = 0;
    for (int x = 0; x < width; ++x) {
        double column = 0;
        for (std::size_t category = 0; category < kCategories; ++category)
            column += static_cast<double>(columns.of(static_cast<Category>(category))[x]);
        RC_ASSERT(column <= 1.001);
        drawn += column;
    }
    const Coverage coverage = exact(spans);
    const double busy
        = static_cast<double>(std::accumulate(coverage.begin(), coverage.end(), std::int64_t{0}))
        * axis.pixelsPerNanosecond();
    // From the spans: about a pixel, however many edges were moved to whole pixels.
    RC_ASSERT(std::abs(drawn - busy) <= (columns.exact ? 2.0 : 0.01 * width));
    int last = 0;
    for (const Box& box : columns.boxes) {
        RC_ASSERT(box.left >= last && box.right > box.left && box.right <= width);
        last = box.right;
    }
}

TEST(NoData, IsWhereOpsAreMissingAndNotWhereTheRankIdled)
{
    const std::vector<plan::Op> order{plan::forward(0, 0), plan::forward(0, 1),
                                      plan::backward(0, 0), plan::backward(0, 1)};
    const std::vector<Span> spans{{order[0], Nanoseconds{5}, Nanoseconds{10}},
                                  {order[2], Nanoseconds{30}, Nanoseconds{40}}};
    const std::vector<TimeRange> whole{{Nanoseconds{10}, Nanoseconds{30}},
                                       {Nanoseconds{40}, Nanoseconds{60}}};
    EXPECT_EQ(noDataRanges(order, spans, Nanoseconds{60}, false), whole);
    EXPECT_EQ(noDataRanges(order, spans, Nanoseconds{60}, true), std::vector{whole[0]});
}

} // namespace
} // namespace gui::test
