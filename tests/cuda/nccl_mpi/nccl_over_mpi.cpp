// Run under mpirun: nccl_over_mpi (check | one-gpu | killed | absent FOLDER). Each rank is a
// process with a GPU that is made up. Prints what is wrong; the exit code is 1 if anything is.
//   one-gpu  the ranks do not say that they share one
//   killed   the last rank is killed in the midst of a collective
//   absent   the last rank never comes to one; the record goes into FOLDER

#include "engine/runtime/cuda/cuda_store.h"
#include "engine/runtime/cuda/nccl_communicator.h"
#include "engine/runtime/cuda/nccl_environment.h"
#include "engine/runtime/cuda/nccl_transport.h"
#include "engine/runtime/mpi/mpi_communicator.h"
#include "engine/runtime/training/gpu_environment.h"
#include "tests/cuda/nccl_tests/device_group.h"
#include "tests/runtime/collectives/collective_cases.h"

#include <csignal>
#include <cstdio>
#include <numeric>

namespace gpu::test {
namespace {

using namespace std::chrono_literals;

class Rank {
public:
    Rank(Nanoseconds patience, const std::string& folder)
        : waiting(m_clock)
        , lanes(waiting, 300s)
        , store(lanes)
    {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        all.resize(static_cast<std::size_t>(size));
        std::iota(all.begin(), all.end(), 0);
        auto opened = NcclWorld::open({.rank = rank, .patience = patience, .records = folder},
                                      lanes, store, waiting);
        if (opened)
            world = std::move(*opened);
        else
            problems += opened.error().message;
    }

    std::unique_ptr<engine::HostCommunicator> host(const std::string& name,
                                                   const std::vector<int>& members)
    {
        auto made = engine::MpiCommunicator::split(MPI_COMM_WORLD, name, members, {300s}, waiting);
        if (!made)
            problems += made.error().message + "\n";
        return made ? std::move(*made) : nullptr;
    }
    std::unique_ptr<engine::Communicator> group(const std::string& name,
                                                const std::vector<int>& members)
    {
        const auto hosts = host(name, members);
        auto made = NcclCommunicator::make(*world, *hosts);
        if (!made)
            problems += made.error().message + "\n";
        return made ? std::move(*made) : nullptr;
    }
    // All of it is over on the GPU when this returns.
    plan::Outcome sum(engine::Communicator& group)
    {
        const engine::DeviceAddress memory = store.take(400);
        store.fill({memory, 400}, std::byte{0});
        lanes.wait(group.lane(), lanes.mark(engine::kComputeLane));
        auto started
            = group.allReduce(engine::DeviceSpan<float>{memory, 100}, engine::ReduceOp::Sum);
        if (!started)
            return started.error();
        if (auto well = (*started)->wait(); !well)
            return well;
        return lanes.await(lanes.mark(group.lane()));
    }

    int rank = 0;
    int size = 1;
    std::vector<int> all;
    std::string problems;

private:
    engine::SystemClock m_clock;

public:
    engine::Waiting waiting;
    CudaLanes lanes;
    CudaStore store;
    std::unique_ptr<NcclWorld> world;
};

void check(Rank& rank)
{
    const auto everybody = rank.group("tp", rank.all);
    std::vector<int> half; // the even ranks backwards, and the odd ones
    for (int other = 0; other < rank.size; ++other)
        if (other % 2 == rank.rank % 2)
            half.insert(rank.rank % 2 == 0 ? half.begin() : half.end(), other);
    const auto halves = half.size() > 1 ? rank.group("dp", half) : nullptr;
    if (!rank.problems.empty())
        return;
    const engine::test::Cases cases{.inOrder = false, .broadcasts = false};
    DeviceGroup one(*everybody, rank.store, rank.lanes);
    rank.problems += checkAll(one, cases);
    if (halves) {
        DeviceGroup other(*halves, rank.store, rank.lanes);
        rank.problems += checkAll(other, cases) + checkTwoGroups(one, other, cases);
    }
    if (auto closed = rank.world->close(); !closed)
        rank.problems += closed.error().message;
}

void killed(Rank& rank)
{
    const auto group = rank.group("tp", rank.all);
    const auto summed = rank.sum(*group);
    if (!summed)
        rank.problems += summed.error().message;
    if (rank.rank == rank.size - 1)
        std::raise(SIGKILL);
    rank.problems += rank.sum(*group) ? "it is over without a rank" : "";
}

void absent(Rank& rank)
{
    const auto group = rank.group("tp", rank.all);
    if (rank.rank == rank.size - 1)
        return;
    const auto summed = rank.sum(*group);
    rank.problems += summed ? "it is over although a rank is absent" : summed.error().message;
}

int run(const std::string& what, const std::string& folder)
{
    int number = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    if (what != "one-gpu")
        pretendOwnHost(number);
    Rank rank(what == "absent" ? 1s : 300s, folder);
    if (what == "check")
        check(rank);
    else if (what == "killed")
        killed(rank);
    else if (what == "absent")
        absent(rank);
    else
        rank.group("tp", rank.all);
    if (!rank.problems.empty())
        std::fprintf(stderr, "rank %d: %s\n", rank.rank, rank.problems.c_str());
    if (what == "absent") { // what never came is still expected: MPI would wait for it
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return rank.problems.empty() ? 0 : 1;
}

} // namespace
} // namespace gpu::test

int main(int argc, char** argv)
{
    training::prepareGpuEnvironment();
    MPI_Init(&argc, &argv);
    const int code
        = gpu::test::run(argc > 1 ? argv[1] : "check", argc > 2 ? argv[2] : std::string());
    MPI_Finalize();
    return code;
}
