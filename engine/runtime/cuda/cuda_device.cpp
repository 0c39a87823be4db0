#include "engine/runtime/cuda/cuda_device.h"

#include "engine/runtime/cuda/check.h"
#include "engine/runtime/cuda/nccl_communicator.h"
#include "engine/runtime/cuda/nvml.h"
#include "engine/runtime/training/failure.h"

#include <array>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <utility>

#include <unistd.h>

namespace training {

namespace {

// -1: nobody knows; the process may be gone, or another user's.
pid_t parentOf(std::uint32_t process)
{
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    pid_t parent = -1;
    char state = 0;
    // After the name, which may hold anything.
    if (const std::size_t name = text.rfind(')'); name != std::string::npos)
        std::istringstream(text.substr(name + 1)) >> state >> parent;
    return parent;
}

} // namespace

plan::Result<std::unique_ptr<CudaDevice>> CudaDevice::open(const Options& options,
                                                           engine::Waiting& waiting)
{
    return caught([&]() -> plan::Result<std::unique_ptr<CudaDevice>> {
        gpu::check(cudaSetDevice(options.number), "be chosen");
        return std::unique_ptr<CudaDevice>(new CudaDevice(options, waiting));
    });
}

CudaDevice::CudaDevice(const Options& options, engine::Waiting& waiting)
    : m_options(options)
    , m_waiting(waiting)
    , m_lanes(waiting, options.patience)
    , m_store(m_lanes)
    , m_kernels(m_lanes, m_store)
{
    m_store.setOthers([this] { return othersOnIt(); });
    if (options.cupti.empty())
        return;
    // A run is worth having without its kernels, so that they are refused is no failure.
    if (auto trace = gpu::CuptiTrace::open(waiting, options.cupti))
        m_trace = std::move(*trace);
    else
        m_noTrace = trace.error();
    m_ranges.setTrace(m_trace.get());
}

// Ranks of this run are children of the same launcher. Where processes are counted otherwise, as in
// a container, they are named, too.
std::string CudaDevice::othersOnIt() const
{
    auto nvml = gpu::Nvml::open(m_options.details.pciBusId, m_options.nvml);
    if (!nvml)
        return {};
    const std::vector<engine::DeviceProcess> holding = (*nvml)->processes();
    std::vector<std::uint32_t> own;
    for (const engine::DeviceProcess& process : holding)
        if (parentOf(process.pid) == getppid())
            own.push_back(process.pid);
    return engine::othersInWords(holding, own);
}

plan::Result<std::unique_ptr<engine::DeviceCounters>> CudaDevice::counters()
{
    auto nvml = gpu::Nvml::open(m_options.details.pciBusId, m_options.nvml);
    if (!nvml)
        return nvml.error();
    return std::unique_ptr<engine::DeviceCounters>(std::move(*nvml));
}

plan::Result<std::optional<engine::KernelNews>> CudaDevice::takeKernels()
{
    if (const auto error = std::exchange(m_noTrace, std::nullopt))
        return *error;
    return m_trace != nullptr ? std::optional(m_trace->take()) : std::nullopt;
}

std::size_t CudaDevice::depth() const { return std::numeric_limits<std::size_t>::max(); }

plan::Result<gpu::NcclWorld*> CudaDevice::nccl()
{
    if (m_nccl == nullptr) {
        auto opened = gpu::NcclWorld::open(m_options.groups, m_lanes, m_store, m_waiting);
        if (!opened)
            return opened.error();
        m_nccl = std::move(*opened);
        m_nccl->setWitness(m_witness);
    }
    return m_nccl.get();
}

plan::Outcome CudaDevice::meetEverybody(engine::HostCommunicator& world)
{
    auto nccl = this->nccl();
    if (!nccl)
        return nccl.error();
    auto group = gpu::NcclCommunicator::make(**nccl, world);
    if (!group)
        return group.error();
    m_everybody = std::move(*group);
    m_everybodysHost = &world;
    return plan::done();
}

// A group of all has in it whatever two of them may be refused for, as one GPU for both.
plan::Outcome CudaDevice::connect(engine::HostCommunicator& world)
{
    if (world.size() == 1)
        return plan::done();
    const auto own = meetEverybody(world);
    // The first that could not speaks for all: they go on in the same way.
    float speaker = own ? 0 : static_cast<float>(world.size() - world.rank());
    if (auto told = finish(world.allReduce(std::span(&speaker, 1), engine::ReduceOp::Max)); !told)
        return told;
    if (speaker == 0)
        return plan::done();
    std::array<char, 1024> words{};
    if (!own)
        own.error().message.copy(words.data(), words.size() - 1);
    if (auto told = finish(world.broadcast(std::as_writable_bytes(std::span(words)),
                                           world.size() - static_cast<int>(speaker)));
        !told)
        return told;
    m_everybody.reset();
    m_nccl.reset();
    return plan::Error{words.data()};
}

plan::Result<std::unique_ptr<engine::Communicator>>
CudaDevice::group(std::shared_ptr<engine::HostCommunicator> host)
{
    // What is done among the devices of a group of one is nothing.
    if (host == nullptr || host->size() == 1)
        return std::unique_ptr<engine::Communicator>();
    if (m_everybody != nullptr && host.get() == m_everybodysHost)
        return std::move(m_everybody);
    auto world = nccl();
    if (!world)
        return world.error();
    return gpu::NcclCommunicator::make(**world, *host);
}

plan::Result<engine::Transport*> CudaDevice::transport(engine::Transport& host,
                                                       const PipelineRoutes& routes)
{
    if (routes.members.size() == 1) // on all ranks of the run
        return &host;
    auto world = nccl();
    if (!world)
        return world.error();
    auto opened = gpu::NcclTransport::open(
        **world, routes.world, routes.members, routes.pairs,
        {.messageBytes = host.messageBytes(), .mostSends = routes.messages});
    if (!opened)
        return opened.error();
    m_transport = std::move(*opened);
    return m_transport.get();
}

void CudaDevice::setPatience(engine::Nanoseconds patience)
{
    m_options.groups.patience = patience; // of groups that are yet to be made
    m_lanes.setPatience(patience);
    if (m_nccl != nullptr)
        m_nccl->setPatience(patience);
}

void CudaDevice::setWitness(const engine::Witness& witness)
{
    m_witness = witness;
    if (m_nccl != nullptr)
        m_nccl->setWitness(m_witness);
}

void CudaDevice::noteFailure(const plan::Error& error)
{
    if (m_nccl != nullptr)
        m_nccl->keepRecord(error.message);
}

plan::Outcome CudaDevice::close() { return m_nccl != nullptr ? m_nccl->close() : plan::done(); }

} // namespace training
