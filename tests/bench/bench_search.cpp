// A search for the best way to train GPT-3 175B on 1 024 devices: configurations looked at in
// a second by one thread and by two, and the whole of it to the exact shortlist.

#include "engine/plan/cost/shortlist.h"
#include "engine/strategy/search/search.h"
#include "engine/strategy/search/workers.h"

#include <benchmark/benchmark.h>

#include <mutex>

namespace {

strategy::Strategy gpt3()
{
    strategy::Strategy strategy;
    strategy.model = strategy::Model{};
    strategy.model->layers = 96;
    strategy.model->hidden = 12288;
    strategy.model->heads = 96;
    strategy.model->vocab = 51200;
    strategy.model->sequence = 2048;
    strategy.batch = {1, 1536};
    strategy.parallel.tensor = 8;
    strategy.parallel.pipeline = 8;
    strategy.cluster.devices = 1024;
    strategy.cluster.device = "a100-80gb";
    return strategy;
}

// By closed form alone, the whole space once an iteration.
void lookAtEveryConfiguration(benchmark::State& state)
{
    const strategy::Strategy strategy = gpt3();
    const strategy::SearchAsked asked;
    const plan::SearchSpace space = strategy::searchSpaceOf(strategy, asked);
    const std::vector<plan::SearchSlice> slices = plan::slicesOf(space);
    std::uint64_t looked = 0;
    for ([[maybe_unused]] auto _ : state) {
        std::mutex mutex;
        plan::Shortlist all(18, space.job.machine.device.memoryBytes);
        const auto work = [&](strategy::PartQueue& queue) {
            plan::SearchWorker worker(space);
            plan::Shortlist list(18, space.job.machine.device.memoryBytes);
            while (const auto slice = queue.next())
                worker.look(slices[*slice], *slice, list);
            const std::lock_guard lock(mutex);
            all.merge(list);
        };
        strategy::runParts(slices.size(), static_cast<int>(state.range(0)), work);
        looked += all.looked;
        state.counters["space"] = static_cast<double>(all.looked);
    }
    state.counters["configurations/s"]
        = benchmark::Counter(static_cast<double>(looked), benchmark::Counter::kIsRate);
}
BENCHMARK(lookAtEveryConfiguration)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

void searchGpt3On1024(benchmark::State& state)
{
    const strategy::Strategy strategy = gpt3();
    strategy::SearchAsked asked;
    asked.threads = static_cast<int>(state.range(0));
    for ([[maybe_unused]] auto _ : state) {
        const auto result = strategy::search(strategy, asked);
        if (!result || result->found.empty()) {
            state.SkipWithError("nothing was found");
            return;
        }
        state.counters["looked"] = static_cast<double>(result->looked);
        state.counters["simulated"] = static_cast<double>(result->simulated);
        state.counters["best_s"] = result->found.front().estimate.stepSeconds;
    }
}
BENCHMARK(searchGpt3On1024)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
