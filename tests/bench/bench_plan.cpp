// Generate + simulate, in ops a second on one core.
//
// Freed memory is kept for the next round, as the window and the search do: with
// every round given back to the kernel, more than half of the time is page faults.

#include "engine/plan/catalog.h"
#include "engine/plan/ledger.h"
#include "engine/plan/simulate.h"

#include <benchmark/benchmark.h>

#include <malloc.h>

namespace {

void generateAndSimulate(benchmark::State& state, const char* name)
{
    const plan::Shape shape{static_cast<int>(state.range(0)), static_cast<int>(state.range(1)),
                            static_cast<int>(state.range(2))};
    const plan::Costs costs = plan::Costs::unit();
    for (auto _ : state) {
        const auto schedule = plan::makeSchedule(name, shape);
        const auto timeline = plan::simulate(*schedule, costs);
        benchmark::DoNotOptimize(timeline->makespan);
    }
    const double ops = 2.0 * shape.stages() * shape.microbatches;
    state.counters["ops"] = ops;
    state.counters["ops/s"]
        = benchmark::Counter(ops, benchmark::Counter::kIsIterationInvariantRate);
}

void simulateOnly(benchmark::State& state)
{
    const plan::Shape shape{64, 1, 1024};
    const auto schedule = plan::makeSchedule("1f1b", shape);
    for (auto _ : state)
        benchmark::DoNotOptimize(plan::simulate(*schedule, plan::Costs::unit())->makespan);
    state.counters["ops/s"] = benchmark::Counter(2.0 * 64 * 1024,
                                                 benchmark::Counter::kIsIterationInvariantRate);
}

void account(benchmark::State& state)
{
    const auto schedule = plan::makeSchedule("1f1b", {64, 1, 1024});
    const auto timeline = plan::simulate(*schedule, plan::Costs::unit());
    for (auto _ : state)
        benchmark::DoNotOptimize(plan::account(*schedule, *timeline, plan::Costs::unit()).ranks.size());
    state.counters["ops/s"] = benchmark::Counter(2.0 * 64 * 1024,
                                                 benchmark::Counter::kIsIterationInvariantRate);
}

} // namespace

BENCHMARK_CAPTURE(generateAndSimulate, 1f1b, "1f1b")
    ->Args({8, 1, 64})
    ->Args({64, 1, 512})
    ->Args({64, 1, 1024})
    ->Args({512, 1, 4096})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(generateAndSimulate, gpipe, "gpipe")
    ->Args({64, 1, 1024})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(generateAndSimulate, interleaved, "interleaved")
    ->Args({64, 1, 1024})
    ->Args({64, 4, 256})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(generateAndSimulate, eager_1f1b, "eager-1f1b")
    ->Args({64, 1, 1024})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(generateAndSimulate, interleaved_plain, "interleaved-plain")
    ->Args({64, 4, 319})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(generateAndSimulate, interleaved_symmetric, "interleaved-symmetric")
    ->Args({64, 4, 250})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(generateAndSimulate, looped_bfs, "looped-bfs")
    ->Args({64, 4, 256})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(simulateOnly)->Unit(benchmark::kMillisecond);
BENCHMARK(account)->Unit(benchmark::kMillisecond);

int main(int argc, char** argv)
{
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
