// A rank of a test with a GPU that is made up, and what the engine has of NCCL there.

#pragma once

#include "engine/runtime/cuda/cuda_store.h"
#include "engine/runtime/cuda/nccl_communicator.h"
#include "engine/runtime/loopback/loopback_communicator.h"
#include "tests/cuda/nccl_tests/ranks.h"

#include <numeric>
#include <optional>

namespace gpu::test {

using namespace std::chrono_literals;

// What the ranks of a test share.
struct GpuRun {
    int ranks = 2;
    engine::Clock& clock;
    NcclOptions options{};
    engine::Nanoseconds hostPatience = 60s;
    engine::LoopbackGroups hosts{hostPatience};
};

// Used by the thread that made it.
class GpuRank {
public:
    GpuRank(GpuRun& run, int worldRank)
        : rank(worldRank)
        , waiting(run.clock)
        , lanes(waiting, 3600s)
        , store(lanes)
        , m_run(run)
    {
        NcclOptions options = run.options;
        options.rank = rank;
        world = must(NcclWorld::open(options, lanes, store, waiting));
    }

    std::unique_ptr<engine::HostCommunicator> host(const std::string& name,
                                                   const std::vector<int>& members)
    {
        return must(engine::LoopbackCommunicator::open(m_run.hosts, name, members, rank, waiting));
    }
    std::unique_ptr<engine::HostCommunicator> everybody()
    {
        std::vector<int> all(static_cast<std::size_t>(m_run.ranks));
        std::iota(all.begin(), all.end(), 0);
        return host("world", all);
    }

    plan::Result<std::unique_ptr<engine::Communicator>> tryGroup(const std::string& name,
                                                                 const std::vector<int>& members)
    {
        const auto hosts = host(name, members);
        return NcclCommunicator::make(*world, *hosts);
    }
    std::unique_ptr<engine::Communicator> group(const std::string& name,
                                                const std::vector<int>& members)
    {
        return must(tryGroup(name, members));
    }

    const int rank;
    engine::Waiting waiting;
    CudaLanes lanes;
    CudaStore store;
    std::unique_ptr<NcclWorld> world;

private:
    // A test that cannot go on ends with the sentence.
    template <class T>
    static T must(plan::Result<T> result)
    {
        if (!result)
            throw std::runtime_error(result.error().message);
        return *std::move(result);
    }

    GpuRun& m_run;
};

// body(GpuRank&) in a thread for each rank; what went wrong on each device.
template <class Body>
std::vector<std::string> onGpus(GpuRun& run, const Body& body)
{
    return fake::onRanks(run.ranks, [&](int rank, auto) {
        GpuRank gpu(run, rank);
        body(gpu);
    });
}

} // namespace gpu::test
