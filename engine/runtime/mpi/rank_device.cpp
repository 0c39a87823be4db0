#include "engine/runtime/mpi/rank_device.h"

#include "engine/runtime/cpu/cpu_device.h"
#include "engine/runtime/cpu/over_host.h"
#include "engine/runtime/turns/turn_device.h"

#include <numeric>
#include <utility>

namespace engine {

namespace {

// The same process is to stop, whatever waits in it.
StopCheck stopOf(const Waiting& waiting)
{
    return [&waiting]() -> std::optional<plan::Error> {
        auto goesOn = waiting.goesOn();
        return goesOn ? std::nullopt : std::optional(goesOn.error());
    };
}

} // namespace

RankDevice::TakenTurns::TakenTurns(const Surroundings& around)
    : turns(around.clock, around.waiting, around.patience)
    , ofDevice(around.clock, stopOf(around.waiting))
    , ofRun(turns.clock(), stopOf(around.waiting))
{
}

plan::Result<std::unique_ptr<RankDevice>> RankDevice::open(const Surroundings& around,
                                                           Recorder& recorder)
{
    std::unique_ptr<RankDevice> device(new RankDevice(around));
    if (auto set = device->set(recorder); !set)
        return set.error();
    return device;
}

RankDevice::RankDevice(const Surroundings& around)
    : m_around(around)
{
    if (around.options.takeTurns)
        m_turns.emplace(around);
}

plan::Outcome RankDevice::set(Recorder& recorder)
{
    auto own = openOwn();
    if (!own)
        return own.error();
    auto overHost = whyOverHost(**own);
    if (!overHost)
        return overHost.error();
    m_device = std::move(*own);
    if (*overHost)
        m_device = std::make_unique<training::OverHost>(std::move(m_device));
    if (m_turns) {
        const auto& setup = m_around.setup;
        auto times = turns::NetworkTimes::of(setup.strategy, setup.pipeline.schedule);
        if (!times)
            return times.error();
        const std::string source = times->source();
        m_device = std::make_unique<turns::TurnDevice>(std::move(m_device), *std::move(times),
                                                       m_turns->turns);
        if (m_around.everybody.rank() == 0)
            recorder.log(telemetry::LogLevel::Info,
                         "ranks take turns: what they compute is measured, one rank at a time; "
                         "messages and collectives take what is predicted, by "
                             + source);
    }
    tell(recorder, *overHost);
    return plan::done();
}

plan::Result<std::unique_ptr<training::Device>> RankDevice::openOwn()
{
    const EngineOptions& options = m_around.options;
    if (options.device != strategy::RunDeviceKind::Cuda)
        return std::unique_ptr<training::Device>(
            std::make_unique<training::CpuDevice>(options.threads, m_around.clock));
    auto module = training::loadCudaModule();
    if (!module)
        return module.error();
    m_module = std::move(*module);
    const LocalPlace local = m_around.world.localPlace();
    return m_module->open({.rank = m_around.everybody.rank(),
                           .localRank = local.rank,
                           .share = {.ranks = local.ranks, .gpusPerRank = options.gpusPerRank},
                           .communicators = m_around.setup.communicators(),
                           .deterministic = options.deterministic,
                           .patience = m_around.patience,
                           .deep = options.deep,
                           .records = options.flightRecords},
                          m_turns ? m_turns->ofDevice : m_around.waiting);
}

plan::Result<std::optional<std::string>> RankDevice::whyOverHost(training::Device& device)
{
    using Why = std::optional<std::string>;
    const EngineOptions& options = m_around.options;
    // A processor's memory is its host's, and one rank alone has nobody to exchange values with.
    if (options.device != strategy::RunDeviceKind::Cuda || m_around.everybody.size() == 1)
        return Why();
    // Whoever waits on a GPU for a rank that has not its turn would wait for ever.
    if (m_turns)
        return Why("ranks take turns");
    if (options.messages == GpuMessages::Host)
        return Why("as asked");
    // Whoever is refused then ends at once, and the run with it.
    if (options.messages == GpuMessages::Nccl)
        return Why();
    const auto connected = device.connect(m_around.everybody);
    if (connected)
        return Why();
    return Why("NCCL refuses: " + connected.error().message);
}

// What it is and what it counts, from here on.
void RankDevice::tell(Recorder& recorder, const std::optional<std::string>& overHost)
{
    recorder.log(telemetry::LogLevel::Info, m_device->description());
    if (auto details = m_device->details()) {
        details->overHost = overHost.has_value();
        recorder.device(*details);
    }
    // What is so for all ranks one of them says.
    if (overHost && m_around.everybody.rank() == 0)
        recorder.log(m_turns || m_around.options.messages == GpuMessages::Host
                         ? telemetry::LogLevel::Info
                         : telemetry::LogLevel::Warning,
                     "messages go over the host: " + *overHost);
    auto counters = m_device->counters();
    if (!counters) {
        // What a machine lacks it lacks for all of its ranks.
        if (m_around.world.localPlace().rank == 0)
            recorder.log(telemetry::LogLevel::Warning, counters.error().message);
    } else if (*counters != nullptr)
        m_sampler.emplace(std::move(*counters));
}

plan::Result<Transport*> RankDevice::transport()
{
    const training::TrainingSetup& setup = m_around.setup;
    std::vector<int> places(static_cast<std::size_t>(setup.grid.pipeline));
    std::iota(places.begin(), places.end(), 0);
    return m_device->transport(m_around.world.transport(),
                               {.world = m_around.everybody,
                                .members = acrossPipeline(setup.grid, setup.place, places),
                                .pairs = setup.pipeline.pairs,
                                .messages = m_around.world.transport().buffers()});
}

DeviceNews RankDevice::takeNews() { return onOwnClock(m_sampler->take()); }

DeviceNews RankDevice::lookAgain() { return onOwnClock(m_sampler->lookAgain()); }

DeviceNews RankDevice::onOwnClock(DeviceNews news) const
{
    if (m_turns)
        for (DeviceReading& reading : news.readings)
            reading.at = m_turns->turns.clock().at(reading.at);
    return news;
}

plan::Outcome RankDevice::beginTurns()
{
    return m_turns ? m_turns->turns.begin(m_around.everybody) : plan::done();
}

void RankDevice::endTurns()
{
    if (m_turns)
        m_turns->turns.end();
}

} // namespace engine
