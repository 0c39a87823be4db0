#include "tests/telemetry/live_run.h"

#include <future>

namespace telemetry {
namespace {

using namespace test;

constexpr int kSpans = 20000;

// Pushes until the ring takes it, so that nothing is dropped.
void sendSpans(Sender& sender, int count)
{
    for (int i = 0; i < count; ++i) {
        // The ring holds 65 536: there is always room for the first 20 000.
        EXPECT_TRUE(sender.span(spanAt(i)));
    }
}

TEST_F(LiveRun, EveryRecordArrivesOnceAndIsCounted)
{
    constexpr std::uint32_t kSenders = 3;
    startCollector(kSenders);
    const auto early = openViewer();

    std::vector<std::future<SenderCounts>> ranks;
    for (std::uint32_t rank = 0; rank < kSenders; ++rank)
        ranks.push_back(std::async(std::launch::async, [&, rank] {
            const auto sender = openSender(senderOptions(rank, kSenders));
            sender->stepMark({.timeNs = 1, .step = 0});
            sendSpans(*sender, kSpans);
            sender->memory({.timeNs = 2, .currentBytes = 5, .peakBytes = 6});
            sender->clock({.timeNs = 3, .sameBoot = 1});
            sender->log(LogLevel::Info, "rank is done");
            sender->stepMark({.timeNs = 4, .step = 0, .spans = kSpans, .phase = StepPhase::End});
            return sender->close(kPatience);
        }));
    for (auto& rank : ranks) {
        const auto counts = rank.get();
        EXPECT_EQ(counts.produced, kSpans + 5u);
        EXPECT_EQ(counts.sent, counts.produced);
        EXPECT_EQ(counts.dropped, 0u);
    }
    EXPECT_TRUE(collector->allFinished());
    const auto late = openViewer();
    EXPECT_TRUE(isKnown(*early) && isKnown(*late));
    const auto snapshot = collector->snapshot();
    EXPECT_EQ(snapshot.ranks[1].state, RankState::Finished);
    EXPECT_EQ(snapshot.ranks[1].lastStep, 0);
    ASSERT_TRUE(snapshot.ranks[1].lastSpan);
    EXPECT_TRUE(sameBytes(*snapshot.ranks[1].lastSpan, spanAt(kSpans - 1)));
    EXPECT_EQ(textOf(snapshot.ranks[1].hello->schedule), "1f1b");

    auto stopping = std::async(std::launch::async, [&] { return collector->stop(kPatience); });
    for (const auto& viewer : {early.get(), late.get()}) {
        auto seen = watch(*viewer);
        EXPECT_EQ(seen.records, kSenders * (kSpans + 5u));
        EXPECT_EQ(seen.byes, int(kSenders));
        for (std::uint32_t rank = 0; rank < kSenders; ++rank)
            EXPECT_EQ(seen.next[rank], kSpans) << "rank " << rank;
        EXPECT_EQ(viewer->status().gaps, 0u);
        EXPECT_EQ(viewer->status().run, kRun);
    }
    const auto totals = stopping.get();
    EXPECT_EQ(totals.sent, kSenders * (kSpans + 5u));
    EXPECT_EQ(totals.logged, totals.sent);
    EXPECT_EQ(totals.received, totals.sent);
    EXPECT_EQ(totals.dropped + totals.badFrames + totals.gaps + totals.unlogged, 0u);
}

TEST_F(LiveRun, RecordsOfADeviceAreCountedLikeAllOthers)
{
    startCollector(1);
    const auto viewer = openViewer();
    ASSERT_TRUE(isKnown(*viewer));
    const auto sender = openSender(senderOptions(0, 1));
    EXPECT_TRUE(sender->device(deviceInfo()));
    EXPECT_FALSE(sender->device(DeviceInfo{.mig = 2}));
    for (int i = 0; i < 3; ++i)
        EXPECT_TRUE(sender->device(deviceSampleAt(i)));
    EXPECT_FALSE(sender->device(DeviceSample{.gpuPercent = 101}));
    const auto counts = sender->close(kPatience);
    EXPECT_EQ(counts, (SenderCounts{.produced = 6, .sent = 4, .dropped = 2}));
    std::vector<Frame> frames;
    ASSERT_TRUE(eventually([&] {
        viewer->drain(frames, 100);
        return !frames.empty() && std::holds_alternative<Bye>(frames.back().body);
    }));
    ASSERT_GE(frames.size(), 4u);
    EXPECT_TRUE(std::holds_alternative<Hello>(frames.front().body));
    std::vector<DeviceSample> samples;
    std::vector<DeviceInfo> infos;
    for (const Frame& frame : frames)
        if (const auto* some = std::get_if<std::vector<DeviceSample>>(&frame.body))
            samples.insert(samples.end(), some->begin(), some->end());
        else if (const auto* told = std::get_if<std::vector<DeviceInfo>>(&frame.body))
            infos.insert(infos.end(), told->begin(), told->end());
    ASSERT_EQ(infos.size(), 1u);
    EXPECT_TRUE(sameBytes(infos[0], deviceInfo()));
    ASSERT_EQ(samples.size(), 3u);
    EXPECT_TRUE(sameBytes(samples[2], deviceSampleAt(2)));
    EXPECT_EQ(collector->totals().badFrames, 0u);
}

// Without a collector nothing is taken out of the ring.
TEST_F(LiveRun, KernelsLeaveRoomForTheSpansOfTheNextStep)
{
    auto options = senderOptions(0, 1);
    options.eventCapacity = 1024;
    const auto sender = openSender(options);
    int kernels = 0;
    while (kernels < 2000 && sender->kernel(kernelAt(kernels)))
        ++kernels;
    EXPECT_EQ(kernels, 768);
    EXPECT_TRUE(sender->kernelName(kernelNameOf(1)));
    EXPECT_TRUE(sender->kernelCount({.kernels = 1}));
    EXPECT_TRUE(sender->span(spanAt(0)));
    EXPECT_EQ(sender->counts().dropped, 1u);
}

TEST_F(LiveRun, ADeviceIsToldThoughNothingElseIs)
{
    startCollector(1);
    const auto sender = openSender(senderOptions(0, 1));
    EXPECT_TRUE(sender->device(deviceInfo()));
    EXPECT_EQ(sender->close(kPatience), (SenderCounts{.produced = 1, .sent = 1, .dropped = 0}));
}

TEST_F(LiveRun, RecordsOfTrainingStandBeforeTheEndOfTheirStep)
{
    startCollector(1);
    const auto viewer = openViewer();
    ASSERT_TRUE(isKnown(*viewer));
    const auto sender = openSender(senderOptions(0, 1));
    ScheduleRecord schedule;
    copyText(schedule.name, "gpipe");
    EXPECT_TRUE(sender->schedule(schedule));
    EXPECT_FALSE(sender->schedule({})); // of no name
    EXPECT_TRUE(sender->stepMark({.step = 0}));
    EXPECT_TRUE(sender->trainingStep({.loss = 2.5, .learningRate = 1e-3, .tokens = 64, .step = 0}));
    EXPECT_TRUE(sender->check({.compared = 3, .different = 1, .step = 0}));
    EXPECT_FALSE(sender->check({.compared = 0, .different = 1, .step = 0}));
    EXPECT_TRUE(sender->stepMark({.step = 0, .phase = StepPhase::End}));
    const auto counts = sender->close(kPatience);
    EXPECT_EQ(counts, (SenderCounts{.produced = 7, .sent = 5, .dropped = 2}));

    auto stopping = std::async(std::launch::async, [&] { return collector->stop(kPatience); });
    std::vector<FrameKind> kinds;
    std::vector<Frame> frames;
    EXPECT_TRUE(eventually([&] {
        frames.clear();
        viewer->drain(frames, 100);
        for (const auto& frame : frames)
            kinds.push_back(frame.header.kind);
        return frames.empty() && viewer->status().state == SourceState::Ended;
    }));
    EXPECT_EQ(stopping.get().logged, 5u);
    EXPECT_EQ(kinds,
              (std::vector{FrameKind::Hello, FrameKind::Schedules, FrameKind::StepMarks,
                           FrameKind::TrainingSteps, FrameKind::Checks, FrameKind::StepMarks,
                           FrameKind::Bye}));
}

TEST_F(LiveRun, TheRecordingReplaysTheRun)
{
    startCollector(1);
    const auto sender = openSender(senderOptions(0, 1));
    sendSpans(*sender, 1000);
    EXPECT_EQ(sender->close(kPatience).sent, 1000u);
    EXPECT_EQ(collector->stop(0ms).logged, 1000u);

    auto recording = openRecording({.path = place / "events.log"});
    ASSERT_TRUE(recording) << recording.error().message;
    auto seen = watch(**recording);
    EXPECT_EQ(seen.next[0], 1000);
    EXPECT_EQ(seen.hellos, 1);
    EXPECT_EQ(seen.byes, 1);
    EXPECT_EQ((*recording)->status().run, kRun);
    EXPECT_EQ((*recording)->status().sentence, "");
}

TEST_F(LiveRun, HowItEndedIsTheLastThatTheLogAndViewersGetAndCountsAsNoRecord)
{
    startCollector(1);
    const auto viewer = openViewer();
    const auto sender = openSender(senderOptions(0, 1));
    sendSpans(*sender, 10);
    EXPECT_EQ(sender->close(kPatience).sent, 10u);
    EXPECT_TRUE(isKnown(*viewer));

    RunEnd end{.rank = 0, .signal = 9, .outcome = RunOutcome::Failed};
    copyText(end.text, "rank 0 was killed by signal 9");
    auto stopping = std::async(std::launch::async, [&] { return collector->stop(kPatience, end); });
    const auto lastOf = [](ViewerSource& source) {
        std::optional<Frame> last;
        std::vector<Frame> frames;
        EXPECT_TRUE(eventually([&] {
            frames.clear();
            source.drain(frames, 100);
            if (!frames.empty())
                last = frames.back();
            return frames.empty() && source.status().state == SourceState::Ended;
        }));
        EXPECT_EQ(source.status().badFrames, 0u);
        EXPECT_EQ(source.status().gaps, 0u);
        const auto* said = last ? std::get_if<RunEnd>(&last->body) : nullptr;
        return said ? std::optional(*said) : std::nullopt;
    };
    const auto live = lastOf(*viewer);
    ASSERT_TRUE(live);
    EXPECT_TRUE(sameBytes(*live, end));
    EXPECT_EQ(stopping.get().logged, 10u);
    auto recording = openRecording({.path = place / "events.log"});
    ASSERT_TRUE(recording) << recording.error().message;
    const auto recorded = lastOf(**recording);
    ASSERT_TRUE(recorded);
    EXPECT_TRUE(sameBytes(*recorded, end));
}

TEST_F(LiveRun, TheOwnerSeesTheFramesInOrder)
{
    startCollector(1);
    const auto sender = openSender(senderOptions(0, 1));
    sendSpans(*sender, 1000);
    sender->close(kPatience);
    SpanCheck seen;
    ASSERT_TRUE(eventually([&] {
        std::vector<Frame> frames;
        collector->drain(frames, 3);
        seen.take(frames);
        return seen.byes == 1;
    }));
    EXPECT_EQ(seen.next[0], 1000);
    EXPECT_EQ(collector->totals().ownerDropped, 0u);
}

TEST_F(LiveRun, WithoutCollectorTheRankDropsAndSaysExactlyHowMuch)
{
    auto options = senderOptions(0, 1);
    options.eventCapacity = 1024;
    options.lostAfter = 1ms;
    const auto sender = openSender(options);
    std::uint64_t refused = 0;
    for (int i = 0; i < 5000; ++i)
        refused += sender->span(spanAt(i)) ? 0 : 1;
    EXPECT_EQ(refused, 5000u - 1024u);
    EXPECT_TRUE(eventually([&] { return sender->lost(); }));
    const auto counts = sender->close(50ms);
    EXPECT_EQ(counts, (SenderCounts{.produced = 5000, .sent = 0, .dropped = 5000}));
    EXPECT_EQ(sender->close(50ms), counts);
}

// The collector comes late, so the ring overflows first; afterwards everything flows.
TEST_F(LiveRun, WhatAStalledCollectorCostsIsCountedExactly)
{
    auto options = senderOptions(0, 1);
    options.eventCapacity = 1024;
    options.lostAfter = kPatience;
    const auto sender = openSender(options);
    for (int i = 0; i < 5000; ++i)
        sender->span(spanAt(i));
    sender->span(SpanRecord{.startNs = 5, .endNs = 4}); // not valid
    const auto stalled = sender->counts();
    EXPECT_EQ(stalled, (SenderCounts{.produced = 5001, .sent = 0, .dropped = 3977}));
    EXPECT_FALSE(sender->lost());

    startCollector(1);
    ASSERT_TRUE(eventually([&] { return sender->counts().sent == 1024; }));
    sender->stepMark({.step = 9, .spans = 5001, .phase = StepPhase::End});
    const auto counts = sender->close(kPatience);
    EXPECT_EQ(counts, (SenderCounts{.produced = 5002, .sent = 1025, .dropped = 3977}));
    const auto totals = collector->stop(0ms);
    EXPECT_EQ(totals.sent, 1025u);
    EXPECT_EQ(totals.logged, 1025u);
    EXPECT_EQ(totals.dropped, 3977u);
    EXPECT_EQ(totals.gaps, 0u);
    EXPECT_EQ(collector->snapshot().ranks[0].lastStep, 9);
}

TEST_F(LiveRun, ASlowViewerLosesNothingAndHoldsNobodyUp)
{
    startCollector(1);
    auto opened = openLive({.endpoint = "ipc://" + (place / "viewers"), .queueBytes = 1000});
    ASSERT_TRUE(opened);
    ASSERT_TRUE(isKnown(**opened));
    const auto sender = openSender(senderOptions(0, 1));
    int sent = 0;
    for (int round = 0; round < 10; ++round) { // more than the viewer's window holds
        for (int i = 0; i < 5000; ++i)
            EXPECT_TRUE(sender->span(spanAt(sent++)));
        ASSERT_TRUE(eventually([&] { return sender->counts().sent == std::uint64_t(sent); }));
    }
    EXPECT_EQ(sender->close(kPatience).dropped, 0u); // and nobody has looked at the viewer yet
    auto stopping = std::async(std::launch::async, [&] { return collector->stop(kPatience); });
    auto seen = watch(**opened, 1);
    EXPECT_EQ(seen.next[0], sent);
    EXPECT_EQ((*opened)->status().gaps, 0u);
    EXPECT_EQ(stopping.get().logged, std::uint64_t(sent));
}

TEST_F(LiveRun, AViewerFromNowGetsTheHellosAndWhatFollows)
{
    startCollector(1);
    const auto sender = openSender(senderOptions(0, 1));
    for (int i = 0; i < 1000; ++i)
        sender->span(spanAt(i));
    ASSERT_TRUE(eventually([&] { return collector->totals().logged == 1000; }));
    const auto viewer = openViewer(StartAt::Now);
    ASSERT_TRUE(eventually([&] { return viewer->status().state == SourceState::Connected; }));
    for (int i = 0; i < 10; ++i)
        sender->span(spanAt(i));
    sender->close(kPatience);
    auto stopping = std::async(std::launch::async, [&] { return collector->stop(kPatience); });
    auto seen = watch(*viewer);
    EXPECT_EQ(seen.hellos, 1);
    EXPECT_EQ(seen.next[0], 10);
    EXPECT_EQ(viewer->status().gaps, 0u);
    stopping.get();
}

TEST_F(LiveRun, AViewerSaysWhenTheCollectorIsGone)
{
    auto viewer = openLive({.endpoint = "ipc://" + (place / "viewers"), .lostAfter = 700ms});
    ASSERT_TRUE(viewer);
    EXPECT_EQ((*viewer)->status().state, SourceState::Connecting); // nobody is there to be heard
    startCollector(1);
    ASSERT_TRUE(eventually([&] { return (*viewer)->status().state == SourceState::Connected; }));
    collector.reset(); // with no patience: the end is not announced, or it is
    ASSERT_TRUE(eventually([&] {
        const auto state = (*viewer)->status().state;
        return state == SourceState::Lost || state == SourceState::Ended;
    }));
}

TEST_F(LiveRun, ARankStartedAgainIsANewEpoch)
{
    startCollector(1);
    for (std::uint32_t epoch = 0; epoch < 2; ++epoch) {
        auto options = senderOptions(0, 1);
        options.epoch = epoch;
        const auto sender = openSender(options);
        sendSpans(*sender, 100);
        EXPECT_EQ(sender->close(kPatience).sent, 100u);
    }
    const auto totals = collector->stop(0ms);
    EXPECT_EQ(totals.logged, 200u);
    EXPECT_EQ(totals.sent, 200u);
    EXPECT_EQ(totals.badFrames + totals.gaps + totals.duplicates, 0u);
    EXPECT_EQ(collector->snapshot().ranks[0].epoch, 1u);
}

TEST_F(LiveRun, WrongOptionsAreSentences)
{
    auto options = senderOptions(3, 2);
    EXPECT_EQ(Sender::open(options).error().message, "rank 3 is outside a run of 2 ranks");
    auto wrong = collectorOptions(1);
    wrong.rankEndpoint = "tcp://0.0.0.0:1";
    EXPECT_FALSE(Collector::start(wrong));
    wrong = collectorOptions(1);
    wrong.rankEndpoint = "ipc:///no/such/directory/ranks";
    EXPECT_FALSE(Collector::start(wrong));
    EXPECT_FALSE(std::filesystem::exists(wrong.logPath)) << "nothing half-made";
    wrong = collectorOptions(1);
    wrong.logPath = place / "no/such/directory";
    EXPECT_FALSE(Collector::start(wrong));
}

} // namespace
} // namespace telemetry
