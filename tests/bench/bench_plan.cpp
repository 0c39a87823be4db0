// Generate + simulate, in ops a second on one core, and in bytes of heap an op.
//
// Freed memory is kept for the next round, as the window and the search do: with
// every round given back to the kernel, more than half of the time is page faults.

#include "engine/plan/catalog.h"
#include "engine/plan/ledger.h"
#include "engine/plan/simulate.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <malloc.h>
#include <new>
#include <string>
#include <utility>

namespace {

// What operator new has given out, in bytes.
struct Heap {
    std::size_t held = 0;
    std::size_t peak = 0;

    // Peaks count from here on.
    Heap fromHere()
    {
        peak = held;
        return *this;
    }
};

Heap heap;

} // namespace

[[gnu::noinline]] void* operator new(std::size_t size)
{
    void* const block = std::malloc(size == 0 ? 1 : size);
    if (block == nullptr)
        throw std::bad_alloc{};
    heap.held += malloc_usable_size(block);
    heap.peak = std::max(heap.peak, heap.held);
    return block;
}

[[gnu::noinline]] void operator delete(void* block) noexcept
{
    heap.held -= malloc_usable_size(block);
    std::free(block);
}

[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept
{
    operator delete(block);
}

namespace {

// Of the schedule; fewer than two a stage and microbatch where backwards are split.
double opsOf(const plan::Schedule& schedule)
{
    double ops = 0;
    for (const auto& order : schedule.order)
        ops += static_cast<double>(order.size());
    return ops;
}

// bytes/op: the most heap that generating and simulating hold at once, with the schedule
// and the timeline that come out.
void generateAndSimulate(benchmark::State& state, const std::string& name, const plan::Shape& shape)
{
    const plan::Costs costs = plan::Costs::unit();
    double ops = 0;
    double bytes = 0;
    for ([[maybe_unused]] auto _ : state) {
        const Heap before = heap.fromHere();
        const auto schedule = plan::makeSchedule(name, shape);
        if (!schedule) {
            state.SkipWithError(schedule.error().message.c_str());
            return;
        }
        const auto timeline = plan::simulate(*schedule, costs);
        benchmark::DoNotOptimize(timeline->makespan);
        ops = opsOf(*schedule);
        bytes = static_cast<double>(heap.peak - before.held);
    }
    state.counters["ops"] = ops;
    state.counters["bytes/op"] = bytes / ops;
    state.counters["ops/s"]
        = benchmark::Counter(ops, benchmark::Counter::kIsIterationInvariantRate);
}

void simulateOnly(benchmark::State& state)
{
    const plan::Shape shape{64, 1, 1024};
    const auto schedule = plan::makeSchedule("1f1b", shape);
    for ([[maybe_unused]] auto _ : state)
        benchmark::DoNotOptimize(plan::simulate(*schedule, plan::Costs::unit())->makespan);
    state.counters["ops/s"]
        = benchmark::Counter(2.0 * 64 * 1024, benchmark::Counter::kIsIterationInvariantRate);
}

void account(benchmark::State& state)
{
    const auto schedule = plan::makeSchedule("1f1b", {64, 1, 1024});
    const auto timeline = plan::simulate(*schedule, plan::Costs::unit());
    for ([[maybe_unused]] auto _ : state)
        benchmark::DoNotOptimize(
            plan::account(*schedule, *timeline, plan::Costs::unit()).ranks.size());
    state.counters["ops/s"]
        = benchmark::Counter(2.0 * 64 * 1024, benchmark::Counter::kIsIterationInvariantRate);
}

void add(const std::string& name, const plan::Shape& shape)
{
    const std::string size = std::to_string(shape.ranks) + "x" + std::to_string(shape.chunks) + "x"
        + std::to_string(shape.microbatches);
    benchmark::RegisterBenchmark((name + "/" + size).c_str(), [=](benchmark::State& state) {
        generateAndSimulate(state, name, shape);
    })->Unit(benchmark::kMillisecond);
}

// The whole catalogue at one size; then where a schedule has more to do for an op: at other
// sizes, with chunks or a remainder, or with as many microbatches as ranks.
void addAll()
{
    for (const plan::CatalogEntry* entry : plan::catalog()) {
        const std::string name{entry->name};
        add(name, plan::shapeOf(name, 64, {}, 1024));
    }
    add("1f1b", {8, 1, 64});
    add("1f1b", {64, 1, 512});
    add("1f1b", {512, 1, 4096});
    add("interleaved", {64, 4, 256});
    add("interleaved-plain", {64, 4, 319});
    add("interleaved-symmetric", {64, 4, 250});
    add("looped-bfs", {64, 4, 256});
    add("hanayo", {64, 8, 256});
    add("chimera", plan::shapeOf("chimera", 64, {}, 64));
    for (const char* name : {"zbv", "v-half", "v-min"})
        for (const auto& [ranks, microbatches] :
             {std::pair{64, 48}, {64, 64}, {63, 63}, {65, 70}, {256, 256}, {512, 1024}})
            add(name, {ranks, 2, microbatches});
}

} // namespace

BENCHMARK(simulateOnly)->Unit(benchmark::kMillisecond);
BENCHMARK(account)->Unit(benchmark::kMillisecond);

int main(int argc, char** argv)
{
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    benchmark::Initialize(&argc, argv);
    addAll();
    benchmark::RunSpecifiedBenchmarks();
}
