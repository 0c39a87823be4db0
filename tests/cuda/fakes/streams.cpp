#include "tests/cuda/fakes/streams.h"

#include "tests/cuda/fakes/machine.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

#include <unistd.h>

namespace fake {

namespace {

constexpr std::size_t kStack = 512U << 10;

// A look opens the memory, which takes longer than most of what is queued.
constexpr unsigned kMostAtALook = 16;

std::mutex optionsMutex;
Options optionsOfAll; // guarded

Options currentOptions()
{
    const std::lock_guard lock(optionsMutex);
    Options options = optionsOfAll;
    ++optionsOfAll.seed; // no two devices draw the same
    if (const long kibibytes = numberFrom("CUDA_MADE_UP_KIB", 0); kibibytes > 0)
        options.memory = static_cast<std::size_t>(kibibytes) << 10;
    return options;
}

} // namespace

Device& Device::own()
{
    thread_local Device device;
    return device;
}

Device::Device() { reset(currentOptions()); }

void Device::setOptions(const Options& options)
{
    {
        const std::lock_guard lock(optionsMutex);
        optionsOfAll = options;
    }
    own().reset(currentOptions());
}

void Device::reset(const Options& options)
{
    m_options = options;
    m_memory = std::make_unique<Arena>(m_options.memory, m_options.guarded);
    m_random.seed(m_options.seed);
    m_why.clear();
    m_error = cudaSuccess;
    m_counts = {};
}

void Device::setMemory(std::size_t bytes)
{
    if (m_memory->size() != bytes)
        m_memory = std::make_unique<Arena>(bytes, m_options.guarded);
}

void Device::fail(std::string why, cudaError_t error)
{
    if (!m_why.empty())
        return;
    m_why = std::move(why);
    m_error = error;
}

bool Device::runUntil(const std::function<bool()>& over, const Stream* awaited)
{
    const Arena::Opened opened(*m_memory); // once for all: it takes long
    while (!over()) {
        if (!m_why.empty())
            return false;
        if (runOne(awaited) || (m_elsewhere && m_elsewhere(true)))
            continue;
        if (m_hangs) { // so does whoever waits for it
            std::this_thread::yield();
            continue;
        }
        fail("nothing that is queued can run: an event is waited for that nobody records");
        return false;
    }
    return m_why.empty();
}

bool Device::synchronize()
{
    return runUntil(
        [this] {
            return std::all_of(m_streams.begin(), m_streams.end(),
                               [](const Stream* stream) { return stream->idle(); });
        },
        nullptr);
}

std::size_t Device::mostQueued() const
{
    std::size_t most = 0;
    for (const Stream* stream : m_streams)
        most = std::max(most, stream->queued());
    return most;
}

void Device::runSomething()
{
    const Arena::Opened opened(*m_memory);
    for (unsigned calls = 1 + m_random() % kMostAtALook; calls > 0; --calls)
        if (m_why.empty() && !runOne(nullptr)) {
            if (m_elsewhere)
                m_elsewhere(false);
            return;
        }
}

// One call that can run; false if there is none.
bool Device::runOne(const Stream* awaited)
{
    std::vector<Stream*> asked = m_streams; // the first that is asked may take what there is one of
    std::shuffle(asked.begin(), asked.end(), m_random);
    std::vector<Stream*> able;
    std::copy_if(asked.begin(), asked.end(), std::back_inserter(able),
                 [](const Stream* stream) { return stream->able(); });
    if (able.empty())
        return false;
    if (m_wentOn)
        m_wentOn();
    Stream* chosen = able.front();
    if (m_options.turns != Turns::Random && awaited != nullptr)
        for (Stream* const stream : able)
            if ((stream == awaited) == (m_options.turns == Turns::AwaitedFirst))
                chosen = stream;
    chosen->m_call = std::move(chosen->m_queue.front());
    chosen->m_queue.pop_front();
    m_running = chosen;
    emulator::Fiber::change(m_host, chosen->m_fiber);
    return true;
}

Stream::Stream()
    : m_device(Device::own())
    , m_number(++m_device.m_streamsMade)
    , m_fiber(kStack, body)
{
    m_device.m_streams.push_back(this);
}

Stream::~Stream() { std::erase(m_device.m_streams, this); }

void Stream::enqueue(std::function<void()> run, std::function<bool()> ready)
{
    if (m_queue.size() >= kMostQueued) { // then the caller is held in the driver
        ++m_device.counts().waits;
        m_device.runUntil([this] { return m_queue.size() < kMostQueued; }, this);
    }
    Call call{std::move(run), std::move(ready), std::make_shared<char>()};
    emulator::release(call.queued.get());
    m_queue.push_back(std::move(call));
}

void Stream::launch(emulator::Launch launch)
{
    ++m_device.counts().launches;
    work({.name = "emulated"}, [this, launch = std::move(launch)] {
        if (std::string wrong = m_multiprocessor.run(launch); !wrong.empty())
            m_device.fail(std::move(wrong));
    });
}

Watched Stream::watched(Activity activity) const
{
    Watched watched{.watcher = m_device.m_watcher, .activity = std::move(activity)};
    watched.activity.stream = m_number;
    if (watched.watcher != nullptr)
        watched.call = watched.watcher->queued(watched.activity);
    return watched;
}

void Stream::meetFaults()
{
    Fault& fault = ownFault();
    if (fault.comes(Fault::Kind::Ecc))
        enqueue([this] {
            m_device.fail("its memory has an error that cannot be corrected",
                          cudaErrorECCUncorrectable);
        });
    if (fault.comes(Fault::Kind::Lost))
        enqueue([this] {
            setenv(kLostVariable, "1", 1);
            m_device.fail("it cannot be reached any more", cudaErrorUnknown);
        });
    if (fault.comes(Fault::Kind::Hang)) {
        m_device.m_hangs = true;
        enqueue([] {}, [] { return false; });
    }
    if (fault.comes(Fault::Kind::Stuck))
        for (;;)
            pause();
}

void Stream::work(Activity activity, std::function<void()> run)
{
    meetFaults();
    enqueue([watched = watched(std::move(activity)), run = std::move(run)]() mutable {
        watched.begin();
        run();
        watched.end();
    });
}

namespace {

std::int64_t steadyNow()
{
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

void Watched::begin()
{
    if (watcher != nullptr)
        start = steadyNow();
}

void Watched::end() const
{
    if (watcher != nullptr)
        watcher->done(activity, call, start, steadyNow());
}

void Stream::acquireWhatItDid() { emulator::acquire(&m_did); }

void Stream::body()
{
    for (;;) {
        Device& device = Device::own();
        Stream& stream = *device.m_running;
        emulator::acquire(stream.m_call.queued.get());
        stream.m_call.run();
        stream.m_call = {}; // here, so that its end orders nothing for the host
        emulator::release(&stream.m_did);
        emulator::Fiber::change(stream.m_fiber, device.m_host);
    }
}

} // namespace fake

namespace emulator {

void enqueue(cudaStream_t stream, Launch launch)
{
    reinterpret_cast<fake::Stream*>(stream)->launch(std::move(launch));
}

} // namespace emulator
