#include "telemetry/crc32c.h"
#include "tests/telemetry/records.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace telemetry {
namespace {

using namespace test;

constexpr FrameAddress kAddress{.run = 0xabcdef, .sequence = 5, .rank = 3, .epoch = 1};

Frame good(const std::variant<Frame, BadFrame>& decoded)
{
    if (const auto* bad = std::get_if<BadFrame>(&decoded)) {
        ADD_FAILURE() << bad->reason;
        return {};
    }
    return std::get<Frame>(decoded);
}

// A frame may have many of them.
template <class Record>
constexpr bool kListed
    = std::is_same_v<
          Record,
          SpanRecord> || std::is_same_v<Record, StepMark> || std::is_same_v<Record, MemorySample> || std::is_same_v<Record, ClockRecord> || std::is_same_v<Record, TrainingStep> || std::is_same_v<Record, CheckRecord> || std::is_same_v<Record, ScheduleRecord> || std::is_same_v<Record, DeviceSample> || std::is_same_v<Record, DeviceInfo> || std::is_same_v<Record, KernelRecord> || std::is_same_v<Record, KernelName> || std::is_same_v<Record, KernelCount> || std::is_same_v<Record, StepSummary>;

template <class Record>
void roundTripOne(FrameKind kind, const Record& record)
{
    const auto decoded = decode(encodeOne(kind, kAddress, record));
    const auto frame = good(decoded);
    EXPECT_EQ(frame.header.kind, kind);
    EXPECT_EQ(frame.header.run, kAddress.run);
    EXPECT_EQ(frame.header.sequence, kAddress.sequence);
    EXPECT_EQ(frame.header.rank, kAddress.rank);
    EXPECT_EQ(frame.header.epoch, kAddress.epoch);
    EXPECT_EQ(frame.header.count, 1u);
    if constexpr (kListed<Record>) {
        const auto& many = std::get<std::vector<Record>>(frame.body);
        ASSERT_EQ(many.size(), 1u);
        EXPECT_TRUE(sameBytes(many.front(), record));
    } else {
        EXPECT_TRUE(sameBytes(std::get<Record>(frame.body), record));
    }
}

TEST(Wire, EveryRecordComesBackAsItWas)
{
    Bye bye{.sent = 10, .dropped = 2, .reason = ByeReason::Failed};
    copyText(bye.text, "1F0 on rank 3: peer is gone");
    roundTripOne(FrameKind::Hello, helloOf(4));
    roundTripOne(FrameKind::Spans, spanAt(6, 2));
    roundTripOne(FrameKind::MemorySamples,
                 MemorySample{.timeNs = 9,
                              .currentBytes = 1u << 30,
                              .peakBytes = 1u << 31,
                              .step = 4,
                              .category = MemoryCategory::ProcessRss});
    roundTripOne(FrameKind::StepMarks,
                 StepMark{.timeNs = -5,
                          .loss = 2.5,
                          .dropped = 1,
                          .step = 3,
                          .spans = 32,
                          .phase = StepPhase::End});
    roundTripOne(FrameKind::StepMarks, StepMark{}); // loss: none
    roundTripOne(
        FrameKind::Clocks,
        ClockRecord{.timeNs = 1, .offsetNs = -7, .errorNs = 3, .driftPpb = -20, .sameBoot = 1});
    roundTripOne(FrameKind::TrainingSteps,
                 TrainingStep{.timeNs = 8,
                              .loss = 2.25,
                              .gradientNorm = 0.5,
                              .learningRate = 3e-4,
                              .tokens = 1u << 20,
                              .step = 7});
    roundTripOne(FrameKind::TrainingSteps, TrainingStep{.skipped = 1}); // no numbers
    roundTripOne(FrameKind::Checks,
                 CheckRecord{.timeNs = 3,
                             .compared = 1,
                             .different = 1,
                             .step = 2,
                             .stage = 1,
                             .microbatch = 4,
                             .kind = SpanKind::InputGrad});
    ScheduleRecord swapped{.timeNs = 4, .step = 6};
    copyText(swapped.name, "zb-h1");
    roundTripOne(FrameKind::Schedules, swapped);
    roundTripOne(FrameKind::DeviceSamples, DeviceSample{}); // nothing known
    roundTripOne(FrameKind::DeviceSamples, deviceSampleAt(7));
    roundTripOne(FrameKind::DeviceInfos, DeviceInfo{});
    roundTripOne(FrameKind::DeviceInfos, deviceInfo());
    roundTripOne(FrameKind::Kernels, kernelAt(5));
    roundTripOne(FrameKind::KernelNames, kernelNameOf(3));
    roundTripOne(FrameKind::KernelCounts,
                 KernelCount{.timeNs = 9, .kernels = 1200, .dropped = 7, .step = 2});
    roundTripOne(FrameKind::StepSummaries, StepSummary{}); // nothing done
    roundTripOne(FrameKind::StepSummaries, summaryAt(3));
    roundTripOne(FrameKind::Bye, bye);
    RunEnd end{.unixNs = 5, .rank = 1, .signal = 9, .step = 163, .outcome = RunOutcome::Failed};
    copyText(end.op, "1W0");
    copyText(end.host, "vm");
    copyText(end.text, "rank 1 was killed by signal 9 in step 163 after 1W0");
    roundTripOne(FrameKind::RunEnd, end);
    roundTripOne(FrameKind::RunEnd, RunEnd{}); // completed
    for (const RunEnd& wrong : {RunEnd{.rank = -2}, RunEnd{.signal = 129}, RunEnd{.exitCode = 256},
                                RunEnd{.step = -2}, RunEnd{.outcome = RunOutcome(3)}})
        EXPECT_FALSE(valid(wrong));
    roundTripOne(FrameKind::Heartbeat, Heartbeat{.number = 1, .produced = 9, .dropped = 9});
    roundTripOne(FrameKind::Credit,
                 Credit{.acknowledged = 4, .echo = 2, .window = 64, .batchMs = 150});
    roundTripOne(FrameKind::Subscribe, Subscribe{.offset = 99, .from = SubscribeFrom::Offset});
    roundTripOne(FrameKind::Served, Served{.offset = 1, .logBytes = 2, .ended = 1});
    roundTripOne(FrameKind::Bundle, Bundle{.frames = 0, .bad = 3});
    roundTripOne(FrameKind::DetailWish,
                 DetailWish{.first = 5,
                            .count = 3,
                            .stride = 1024,
                            .forMs = kMaxWishMs,
                            .level = DetailLevel::Kernel});
}

TEST(Wire, LogLinesAreCleanedAndCut)
{
    FrameBuilder builder(FrameKind::LogLines);
    ASSERT_TRUE(builder.append(LogLine{1, LogLevel::Warning, "plain \xe4\xbd\xa0\xe5\xa5\xbd"}));
    ASSERT_TRUE(builder.append(LogLine{2, LogLevel::Error, "bad \xff\x1b[31m\nnext"}));
    ASSERT_TRUE(
        builder.append(LogLine{3, LogLevel::Info, std::string(1022, 'x') + "\xe4\xbd\xa0"}));
    ASSERT_TRUE(builder.append(LogLine{4, LogLevel::Debug, ""}));
    const auto decoded = decode(builder.finish(kAddress));
    const auto frame = good(decoded);
    const auto& lines = std::get<std::vector<LogLine>>(frame.body);
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_EQ(lines[0], (LogLine{1, LogLevel::Warning, "plain \xe4\xbd\xa0\xe5\xa5\xbd"}));
    EXPECT_EQ(lines[1].text, "bad ??[31m next");
    EXPECT_EQ(lines[2].text, std::string(1022, 'x')); // never half a character
    EXPECT_EQ(lines[3].text, "");
}

TEST(Wire, AFrameNeverGrowsBeyondItsLimit)
{
    FrameBuilder builder(FrameKind::Spans);
    while (builder.append(spanAt(1))) {}
    const auto count = builder.count();
    const auto bytes = builder.finish(kAddress);
    EXPECT_LE(bytes.size(), kMaxFrameBytes);
    EXPECT_GT(bytes.size() + sizeof(SpanRecord), kMaxFrameBytes);
    EXPECT_EQ(std::get<std::vector<SpanRecord>>(good(decode(bytes)).body).size(), count);
    EXPECT_EQ(builder.count(), 0u);
}

TEST(Wire, RecordsOutOfRangeAreNotTaken)
{
    const auto refused = [](auto change) {
        SpanRecord span = spanAt(1);
        change(span);
        return !FrameBuilder(FrameKind::Spans).append(span);
    };
    EXPECT_TRUE(refused([](auto& s) { s.endNs = s.startNs - 1; }));
    EXPECT_TRUE(refused([](auto& s) { s.startNs = std::numeric_limits<std::int64_t>::min(); }));
    EXPECT_TRUE(refused([](auto& s) { s.endNs = std::numeric_limits<std::int64_t>::max(); }));
    EXPECT_TRUE(refused([](auto& s) { s.step = -1; }));
    EXPECT_TRUE(refused([](auto& s) { s.stage = -2; }));
    EXPECT_TRUE(refused([](auto& s) { s.microbatch = -2; }));
    EXPECT_TRUE(refused([](auto& s) { s.kind = SpanKind(9); }));
    EXPECT_TRUE(refused([](auto& s) { s.lane = Lane(2); }));
    EXPECT_FALSE(refused([](auto& s) { s.stage = s.microbatch = -1; }));
    Hello unterminated = helloOf(2);
    std::memset(unterminated.host, 'a', sizeof unterminated.host);
    EXPECT_FALSE(valid(unterminated));
    Hello threeWays = helloOf(2);
    for (const std::uint8_t directions : {0, 1, 2, 3}) {
        threeWays.directions = directions;
        EXPECT_EQ(valid(threeWays), directions <= 2);
    }
}

TEST(Wire, TrainingRecordsOutOfRangeAreNotTaken)
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double inf = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(valid(TrainingStep{.loss = inf, .gradientNorm = inf}));
    EXPECT_FALSE(valid(TrainingStep{.learningRate = nan}));
    EXPECT_FALSE(valid(TrainingStep{.learningRate = inf}));
    EXPECT_FALSE(valid(TrainingStep{.tokens = std::uint64_t{1} << 62}));
    EXPECT_FALSE(valid(TrainingStep{.step = -1}));
    EXPECT_FALSE(valid(TrainingStep{.skipped = 2}));
    EXPECT_FALSE(valid(TrainingStep{.timeNs = kMaxTimeNs}));
    EXPECT_TRUE(valid(CheckRecord{.compared = 3, .different = 3}));
    EXPECT_FALSE(valid(CheckRecord{.compared = 3, .different = 4}));
    EXPECT_FALSE(valid(CheckRecord{.step = -1}));
    EXPECT_FALSE(valid(CheckRecord{.stage = -2}));
    EXPECT_FALSE(valid(CheckRecord{.microbatch = -2}));
    EXPECT_FALSE(valid(CheckRecord{.kind = SpanKind(9)}));
    EXPECT_TRUE(valid(ScheduleRecord{.name = "gpipe"}));
    EXPECT_FALSE(valid(ScheduleRecord{})); // no name
    EXPECT_FALSE(valid(ScheduleRecord{.step = -1, .name = "gpipe"}));
    EXPECT_FALSE(valid(ScheduleRecord{.name = "gpi\npe"}));
}

TEST(Wire, DeviceRecordsOutOfRangeAreNotTaken)
{
    constexpr std::uint64_t tooMuch = std::uint64_t{1} << 62;
    EXPECT_TRUE(valid(DeviceSample{.memoryUsedBytes = tooMuch - 1, .gpuPercent = 100}));
    EXPECT_TRUE(valid(DeviceSample{.throttle = 0x7fff})); // reasons of a later version
    EXPECT_FALSE(valid(DeviceSample{.timeNs = kMaxTimeNs}));
    EXPECT_FALSE(valid(DeviceSample{.memoryUsedBytes = tooMuch}));
    EXPECT_FALSE(valid(DeviceSample{.memoryTotalBytes = kUnknown64 - 1}));
    EXPECT_FALSE(valid(DeviceSample{.gpuPercent = 101}));
    EXPECT_FALSE(valid(DeviceSample{.memoryPercent = 254}));
    EXPECT_TRUE(valid(DeviceInfo{.mig = 1}));
    EXPECT_FALSE(valid(DeviceInfo{.mig = 2}));
    EXPECT_FALSE(valid(DeviceInfo{.memoryTotalBytes = tooMuch}));
    EXPECT_FALSE(valid(DeviceInfo{.sharingRanks = kMaxRanks + 1}));
    EXPECT_FALSE(valid(DeviceInfo{.overHost = 2}));
    EXPECT_FALSE(valid(DeviceInfo{.name = "NVIDIA\nH200"}));
    DeviceInfo unterminated;
    std::memset(unterminated.driver, '5', sizeof unterminated.driver);
    EXPECT_FALSE(valid(unterminated));
}

// Bytes that stand in recordings, so that no change of a struct goes unnoticed.
TEST(Wire, DeviceRecordsLieWhereTheyAlwaysLay)
{
    static_assert(offsetof(DeviceSample, memoryTotalBytes) == 16);
    static_assert(offsetof(DeviceSample, powerMilliwatts) == 24);
    static_assert(offsetof(DeviceSample, eccUncorrected) == 32);
    static_assert(offsetof(DeviceSample, throttle) == 36 && offsetof(DeviceSample, celsius) == 44);
    static_assert(offsetof(DeviceInfo, sharingRanks) == 28 && offsetof(DeviceInfo, mig) == 34
                  && offsetof(DeviceInfo, overHost) == 36);
    static_assert(offsetof(DeviceInfo, name) == 40 && offsetof(DeviceInfo, pciBusId) == 136);
    EXPECT_EQ(std::uint16_t(FrameKind::DeviceSamples), 12);
    EXPECT_EQ(std::uint16_t(FrameKind::DeviceInfos), 13);
    const std::uint16_t all[] = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    const Throttle reasons[] = {Throttle::PowerCap,          Throttle::SoftwareThermal,
                                Throttle::HardwareThermal,   Throttle::HardwareSlowdown,
                                Throttle::PowerBrake,        Throttle::SyncBoost,
                                Throttle::ApplicationClocks, Throttle::Idle,
                                Throttle::DisplayClocks};
    for (std::size_t i = 0; i < std::size(all); ++i)
        EXPECT_EQ(std::uint16_t(reasons[i]), all[i]);
}

TEST(Wire, TheGroupOfACollectiveComesBackFromItsFlags)
{
    for (unsigned group = 0; group <= 5; ++group) {
        const auto flags = std::uint16_t(groupFlags(CollectiveGroup(group)) | kFlagEmulated);
        EXPECT_EQ(groupOf(flags), CollectiveGroup(group));
    }
    EXPECT_EQ(groupOf(std::uint16_t(6u << kGroupShift)), CollectiveGroup::Unsaid);
    EXPECT_EQ(groupFlags(CollectiveGroup::Copies) & (kFlagEmulated | kFlagRerun), 0);
}

TEST(Wire, RecordsOfTrainingCount)
{
    EXPECT_EQ(countedRecords({.kind = FrameKind::TrainingSteps, .count = 3}), 3u);
    EXPECT_EQ(countedRecords({.kind = FrameKind::Checks, .count = 2}), 2u);
    EXPECT_EQ(countedRecords({.kind = FrameKind::Bye, .count = 1}), 0u);
    EXPECT_EQ(countedRecords({.kind = FrameKind::Hello, .count = 1}), 0u);
    EXPECT_EQ(countedRecords({.kind = FrameKind::Heartbeat, .count = 1}), 0u);
    EXPECT_TRUE(isData(FrameKind::Checks));
    EXPECT_TRUE(isData(FrameKind::Schedules));
    EXPECT_FALSE(isData(FrameKind::RunEnd));
    EXPECT_TRUE(isLogged(FrameKind::RunEnd));
    EXPECT_TRUE(isData(FrameKind::DeviceSamples));
    EXPECT_TRUE(isData(FrameKind::DeviceInfos));
    EXPECT_TRUE(isData(FrameKind::Kernels));
    EXPECT_TRUE(isData(FrameKind::KernelCounts));
    EXPECT_EQ(countedRecords({.kind = FrameKind::DeviceSamples, .count = 4}), 4u);
    EXPECT_FALSE(isLogged(FrameKind(18)));
    EXPECT_EQ(countedRecords({.kind = FrameKind::RunEnd, .count = 1}), 0u);
}

TEST(Wire, FramesOfNoRankOfTheRunAreBad)
{
    const auto bytes = spanFrame(1, 2, 7, 4);
    EXPECT_TRUE(std::holds_alternative<Frame>(decode(bytes, 5)));
    EXPECT_TRUE(std::holds_alternative<BadFrame>(decode(bytes, 4)));
    // A Hello that is not of the run it describes.
    const auto hello = encodeOne(FrameKind::Hello, {.rank = 4}, helloOf(4));
    EXPECT_TRUE(std::holds_alternative<BadFrame>(decode(hello)));
}

TEST(Wire, EveryFlippedBitIsSeen)
{
    FrameBuilder lines(FrameKind::LogLines);
    lines.append(LogLine{1, LogLevel::Info, "hello"});
    for (const auto& original : {spanFrame(3, 3), lines.finish(kAddress)}) {
        for (std::size_t bit = 0; bit < original.size() * 8; ++bit) {
            Bytes bytes = original;
            bytes[bit / 8] ^= std::byte(1 << (bit % 8));
            ASSERT_TRUE(std::holds_alternative<BadFrame>(decode(bytes))) << "bit " << bit;
        }
    }
}

TEST(Wire, EveryTruncationAndExtensionIsSeen)
{
    const auto original = spanFrame(3, 3);
    for (std::size_t size = 0; size < original.size(); ++size)
        ASSERT_TRUE(std::holds_alternative<BadFrame>(decode(ByteView(original).first(size))));
    Bytes longer = original;
    longer.push_back(std::byte{0});
    EXPECT_TRUE(std::holds_alternative<BadFrame>(decode(longer)));
}

// Bytes whose checksum is right, so that the checks behind it are reached.
Bytes sealed(FrameHeader header, ByteView payload)
{
    header.payloadBytes = std::uint32_t(payload.size());
    header.crc = 0;
    Bytes bytes(sizeof header + payload.size());
    std::memcpy(bytes.data(), &header, sizeof header);
    if (!payload.empty())
        std::memcpy(bytes.data() + sizeof header, payload.data(), payload.size());
    header.crc = crc32c(bytes);
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
}

RC_GTEST_PROP(WireProperty, RandomPayloadsAreValidOrBadAndNeverMore,
              (std::uint16_t kind, std::uint8_t count, std::vector<std::uint8_t> payload))
{
    const FrameHeader header{.kind = FrameKind(kind % 40), .count = count};
    const auto bytes = sealed(header, std::as_bytes(std::span(payload)));
    const auto decoded = decode(bytes);
    const auto inspected = inspect(bytes);
    RC_ASSERT(decoded.index() == inspected.index());
    if (const auto* frame = std::get_if<Frame>(&decoded))
        if (const auto* spans = std::get_if<std::vector<SpanRecord>>(&frame->body))
            for (const auto& span : *spans)
                RC_ASSERT(valid(span));
}

// Bytes of the right length, so that the records themselves are reached.
template <class Record>
void expectOnlyValidRecords(FrameKind kind)
{
    const auto count = *rc::gen::inRange<std::uint32_t>(0, 4);
    const auto payload = *rc::gen::container<std::vector<std::uint8_t>>(
        count * sizeof(Record), rc::gen::arbitrary<std::uint8_t>());
    const auto bytes = sealed({.kind = kind, .count = count}, std::as_bytes(std::span(payload)));
    const auto decoded = decode(bytes);
    RC_ASSERT(decoded.index() == inspect(bytes).index());
    if (const auto* frame = std::get_if<Frame>(&decoded)) {
        const auto& records = std::get<std::vector<Record>>(frame->body);
        RC_ASSERT(records.size() == count);
        for (const Record& record : records)
            RC_ASSERT(valid(record));
    }
}

RC_GTEST_PROP(WireProperty, RandomRecordsOfTrainingAreValidOrBad, ())
{
    expectOnlyValidRecords<TrainingStep>(FrameKind::TrainingSteps);
    expectOnlyValidRecords<CheckRecord>(FrameKind::Checks);
    expectOnlyValidRecords<ScheduleRecord>(FrameKind::Schedules);
}

RC_GTEST_PROP(WireProperty, RandomRecordsOfDevicesAreValidOrBad, ())
{
    expectOnlyValidRecords<DeviceSample>(FrameKind::DeviceSamples);
    expectOnlyValidRecords<DeviceInfo>(FrameKind::DeviceInfos);
    expectOnlyValidRecords<KernelRecord>(FrameKind::Kernels);
    expectOnlyValidRecords<KernelName>(FrameKind::KernelNames);
    expectOnlyValidRecords<KernelCount>(FrameKind::KernelCounts);
}

TEST(Wire, AHostileCountIsBadAndReservesNothing)
{
    const SpanRecord span = spanAt(1);
    const auto payload = std::as_bytes(std::span(&span, 1));
    for (const std::uint32_t count : {0u, 2u, 0x05555555u, 0x55555556u, 0xffffffffu}) {
        const auto bytes = sealed({.kind = FrameKind::Spans, .count = count}, payload);
        EXPECT_TRUE(std::holds_alternative<BadFrame>(decode(bytes))) << count;
        const auto lines = sealed({.kind = FrameKind::LogLines, .count = count}, payload);
        EXPECT_TRUE(std::holds_alternative<BadFrame>(decode(lines))) << count;
    }
}

RC_GTEST_PROP(WireProperty, RandomBytesAreBad, (std::vector<std::uint8_t> bytes))
{
    RC_ASSERT(std::holds_alternative<BadFrame>(decode(std::as_bytes(std::span(bytes)))));
}

} // namespace
} // namespace telemetry
