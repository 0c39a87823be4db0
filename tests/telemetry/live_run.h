// A run in one process for the tests: a collector, senders and viewers over ipc.

#pragma once

#include "telemetry/collector.h"
#include "telemetry/log_reader.h"
#include "telemetry/sender.h"
#include "telemetry/viewer.h"
#include "tests/scratch_directory.h"
#include "tests/telemetry/records.h"

#include <gtest/gtest.h>

namespace telemetry::test {

class LiveRun : public testing::Test {
protected:
    static constexpr std::uint64_t kRun = 0x1122334455667788;

    CollectorOptions collectorOptions(std::uint32_t ranks)
    {
        return {.run = kRun,
                .ranks = ranks,
                .rankEndpoint = "ipc://" + (place / "ranks"),
                .viewerEndpoint = "ipc://" + (place / "viewers"),
                .logPath = place / "events.log"};
    }

    void startCollector(std::uint32_t ranks)
    {
        auto started = Collector::start(collectorOptions(ranks));
        ASSERT_TRUE(started) << started.error().message;
        collector = *std::move(started);
    }

    SenderOptions senderOptions(std::uint32_t rank, std::uint32_t ranks)
    {
        SenderOptions options;
        options.endpoint = "ipc://" + (place / "ranks");
        options.run = kRun;
        options.rank = rank;
        options.hello = helloOf(ranks);
        return options;
    }

    std::unique_ptr<Sender> openSender(const SenderOptions& options)
    {
        auto opened = Sender::open(options);
        EXPECT_TRUE(opened) << opened.error().message;
        return *std::move(opened);
    }

    std::unique_ptr<ViewerSource> openViewer(StartAt startAt = StartAt::Beginning)
    {
        auto opened = openLive({.endpoint = "ipc://" + (place / "viewers"), .startAt = startAt});
        EXPECT_TRUE(opened) << opened.error().message;
        return *std::move(opened);
    }

    // A collector that stops waits only for viewers it knows of.
    static bool isKnown(const ViewerSource& viewer)
    {
        return eventually([&] { return viewer.status().state != SourceState::Connecting; });
    }

    tests::ScratchDirectory place;
    std::unique_ptr<Collector> collector;
};

// Spans by rank and in order; checks that each rank's spans are spanAt(0), spanAt(1), ...
struct SpanCheck {
    std::map<std::uint32_t, int> next; // by rank
    std::uint64_t records = 0;
    int byes = 0;
    int hellos = 0;

    void take(const std::vector<Frame>& frames)
    {
        for (const auto& frame : frames) {
            records += countedRecords(frame.header);
            byes += frame.header.kind == FrameKind::Bye ? 1 : 0;
            hellos += frame.header.kind == FrameKind::Hello ? 1 : 0;
            const auto* spans = std::get_if<std::vector<SpanRecord>>(&frame.body);
            if (spans == nullptr)
                continue;
            for (const auto& span : *spans)
                EXPECT_TRUE(sameBytes(span, spanAt(next[frame.header.rank]++)));
        }
    }
};

// Drains until the source has ended.
inline SpanCheck watch(ViewerSource& source, std::size_t perDrain = 1000)
{
    SpanCheck seen;
    std::vector<Frame> frames;
    EXPECT_TRUE(eventually([&] {
        frames.clear();
        source.drain(frames, perDrain);
        seen.take(frames);
        return frames.empty() && source.status().state == SourceState::Ended;
    })) << "state "
        << int(source.status().state) << ": " << source.status().sentence;
    return seen;
}

} // namespace telemetry::test
