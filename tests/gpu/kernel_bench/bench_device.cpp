#include "tests/gpu/kernel_bench/bench_device.h"

#include "engine/runtime/cuda/check.h"
#include "engine/runtime/training/failure.h"

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <vector>

#include <cublasLt.h>
#include <fmt/format.h>

namespace bench {

namespace {

constexpr int kWarmUp = 3;
constexpr int kFewestRuns = 5;
constexpr int kMostRuns = 100;
constexpr double kEnoughMs = 300;

// The calling thread's device, before anything is made on it.
std::chrono::minutes chosenDevice()
{
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0)
        throw training::Failure(
            {fmt::format("no GPU can be measured: {}",
                         error != cudaSuccess ? cudaGetErrorString(error) : "CUDA shows none")});
    gpu::check(cudaSetDevice(0), "use the first GPU");
    return std::chrono::minutes(1);
}

struct EventPair {
    EventPair()
    {
        gpu::check(cudaEventCreateWithFlags(&begin, cudaEventDefault), "make an event");
        gpu::check(cudaEventCreateWithFlags(&end, cudaEventDefault), "make an event");
    }
    ~EventPair()
    {
        cudaEventDestroy(begin);
        cudaEventDestroy(end);
    }
    EventPair(const EventPair&) = delete;
    EventPair& operator=(const EventPair&) = delete;

    double milliseconds() const
    {
        gpu::check(cudaEventSynchronize(end), "wait for a kernel");
        float between = 0;
        gpu::check(cudaEventElapsedTime(&between, begin, end), "read the time of a kernel");
        return static_cast<double>(between);
    }

    cudaEvent_t begin = nullptr;
    cudaEvent_t end = nullptr;
};

// `count` numbers, of the bytes of their type.
std::vector<std::byte> randomBytes(std::size_t count, training::Type type)
{
    std::mt19937 generator(1);
    std::uniform_real_distribution<float> values(-1, 1);
    const std::size_t bytes = training::bytesOf(type);
    std::vector<std::byte> all(count * bytes);
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits = std::bit_cast<std::array<std::byte, 4>>(values(generator));
        std::copy(bits.end() - static_cast<std::ptrdiff_t>(bytes), bits.end(),
                  all.begin() + static_cast<std::ptrdiff_t>(i * bytes)); // BF16: the upper half
    }
    return all;
}

} // namespace

Room::Room(engine::Store& store, std::int64_t rows, std::int64_t columns, training::Type type)
    : m_store(store)
    , m_view(training::matrix({}, rows, columns, type))
{
    m_view.data = store.take(m_view.bytes());
    if (!m_view.data)
        throw training::Failure(
            {fmt::format("the GPU has no {} MiB left to measure with", m_view.bytes() >> 20)});
}

Room::~Room() { m_store.release(m_view.data, m_view.bytes()); }

BenchDevice::BenchDevice()
    : m_lanes(m_waiting, chosenDevice())
    , m_store(m_lanes)
    , m_stream(m_lanes.stream(engine::kComputeLane))
    , m_kernels(m_lanes, m_store)
{
}

std::string BenchDevice::description() const
{
    cudaDeviceProp properties{};
    gpu::check(cudaGetDeviceProperties(&properties, 0), "ask what GPU it is");
    int driver = 0;
    int runtime = 0;
    gpu::check(cudaDriverGetVersion(&driver), "ask for the driver's version");
    gpu::check(cudaRuntimeGetVersion(&runtime), "ask for the runtime's version");
    return fmt::format("{}, CUDA {}.{} on a driver for {}.{}, cuBLASLt {}", properties.name,
                       runtime / 1000, runtime % 1000 / 10, driver / 1000, driver % 1000 / 10,
                       cublasLtGetVersion());
}

std::unique_ptr<Room> BenchDevice::room(std::int64_t rows, std::int64_t columns,
                                        training::Type type)
{
    return std::make_unique<Room>(m_store, rows, columns, type);
}

std::unique_ptr<Room> BenchDevice::random(std::int64_t rows, std::int64_t columns,
                                          training::Type type)
{
    constexpr std::size_t kPattern = 1'000'003;
    std::unique_ptr<Room> made = room(rows, columns, type);
    const engine::DeviceBytes all = training::bytesIn(made->view());
    const std::vector<std::byte> pattern
        = randomBytes(std::min(kPattern, all.size / training::bytesOf(type)), type);
    for (std::size_t at = 0; at < all.size; at += pattern.size()) {
        const std::size_t bytes = std::min(pattern.size(), all.size - at);
        m_store.upload({all.data + at, bytes}, std::span(pattern).first(bytes));
    }
    return made;
}

Measured BenchDevice::time(const std::function<void()>& call)
{
    const auto run = [&](const EventPair& events) {
        gpu::check(cudaEventRecord(events.begin, m_stream), "mark a moment");
        call();
        gpu::check(cudaEventRecord(events.end, m_stream), "mark a moment");
    };
    const EventPair last;
    for (int i = 0; i < kWarmUp; ++i)
        run(last);
    const double once = last.milliseconds();
    const int runs = once > 0
        ? std::clamp(static_cast<int>(kEnoughMs / once), kFewestRuns, kMostRuns)
        : kFewestRuns;
    // All are queued before one is waited for: the GPU never waits for the host in between.
    const std::vector<EventPair> events(static_cast<std::size_t>(runs));
    for (const EventPair& each : events)
        run(each);
    std::vector<double> times;
    times.reserve(events.size());
    for (const EventPair& each : events)
        times.push_back(each.milliseconds());
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times.front(), runs};
}

Measured BenchDevice::hostTime(int calls, const std::function<void()>& call)
{
    using Clock = std::chrono::steady_clock;
    std::vector<double> times;
    for (int round = -1; round < kFewestRuns; ++round) { // the first is not counted
        gpu::check(cudaStreamSynchronize(m_stream), "wait for the device");
        const auto begin = Clock::now();
        for (int i = 0; i < calls; ++i)
            call();
        const std::chrono::duration<double, std::milli> taken = Clock::now() - begin;
        if (round >= 0)
            times.push_back(taken.count() / calls);
    }
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times.front(), kFewestRuns};
}

} // namespace bench
