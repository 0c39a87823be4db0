// How long collectives take: mpirun --oversubscribe -n 4 bench_collectives
//
// The time from a common start to the end on rank 0: least, median and 90th percentile. All-reduce
// also by the library itself: blocking, and nonblocking with the same looks. busbw as nccl-tests
// has it.

#include "engine/runtime/mpi/mpi_communicator.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>

namespace {

using namespace engine;
using namespace std::chrono_literals;

class Bench {
public:
    Bench()
        : m_waiting(m_clock)
    {
        MPI_Comm_rank(MPI_COMM_WORLD, &m_rank);
        MPI_Comm_size(MPI_COMM_WORLD, &m_size);
    }

    bool open()
    {
        std::vector<int> members(static_cast<std::size_t>(m_size));
        std::iota(members.begin(), members.end(), 0);
        auto group = MpiCommunicator::split(MPI_COMM_WORLD, "tp", members, {30s}, m_waiting);
        if (!group) {
            std::fprintf(stderr, "%s\n", group.error().message.c_str());
            return false;
        }
        m_group = std::move(*group);
        return true;
    }

    // `bytes` is what an all-reduce reduces, an all-gather ends with, a reduce-scatter begins
    // with, and a shift sends.
    void measure(std::size_t bytes)
    {
        const std::size_t numbers = bytes / sizeof(float) / static_cast<std::size_t>(m_size);
        std::vector<float> all(numbers * static_cast<std::size_t>(m_size), 1.0F);
        std::vector<float> other(all.size());
        const std::span<float> own(other.data(), numbers);
        const double ring = double(m_size - 1) / m_size;
        report("all-reduce", bytes, 2 * ring,
               [&] { return wait(m_group->allReduce(std::span(all), ReduceOp::Sum)); });
        report("  MPI_Allreduce", bytes, 2 * ring, [&] {
            return MPI_Allreduce(all.data(), other.data(), static_cast<int>(all.size()), MPI_FLOAT,
                                 MPI_SUM, MPI_COMM_WORLD)
                == MPI_SUCCESS;
        });
        report("  MPI_Iallreduce", bytes, 2 * ring, [&] { return nonblocking(all, other); });
        std::fill(all.begin(), all.end(), 1.0F);
        report("all-gather", bytes, ring, [&] {
            return wait(
                m_group->allGather(std::as_bytes(own), std::as_writable_bytes(std::span(all))));
        });
        report("reduce-scatter", bytes, ring,
               [&] { return wait(m_group->reduceScatter(all, own)); });
        report("shift", bytes, 1, [&] {
            return wait(m_group->shift(std::as_bytes(std::span(all)),
                                       std::as_writable_bytes(std::span(other))));
        });
    }

private:
    static bool wait(Started started)
    {
        const auto outcome = finish(std::move(started));
        if (!outcome)
            std::fprintf(stderr, "%s\n", outcome.error().message.c_str());
        return bool(outcome);
    }

    bool nonblocking(std::span<float> from, std::span<float> to)
    {
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Iallreduce(from.data(), to.data(), static_cast<int>(from.size()), MPI_FLOAT, MPI_SUM,
                       MPI_COMM_WORLD, &request);
        const auto over = m_waiting.lookUntil(m_clock.now() + 30s, [&] {
            int flag = 0;
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
            return plan::Result(flag != 0);
        });
        return over && *over;
    }

    void report(const char* what, std::size_t bytes, double onTheWire,
                const std::function<bool()>& run)
    {
        const int repeats = bytes > (std::size_t{1} << 20) ? 40 : 200;
        std::vector<double> seconds;
        for (int i = 0; i < repeats; ++i) {
            MPI_Barrier(MPI_COMM_WORLD);
            const Nanoseconds begin = m_clock.now();
            if (!run())
                MPI_Abort(MPI_COMM_WORLD, 1);
            seconds.push_back(std::chrono::duration<double>(m_clock.now() - begin).count());
        }
        std::sort(seconds.begin(), seconds.end());
        const auto at = [&](double share) { return seconds[std::size_t(repeats * share)]; };
        if (m_rank == 0)
            std::printf(
                "%d ranks %8zu bytes %-18s %9.1f us least %9.1f us median %9.1f us p90 %7.2f "
                "GB/s busbw\n",
                m_size, bytes, what, at(0) * 1e6, at(0.5) * 1e6, at(0.9) * 1e6,
                double(bytes) * onTheWire / at(0.5) * 1e-9);
    }

    SystemClock m_clock;
    Waiting m_waiting;
    std::unique_ptr<MpiCommunicator> m_group;
    int m_rank = 0;
    int m_size = 1;
};

} // namespace

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    bool opened = false;
    {
        Bench bench;
        opened = bench.open();
        for (const std::size_t bytes : {4096U, 102'400U, 262'144U, 4'194'304U})
            if (opened)
                bench.measure(bytes);
    }
    MPI_Finalize();
    return opened ? 0 : 1;
}
