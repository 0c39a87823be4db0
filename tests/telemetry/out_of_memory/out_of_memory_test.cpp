// What telemetry's threads do where memory runs out: they end alone, and the program goes on. A
// program of its own, as it replaces operator new.

#include "telemetry/control_server.h"
#include "telemetry/quiet_thread.h"
#include "telemetry/socket_options.h"
#include "tests/telemetry/live_run.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <new>

namespace {

// Allocations of exactly so many bytes fail; 0: none does. ZeroMQ, which ends the program where it
// gets no memory, asks for other sizes than the tests choose.
std::atomic<std::size_t> refusedBytes{0};
std::atomic<int> refusals{0};

void* allocate(std::size_t bytes) noexcept
{
    if (bytes == refusedBytes.load() && bytes > 0) {
        ++refusals;
        return nullptr;
    }
    return std::malloc(bytes > 0 ? bytes : 1);
}

} // namespace

// Not inlined, or the compiler sees a mix of new and free.
[[gnu::noinline]] void* operator new(std::size_t bytes)
{
    if (void* memory = allocate(bytes))
        return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept
{
    return allocate(bytes);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept
{
    std::free(memory);
}

namespace telemetry {
namespace {

using namespace test;

constexpr int kSpans = 997; // of one frame; no other list in here is as long

class OutOfMemory : public LiveRun {
protected:
    OutOfMemory() { refusals = 0; }
    ~OutOfMemory() override { refusedBytes = 0; }

    static void refuse(std::size_t bytes) { refusedBytes = bytes; }
    static bool wasRefused()
    {
        return eventually([] { return refusals > 0; });
    }

    // As a rank does, but one frame holds all the spans, whenever its thread runs.
    void sendFrame()
    {
        m_rank.set(zmq::sockopt::linger, 0);
        m_rank.connect("ipc://" + (place / "ranks"));
        trySend(m_rank, encodeOne(FrameKind::Hello, {.run = kRun}, helloOf(1)));
        trySend(m_rank, spanFrame(1, kSpans, kRun));
    }

    bool allLogged(std::uint64_t records)
    {
        return eventually([&] { return collector->totals().logged == records; });
    }

private:
    zmq::context_t m_context{1};
    zmq::socket_t m_rank{m_context, zmq::socket_type::dealer};
};

TEST_F(OutOfMemory, TheCollectorSaysThatItStopped)
{
    startCollector(1);
    refuse(kSpans * sizeof(SpanRecord));
    sendFrame();
    EXPECT_TRUE(wasRefused());
    EXPECT_TRUE(eventually([&] { return !collector->snapshot().problem.empty(); }));
    EXPECT_EQ(collector->snapshot().problem, "the collector stopped: out of memory");
    EXPECT_EQ(collector->stop(0ms).logged, 0U);
}

TEST_F(OutOfMemory, ASenderIsLostAndStillCountsRight)
{
    SenderOptions options = senderOptions(0, 1);
    options.batchRecords = kSpans;
    const auto sender = openSender(options);
    FrameBuilder whole(FrameKind::Spans); // a buffer grows through the same sizes
    for (int i = 0; i < kSpans; ++i) {
        ASSERT_TRUE(sender->span(spanAt(i)));
        whole.append(spanAt(i));
    }
    refuse(whole.finish({}).capacity());
    startCollector(1); // gives credit, so that all of them leave in one frame
    EXPECT_TRUE(wasRefused());
    EXPECT_TRUE(eventually([&] { return sender->lost(); }));
    const SenderCounts counts = sender->close(1s);
    EXPECT_EQ(counts.produced, std::uint64_t(kSpans));
    EXPECT_EQ(counts.produced, counts.sent + counts.dropped);
}

TEST_F(OutOfMemory, AViewerSaysWhyItsConnectionBroke)
{
    startCollector(1);
    sendFrame();
    ASSERT_TRUE(allLogged(kSpans));
    refuse(kSpans * sizeof(SpanRecord));
    const auto viewer = openViewer();
    EXPECT_TRUE(wasRefused());
    EXPECT_TRUE(eventually([&] { return viewer->status().state == SourceState::Lost; }));
    EXPECT_EQ(viewer->status().sentence, "the connection broke: out of memory");
}

TEST_F(OutOfMemory, ARecordingSaysThatItIsReadNoFurther)
{
    startCollector(1);
    sendFrame();
    ASSERT_TRUE(allLogged(kSpans));
    collector->stop(0ms);
    refuse(kSpans * sizeof(SpanRecord));
    const auto opened = openRecording({.path = place / "events.log"});
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_TRUE(wasRefused());
    EXPECT_TRUE(eventually([&] {
        std::vector<Frame> before; // what was read until then
        (*opened)->drain(before, 10);
        return (*opened)->status().state == SourceState::Ended;
    }));
    EXPECT_EQ((*opened)->status().sentence, "the recording cannot be read further: out of memory");
}

TEST_F(OutOfMemory, TheServerOfCommandsEndsAlone)
{
    const std::string endpoint = "ipc://" + (place / "control");
    const auto key = makeControlKey();
    ASSERT_TRUE(key) << key.error().message;
    auto server = ControlServer::start({.run = kRun, .endpoint = endpoint, .key = *key});
    ASSERT_TRUE(server) << server.error().message;
    zmq::context_t context(1);
    zmq::socket_t rank(context, zmq::socket_type::dealer);
    rank.set(zmq::sockopt::linger, 0);
    rank.connect(endpoint);
    const Bytes command
        = encode({*key, kRun, 1}, ControlCommand{.kind = ControlCommand::Kind::Checkpoint});
    const Bytes ready = encodeReady({*key, kRun, 2});
    refuse(sizeof(ControlFrame));
    trySend(rank, command);
    trySend(rank, ready); // the server makes the command anew for it
    EXPECT_TRUE(wasRefused());
    (*server)->stop();
    EXPECT_FALSE((*server)->paused());
}

// Cannot be moved to the thread that is to run it.
struct Unmovable {
    Unmovable() = default;
    Unmovable(const Unmovable&) { throw std::bad_alloc(); }
    void operator()() const {}
};

TEST(QuietThread, OneThatCannotStartLeavesTheSignalsAsTheyWere)
{
    sigset_t before;
    pthread_sigmask(SIG_SETMASK, nullptr, &before);
    const Unmovable body;
    const auto start = [&] { startQuietThread<const Unmovable&>(body).join(); };
    EXPECT_THROW(start(), std::bad_alloc);
    sigset_t after;
    pthread_sigmask(SIG_SETMASK, nullptr, &after);
    EXPECT_EQ(sigismember(&before, SIGTERM), sigismember(&after, SIGTERM));
    EXPECT_EQ(sigismember(&after, SIGTERM), 0);
}

} // namespace
} // namespace telemetry
