// A run as it goes on, heard of by way of a collector.

#include "gui/live/live_session.h"
#include "telemetry/collector.h"
#include "telemetry/sender.h"
#include "tests/gui/full_disk.h"
#include "tests/telemetry/records.h"

#include <QElapsedTimer>
#include <QTest>

using namespace gui;

namespace {

// A run of one rank that is heard live, of steps of so many ops.
struct OneRank {
    static constexpr std::uint64_t kRun = 7;
    static constexpr std::size_t kRoom = 1 << 19; // all that a test sends, at once
    tests::ScratchDirectory place;
    QString viewers = QString::fromStdString("ipc://" + (place / "viewers"));
    std::unique_ptr<telemetry::Collector> collector;
    std::unique_ptr<telemetry::Sender> sender;

    explicit OneRank(int microbatches = 8)
    {
        if (auto started
            = telemetry::Collector::start({.run = kRun,
                                           .rankEndpoint = "ipc://" + (place / "ranks"),
                                           .viewerEndpoint = viewers.toStdString(),
                                           .logPath = place / "events.bslog"}))
            collector = std::move(*started);
        telemetry::Hello hello = telemetry::test::helloOf(1);
        hello.microbatches = static_cast<std::uint32_t>(microbatches);
        if (auto opened = telemetry::Sender::open({.endpoint = "ipc://" + (place / "ranks"),
                                                   .run = kRun,
                                                   .hello = hello,
                                                   .eventCapacity = kRoom});
            collector && opened)
            sender = std::move(*opened);
    }
};

} // namespace

class tst_LiveRun : public QObject {
    Q_OBJECT
private slots:
    void aFullDiskIsHeardOf();
    void thePauseGrowsWithTheStep();
    void aHugeStepIsCopiedLessOften();
};

void tst_LiveRun::aFullDiskIsHeardOf()
{
    const OneRank source;
    QVERIFY(source.sender);
    LiveSession session;
    RunSnapshotPtr newest;
    connect(&session, &LiveSession::updated, this,
            [&newest](const RunSnapshotPtr& run) { newest = run; });
    QVERIFY(!session.attach(source.viewers, OneRank::kRun));
    const auto send = [&source](int first) {
        for (int i = first; i < first + 100; ++i)
            source.sender->span(telemetry::test::spanAt(i));
    };
    send(0);
    QTRY_VERIFY(newest && newest->info
                && newest->status.state == telemetry::SourceState::Connected);
    const gui::test::FullDisk disk;
    send(100);
    QTRY_VERIFY(newest->status.unlogged > 0);
    const std::uint64_t before = newest->status.unlogged;
    send(200);
    QTRY_VERIFY(newest->status.unlogged >= before + 100);
}

void tst_LiveRun::thePauseGrowsWithTheStep()
{
    const auto pauseWith = [](std::size_t spans) {
        measured::Step step;
        step.timeline.spans
            = {std::vector<plan::Span>(spans / 2), std::vector<plan::Span>(spans - spans / 2)};
        RunSnapshot run;
        run.current = std::make_shared<const measured::Step>(step);
        return LiveSession::pauseMsAfter(run);
    };
    QCOMPARE(LiveSession::pauseMsAfter({}), 0);
    QCOMPARE(pauseWith(std::size_t{LiveSession::kSpansAMs} * LiveSession::kTickMs), 0);
    QCOMPARE(pauseWith(std::size_t{LiveSession::kSpansAMs} * 300), 300);
    // Whatever is copied counts.
    measured::Step step;
    step.peers = {{{}, std::vector<plan::Span>(std::size_t{LiveSession::kSpansAMs} * 100)}};
    step.inner = {std::vector<measured::InnerPart>(std::size_t{LiveSession::kSpansAMs} * 10)};
    RunSnapshot run;
    run.current = std::make_shared<const measured::Step>(step);
    QCOMPARE(LiveSession::pauseMsAfter(run), 110);
}

void tst_LiveRun::aHugeStepIsCopiedLessOften()
{
    constexpr int kSpans = LiveSession::kSpansAMs * 120;
    const OneRank source(kSpans + 1);
    QVERIFY(source.sender);
    LiveSession session;
    RunSnapshotPtr newest;
    QElapsedTimer since; // the snapshot before
    int pause = 0;       // that was due after it
    bool early = false;
    connect(&session, &LiveSession::updated, this, [&](const RunSnapshotPtr& snapshot) {
        early = early || (since.isValid() && since.elapsed() + 1 < pause);
        newest = snapshot;
        pause = snapshot->current ? LiveSession::pauseMsAfter(*snapshot) : 0;
        since.start();
    });
    QVERIFY(!session.attach(source.viewers, OneRank::kRun));
    QTRY_VERIFY(newest && newest->info);
    source.sender->stepMark({.timeNs = 0, .step = 0});
    int sent = 0;
    const auto send = [&](int until) {
        for (; sent < until; ++sent)
            QVERIFY(source.sender->span({.startNs = sent * 1000,
                                         .endNs = sent * 1000 + 700,
                                         .stage = 0,
                                         .microbatch = sent,
                                         .kind = telemetry::SpanKind::Forward}));
    };
    const auto spans = [&newest] {
        return newest->current ? newest->current->timeline.spans.front().size() : 0;
    };
    send(kSpans);
    QTRY_VERIFY_WITH_TIMEOUT(spans() >= kSpans, 60'000);
    QVERIFY(pause >= 120);
    send(kSpans + 1);
    QTRY_VERIFY_WITH_TIMEOUT(spans() >= kSpans + 1, 60'000);
    QVERIFY(!early);
    // The end of the step waits for no pause, which may come after it.
    source.sender->stepMark({.timeNs = sent * 1000,
                             .step = 0,
                             .spans = std::uint32_t(sent),
                             .phase = telemetry::StepPhase::End});
    QTRY_VERIFY_WITH_TIMEOUT(newest->finished == 1, 60'000);
}

QTEST_GUILESS_MAIN(tst_LiveRun)
#include "tst_live_run.moc"
