// The streams of a fake device. A stream is a queue that nobody is in a hurry to empty: what is
// queued runs when the host waits for it, or looks whether it is over, in an order that all streams
// and events allow, and that is as unkind as it can be. Each host thread has a device of its own:
// ranks are threads of a test.

#pragma once

#include "tests/cuda/emulator/block.h"
#include "tests/cuda/emulator/fiber.h"
#include "tests/cuda/fakes/activity.h"
#include "tests/cuda/fakes/arena.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

namespace fake {

// Whose turn it is among the streams that can go on.
enum class Turns : std::uint8_t {
    Random,
    AwaitedFirst, // the stream that the host waits for
    AwaitedLast,
};

struct Options {
    Turns turns = Turns::Random;
    unsigned seed = 1;
    std::size_t memory = 256U << 20; // bytes
    bool guarded = true;             // a host that touches it ends; costs more than small kernels
};

// What the host asked of its device.
struct Counts {
    std::size_t waits = 0;    // calls that returned only when the device had done something
    std::size_t launches = 0; // kernels, copies and fills
    std::size_t allocations = 0;
    std::size_t events = 0;     // that were made
    std::size_t algorithms = 0; // of products, that were chosen
    std::size_t products = 0;   // that are described at the moment
};

class Stream;

// Entries of a stream, about as many as a GPU's has; the number is not documented.
inline constexpr std::size_t kMostQueued = 1024;

class Device {
public:
    // The calling thread's.
    static Device& own();

    // In place of the calling thread's device, with nothing queued. Of all devices that are made
    // from now on, in this thread and others.
    static void setOptions(const Options& options);
    // A fresh one, of those options.
    void reset(const Options& options);

    // Runs what is queued until `over` is true; false if that can never be, and then why() says so.
    bool runUntil(const std::function<bool()>& over, const Stream* awaited);
    // Runs all that is queued.
    bool synchronize();
    // Entries of the fullest stream.
    std::size_t mostQueued() const;
    // Runs something that is queued, if anything can.
    void runSomething();

    // What went wrong on the device; it is sticky, as on a GPU. Empty: nothing.
    const std::string& why() const { return m_why; }
    cudaError_t error() const { return m_error; }
    void fail(std::string why, cudaError_t error = cudaErrorLaunchFailure);

    // Before anything is taken of it.
    void setMemory(std::size_t bytes);

    // Of what is queued from now on; none: null.
    void setWatcher(Watcher* watcher) { m_watcher = watcher; }

    Arena& memory() { return *m_memory; }
    Counts& counts() { return m_counts; }

    // Called where nothing queued here can run; `waits`: the host does nothing else until something
    // can. Returns whether something elsewhere may change that.
    // `wentOn` is called where something can.
    void setElsewhere(std::function<bool(bool waits)> elsewhere, std::function<void()> wentOn)
    {
        m_elsewhere = std::move(elsewhere);
        m_wentOn = std::move(wentOn);
    }

private:
    friend class Stream;

    Device();
    bool runOne(const Stream* awaited);

    Options m_options;
    std::unique_ptr<Arena> m_memory;
    std::vector<Stream*> m_streams;
    Stream* m_running = nullptr;
    emulator::Fiber m_host;
    std::mt19937 m_random;
    std::function<bool(bool)> m_elsewhere;
    std::function<void()> m_wentOn;
    Watcher* m_watcher = nullptr;
    std::uint32_t m_streamsMade = 0;
    std::string m_why;
    cudaError_t m_error = cudaSuccess; // the same as a number
    bool m_hangs = false;              // something never ends, as the test has asked for
    Counts m_counts;
};

class Stream {
public:
    Stream();
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    // `ready`: whether it may begin, asked on the host; empty: as soon as it is its turn.
    void enqueue(std::function<void()> run, std::function<bool()> ready = {});
    // Tells a watcher, where there is one, of work that is queued here.
    Watched watched(Activity activity) const;
    // Work of the device that a watcher is told of, where there is one, and that may meet a fault.
    void work(Activity activity, std::function<void()> run);
    void launch(emulator::Launch launch);
    bool idle() const { return m_queue.empty(); }
    std::size_t queued() const { return m_queue.size(); } // entries

    // What it did so far is seen by the caller.
    void acquireWhatItDid();

private:
    friend class Device;
    struct Call {
        std::function<void()> run{};
        std::function<bool()> ready{};
        std::shared_ptr<char> queued{}; // its address, for the sanitizer
    };

    static void body();
    void meetFaults();
    bool able() const
    {
        return !m_queue.empty() && (!m_queue.front().ready || m_queue.front().ready());
    }

    Device& m_device;
    const std::uint32_t m_number;
    std::deque<Call> m_queue;
    Call m_call;
    char m_did = 0;
    emulator::Multiprocessor m_multiprocessor;
    emulator::Fiber m_fiber; // last: it runs on what is above
};

} // namespace fake
