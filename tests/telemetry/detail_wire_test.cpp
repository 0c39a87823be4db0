// What the wire says of levels of detail, and of bundles of frames.

#include "telemetry/bundle.h"
#include "tests/telemetry/records.h"

#include <gtest/gtest.h>

namespace telemetry::test {
namespace {

TEST(DetailWire, OnlyValuesInRangeAreValid)
{
    EXPECT_TRUE(valid(StepSummary{}));
    EXPECT_TRUE(valid(summaryAt(4)));
    EXPECT_FALSE(valid(StepSummary{.beginNs = 1}));
    EXPECT_FALSE(valid(StepSummary{.endNs = kMaxTimeNs}));
    EXPECT_FALSE(valid(StepSummary{.firstOpNs = 2, .lastOpNs = 1}));
    EXPECT_FALSE(valid(StepSummary{.tailNs = 2, .optimizerNs = 1, .tailEndNs = 3}));
    EXPECT_FALSE(valid(StepSummary{.tailNs = 1, .optimizerNs = 3, .tailEndNs = 2}));
    EXPECT_FALSE(valid(StepSummary{.forwardNs = -1}));
    EXPECT_FALSE(valid(StepSummary{.rerunNs = kMaxTimeNs}));
    // Each of them may be; their sum could not be added to anything.
    EXPECT_FALSE(valid(StepSummary{.forwardNs = kMaxTimeNs - 1, .backwardNs = 1}));
    EXPECT_FALSE(valid(StepSummary{.peakBytes = std::uint64_t{1} << 62}));
    EXPECT_FALSE(valid(StepSummary{.ops = 2, .spans = 1}));
    EXPECT_FALSE(valid(StepSummary{.step = -1}));
    EXPECT_TRUE(valid(StepMark{.detail = detailMark(DetailLevel::Kernel)}));
    EXPECT_FALSE(valid(StepMark{.detail = 4}));
    EXPECT_TRUE(valid(DetailWish{}));
    EXPECT_FALSE(valid(DetailWish{.count = 0}));
    EXPECT_FALSE(valid(DetailWish{.stride = 0}));
    EXPECT_FALSE(valid(DetailWish{.first = kMaxRanks}));
    EXPECT_FALSE(valid(DetailWish{.first = 1, .count = kMaxRanks, .stride = kMaxRanks}));
    EXPECT_FALSE(valid(DetailWish{.forMs = kMaxWishMs + 1}));
    EXPECT_FALSE(valid(DetailWish{.level = DetailLevel(3)}));
    EXPECT_FALSE(valid(Bundle{.frames = kMaxBundleFrames + 1}));
    EXPECT_FALSE(valid(Bundle{.bytes = kMaxBundleBytes + 1}));
}

// What is on disk stays readable.
TEST(DetailWire, NumbersAndPlacesStay)
{
    EXPECT_EQ(std::uint16_t(FrameKind::StepSummaries), 17);
    EXPECT_EQ(std::uint16_t(FrameKind::Bundle), 36);
    EXPECT_EQ(std::uint16_t(FrameKind::DetailWish), 37);
    static_assert(offsetof(StepMark, phase) == 32 && offsetof(StepMark, detail) == 33);
    static_assert(offsetof(StepSummary, tailNs) == 32 && offsetof(StepSummary, forwardNs) == 56);
    static_assert(offsetof(StepSummary, peakBytes) == 128 && offsetof(StepSummary, step) == 144);
    EXPECT_TRUE(isData(FrameKind::StepSummaries));
    EXPECT_FALSE(isData(FrameKind::Bundle));
    EXPECT_FALSE(isLogged(FrameKind::DetailWish));
    EXPECT_EQ(std::uint8_t(DetailLevel::Kernel), 2);
}

TEST(DetailWire, AWishIsOfEveryStridethRank)
{
    const DetailWish wish{.first = 3, .count = 2, .stride = 8};
    for (const std::uint32_t rank : {3u, 11u})
        EXPECT_TRUE(isOf(wish, rank)) << rank;
    for (const std::uint32_t rank : {0u, 2u, 4u, 19u, 27u})
        EXPECT_FALSE(isOf(wish, rank)) << rank;
    EXPECT_EQ(lastOf(wish), 11u);
}

TEST(DetailWire, LargeRunsSendTheOpsOfOneReplica)
{
    EXPECT_EQ(usualDetail(7, 256, 8), DetailLevel::Kernel);
    EXPECT_EQ(usualDetail(0, 512, 8), DetailLevel::Op);
    EXPECT_EQ(usualDetail(64, 512, 8), DetailLevel::Op); // replica 0 of the next place
    EXPECT_EQ(usualDetail(1, 512, 8), DetailLevel::Step);
    EXPECT_EQ(usualDetail(65, 512, 8), DetailLevel::Step);
    EXPECT_EQ(usualDetail(300, 512, 512), DetailLevel::Op); // one replica
}

TEST(DetailWire, ABundleGivesTheFramesBackByteForByte)
{
    BundleBuilder builder;
    EXPECT_TRUE(builder.empty());
    std::vector<Bytes> frames;
    frames.reserve(5);
    for (int i = 0; i < 5; ++i)
        frames.push_back(spanFrame(std::uint64_t(i), i));
    for (const Bytes& frame : frames)
        EXPECT_TRUE(builder.add(frame));
    builder.countBad();
    const Bytes message = builder.finish(7, 3);
    EXPECT_TRUE(builder.empty());
    ASSERT_TRUE(isBundle(message));
    const auto opened = openBundle(message);
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->header.origin, 3u);
    EXPECT_EQ(opened->header.hop, 1);
    EXPECT_EQ(opened->bundle.bad, 1u);
    ASSERT_EQ(opened->frames.size(), frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i)
        EXPECT_TRUE(std::ranges::equal(opened->frames[i], frames[i])) << i;
}

TEST(DetailWire, ABundleIsNeverLargerThanItsLimit)
{
    BundleBuilder builder;
    const Bytes frame = spanFrame(1, 1000);
    int count = 0;
    while (builder.add(frame))
        ++count;
    EXPECT_EQ(count, int(kMaxBundleBytes / frame.size()));
    EXPECT_LE(builder.bytes(), kMaxBundleBytes + sizeof(FrameHeader) + sizeof(Bundle));
    EXPECT_TRUE(openBundle(builder.finish(7, 0)));
    EXPECT_TRUE(builder.add(frame));
}

TEST(DetailWire, ABundleThatDoesNotAddUpIsNone)
{
    BundleBuilder builder;
    builder.add(spanFrame(1, 3));
    builder.add(spanFrame(2, 3));
    const Bytes whole = builder.finish(7, 0);
    ASSERT_TRUE(openBundle(whole));
    for (std::size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(openBundle(ByteView(whole).first(length))) << length;
    Bytes longer = whole;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(openBundle(longer));
    for (std::size_t at = 0; at < sizeof(FrameHeader) + sizeof(Bundle); ++at) {
        Bytes damaged = whole;
        damaged[at] ^= std::byte{1};
        EXPECT_FALSE(openBundle(damaged)) << at;
    }
    EXPECT_FALSE(isBundle(spanFrame(1, 3)));
}

} // namespace
} // namespace telemetry::test
