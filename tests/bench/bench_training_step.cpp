// What the telemetry, or the check of ops by a second run, adds to a step of training on the CPU:
//
//   mpirun -n RANKS bench_training_step STRATEGY.yaml nothing|telemetry|check_reruns [PAIRS
//   [STEPS]]
//
// In one process, STEPS steps without and as many with it, in turn, PAIRS times, which of the two
// comes first in turn too. What is between steps counts. The difference within a pair, as its
// median over the pairs and a 95 % interval of that by bootstrap. "nothing" compares a thing with
// itself: what the others cannot tell from zero.
//
// Rank 0's process collects, writes the event log and assembles the steps as a supervisor does.

#include "engine/launch/run_reading.h"
#include "engine/runtime/cpu/cpu_device.h"
#include "engine/runtime/mpi/mpi_world.h"
#include "engine/runtime/training/duties/training_duties.h"
#include "engine/strategy/yaml.h"
#include "telemetry/collector.h"
#include "tests/scratch_directory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

namespace {

using namespace std::chrono_literals;
using engine::Nanoseconds;

constexpr std::uint64_t kRun = 0x62656e6368;
constexpr int kWarmUp = 20; // steps

struct Bench {
    strategy::Strategy strategy;
    std::string compared;
    int pairs = 100;
    int steps = 5; // of one half of a pair
    int rank = 0;
    int ranks = 1;

    long long allSteps() const { return 2LL * (kWarmUp + pairs * steps); }
};

// Takes the records of all ranks, as a supervisor does.
class Desk {
public:
    explicit Desk(int ranks)
    {
        telemetry::CollectorOptions options;
        options.run = kRun;
        options.ranks = static_cast<std::uint32_t>(ranks);
        options.rankEndpoint = endpoint();
        options.logPath = m_folder / "events.bin";
        auto started = telemetry::Collector::start(std::move(options));
        if (!started)
            return;
        m_collector = *std::move(started);
        m_reader = std::jthread([this](const std::stop_token& stop) { read(stop); });
    }
    ~Desk()
    {
        m_reader = {};
        if (m_collector) {
            const auto totals = m_collector->stop(0ms);
            std::printf("telemetry: %llu records logged, %llu dropped, %d whole steps\n",
                        static_cast<unsigned long long>(totals.logged),
                        static_cast<unsigned long long>(totals.dropped), m_whole);
        }
    }

    std::string endpoint() const { return "ipc://" + (m_folder / "ranks"); }
    bool good() const { return m_collector != nullptr; }

private:
    void read(const std::stop_token& stop)
    {
        launch::RunReading reading;
        std::vector<telemetry::Frame> frames;
        for (bool last = false; !last; std::this_thread::sleep_for(50ms)) {
            last = stop.stop_requested();
            frames.clear();
            while (m_collector->drain(frames, 256) > 0) {
                for (const auto& frame : frames)
                    reading.add(frame);
                frames.clear();
            }
            for (const auto& step : reading.takeFinished())
                m_whole += step.whole ? 1 : 0;
        }
    }

    const tests::ScratchDirectory m_folder;
    std::unique_ptr<telemetry::Collector> m_collector;
    int m_whole = 0;
    std::jthread m_reader; // the last: it uses the others
};

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// 2.5 % and 97.5 % of the medians of samples drawn from `values`.
std::array<double, 2> intervalOf(const std::vector<double>& values)
{
    constexpr int kSamples = 2000;
    std::mt19937 random(1);
    std::uniform_int_distribution<std::size_t> any(0, values.size() - 1);
    std::vector<double> medians;
    std::vector<double> sample(values.size());
    for (int i = 0; i < kSamples; ++i) {
        std::generate(sample.begin(), sample.end(), [&] { return values[any(random)]; });
        medians.push_back(medianOf(sample));
    }
    std::sort(medians.begin(), medians.end());
    return {medians[kSamples / 40], medians[kSamples - kSamples / 40 - 1]};
}

void report(const Bench& bench, const std::vector<double>& without, const std::vector<double>& with)
{
    std::vector<double> differences;
    for (std::size_t i = 0; i < with.size(); ++i)
        differences.push_back(100 * (with[i] / without[i] - 1));
    const auto [low, high] = intervalOf(differences);
    std::printf(
        "%s: step %.3f ms without, %.3f ms with (medians); difference %+.2f %% (95 %%: %+.2f to "
        "%+.2f %%), %zu pairs of 2 x %d steps\n",
        bench.compared.c_str(), medianOf(without), medianOf(with), medianOf(differences), low, high,
        differences.size(), bench.steps);
}

// One rank's part of everything.
class Comparison {
public:
    Comparison(const Bench& bench, engine::Waiting& waiting)
        : m_bench(bench)
        , m_waiting(waiting)
        , m_silent(engine::Recorder::silent())
        , m_recorder(engine::Recorder::silent())
    {
    }

    plan::Outcome prepare(const std::string& endpoint)
    {
        if (auto made = makeRank(m_bench.strategy, m_without); !made)
            return made;
        if (m_bench.compared == "check_reruns") {
            strategy::Strategy checking = m_bench.strategy;
            checking.training.checkReruns = true;
            return makeRank(checking, m_with);
        }
        if (m_bench.compared == "nothing")
            return plan::done();
        auto recorder = engine::Recorder::open({.endpoint = endpoint,
                                                .run = kRun,
                                                .rank = m_bench.rank,
                                                .ranks = m_bench.ranks,
                                                .shape = m_without->setup().pipeline.schedule.shape,
                                                .schedule = m_bench.strategy.schedule.name,
                                                .device = "cpu"});
        if (!recorder)
            return recorder.error();
        m_recorder = *std::move(recorder);
        m_recorder.clock(m_world->clock());
        return plan::done();
    }

    plan::Outcome run()
    {
        if (auto warm = half(false, kWarmUp); !warm)
            return warm.error();
        if (auto warm = half(true, kWarmUp); !warm)
            return warm.error();
        for (int pair = 0; pair < m_bench.pairs; ++pair)
            for (const bool with : {pair % 2 != 0, pair % 2 == 0}) {
                const auto lasted = half(with, m_bench.steps);
                if (!lasted)
                    return lasted.error();
                (with ? m_timesWith : m_timesWithout).push_back(*lasted);
            }
        m_recorder.close(telemetry::ByeReason::Finished, "", 2s);
        if (m_bench.rank == 0)
            report(m_bench, m_timesWithout, m_timesWith);
        return plan::done();
    }

private:
    plan::Outcome makeRank(const strategy::Strategy& strategy,
                           std::unique_ptr<training::TrainingRank>& made)
    {
        auto setup = training::setUpTraining(strategy, m_bench.rank, m_bench.ranks);
        if (!setup)
            return setup.error();
        if (!m_world) {
            auto world = engine::MpiWorld::open(setup->pipeline,
                                                {.replica = m_bench.rank % setup->grid.replicas(),
                                                 .place = setup->place.pipeline,
                                                 .patience = 10min},
                                                m_waiting);
            if (!world)
                return world.error();
            m_world = *std::move(world);
        }
        const training::MakeHostGroup makeGroup
            = [this](const std::string& name, const std::vector<int>& members) {
                  return m_world->makeGroup(name, members);
              };
        auto everybody = makeGroup("world", training::allRanks(setup->grid));
        if (!everybody)
            return everybody.error();
        m_worlds.push_back(*std::move(everybody));
        auto rank = training::TrainingRank::make(*std::move(setup),
                                                 {.device = m_device,
                                                  .transport = m_world->transport(),
                                                  .control = m_world->control(),
                                                  .world = *m_worlds.back(),
                                                  .waiting = m_waiting,
                                                  .steps = m_bench.allSteps(),
                                                  .clockOffset = m_world->clock().toRankZero.offset,
                                                  .messageBuffers = m_world->transport().buffers()},
                                                 training::groupsOn(m_device, makeGroup));
        if (!rank)
            return rank.error();
        made = *std::move(rank);
        return plan::done();
    }

    // Milliseconds a step.
    plan::Result<double> half(bool with, int steps)
    {
        training::TrainingRank& rank = with && m_with ? *m_with : *m_without;
        int& done = with && m_with ? m_doneWith : m_done;
        engine::Recorder& recorder = with ? m_recorder : m_silent;
        training::CommandRelay none(rank.world(), nullptr, false, m_waiting);
        training::TrainingDuties duties({.steps = steps, .first = done}, rank, none, recorder);
        engine::RankRun run(rank.setup().pipeline, rank.machine(), duties, recorder, m_waiting);
        MPI_Barrier(MPI_COMM_WORLD);
        const auto begin = std::chrono::steady_clock::now();
        if (auto ran = run.run(steps); !ran)
            return ran.error();
        MPI_Barrier(MPI_COMM_WORLD);
        const std::chrono::duration<double, std::milli> lasted
            = std::chrono::steady_clock::now() - begin;
        done += steps;
        return lasted.count() / steps;
    }

    const Bench& m_bench;
    engine::Waiting& m_waiting;
    engine::SystemClock m_clock;
    training::CpuDevice m_device{1, m_clock};
    engine::Recorder m_silent;
    engine::Recorder m_recorder;
    std::unique_ptr<engine::MpiWorld> m_world; // outlives the groups of the ranks
    std::vector<std::unique_ptr<engine::HostCommunicator>>
        m_worlds; // of all ranks, one a rank made
    std::unique_ptr<training::TrainingRank> m_without;
    std::unique_ptr<training::TrainingRank> m_with; // none: the same
    int m_done = 0;                                 // steps of each
    int m_doneWith = 0;
    std::vector<double> m_timesWithout;
    std::vector<double> m_timesWith;
};

bool isNumber(std::string_view text, int& number)
{
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc{} && read.ptr == text.data() + text.size() && number > 0;
}

// False: said on stderr.
bool readArguments(std::span<char*> arguments, Bench& bench)
{
    const bool enough = arguments.size() >= 3 && arguments.size() <= 5;
    bench.compared = enough ? arguments[2] : "";
    const bool known = bench.compared == "telemetry" || bench.compared == "check_reruns"
        || bench.compared == "nothing";
    if (!known || (arguments.size() > 3 && !isNumber(arguments[3], bench.pairs))
        || (arguments.size() > 4 && !isNumber(arguments[4], bench.steps))) {
        std::fputs("usage: bench_training_step STRATEGY.yaml nothing|telemetry|check_reruns "
                   "[PAIRS [STEPS]]\n",
                   stderr);
        return false;
    }
    auto read = strategy::readStrategyFile(arguments[1]);
    for (const auto& problem : read.problems)
        std::fprintf(stderr, "%s\n", toText(arguments[1], problem).c_str());
    if (read.strategy) {
        bench.strategy = *std::move(read.strategy);
        bench.strategy.training.checkReruns = false;
        bench.strategy.training.checkpointEvery = 0;
    }
    return read.problems.empty();
}

bool runBench(Bench& bench)
{
    std::unique_ptr<Desk> desk;
    std::array<char, 128> endpoint{};
    if (bench.rank == 0) {
        desk = std::make_unique<Desk>(bench.ranks);
        if (!desk->good()) {
            std::fputs("the collector does not start\n", stderr);
            return false;
        }
        desk->endpoint().copy(endpoint.data(), endpoint.size() - 1);
    }
    MPI_Bcast(endpoint.data(), static_cast<int>(endpoint.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
    engine::SystemClock clock;
    engine::Waiting waiting(clock);
    Comparison comparison(bench, waiting);
    auto ran = comparison.prepare(endpoint.data());
    if (ran)
        ran = comparison.run();
    if (!ran)
        std::fprintf(stderr, "rank %d: %s\n", bench.rank, ran.error().message.c_str());
    MPI_Barrier(MPI_COMM_WORLD);
    return bool(ran);
}

} // namespace

int main(int argc, char** argv)
{
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    Bench bench;
    MPI_Comm_rank(MPI_COMM_WORLD, &bench.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &bench.ranks);
    if (!readArguments({argv, static_cast<std::size_t>(argc)}, bench) || !runBench(bench))
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    return 0;
}
