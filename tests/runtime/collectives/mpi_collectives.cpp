// Run under mpirun: mpi_collectives (check | absent | mixed-up). Prints what is wrong; the
// exit code is 1 if anything is. "absent": the last rank never comes to a collective.
// "mixed-up": ranks give different lengths.

#include "engine/runtime/mpi/mpi_clock.h"
#include "engine/runtime/mpi/mpi_communicator.h"
#include "tests/runtime/collectives/collective_cases.h"

#include <cstdio>
#include <numeric>

namespace engine::test {
namespace {

using namespace std::chrono_literals;

using Group = std::unique_ptr<MpiCommunicator>;

class Ranks {
public:
    explicit Ranks(Nanoseconds patience)
        : m_patience(patience)
        , m_waiting(m_clock)
    {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
    }

    Waiting& waiting() { return m_waiting; }
    Nanoseconds patience() const { return m_patience; }

    Group group(const std::string& name, const std::vector<int>& members)
    {
        auto made = MpiCommunicator::split(MPI_COMM_WORLD, name, members, {m_patience}, m_waiting);
        if (!made)
            problems += made.error().message + "\n";
        return made ? std::move(*made) : nullptr;
    }

    std::vector<int> all() const
    {
        std::vector<int> members(static_cast<std::size_t>(size));
        std::iota(members.begin(), members.end(), 0);
        return members;
    }

    int rank = 0;
    int size = 1;
    std::string problems;

private:
    SystemClock m_clock;
    Nanoseconds m_patience;
    Waiting m_waiting;
};

void check(Ranks& ranks)
{
    const Group world = ranks.group("world", ranks.all());
    const Group alone = ranks.group("alone", {ranks.rank});
    // The even ranks backwards, and the odd ones.
    std::vector<int> half;
    for (int other = 0; other < ranks.size; ++other)
        if (other % 2 == ranks.rank % 2)
            half.insert(ranks.rank % 2 == 0 ? half.begin() : half.end(), other);
    const Group halves = ranks.group("half", half);
    if (!ranks.problems.empty())
        return;
    for (const Group* group : {&world, &alone, &halves})
        ranks.problems += checkAll(**group);
    ranks.problems += checkTwoGroups(*world, *halves);
    // A rank that is not in its group.
    const int next = (ranks.rank + 1) % ranks.size;
    const std::vector<int> others = {next == ranks.rank ? ranks.size : next};
    if (MpiCommunicator::split(MPI_COMM_WORLD, "wrong", others, {}, ranks.waiting()))
        ranks.problems += "a group without this rank was made\n";
}

// Ranks of one machine have one clock, whatever the messages say.
void checkClocks(Ranks& ranks)
{
    for (const bool measureAnyway : {false, true}) {
        auto clock
            = MpiClock::open(MPI_COMM_WORLD, ranks.waiting(), ranks.patience(), measureAnyway);
        for (int again = 0; clock && again < 20; ++again) // more than are kept
            if (auto measured = clock->measureAgain(); !measured)
                clock = measured.error();
        if (!clock) {
            ranks.problems += clock.error().message;
            return;
        }
        const ClockOffset& offset = clock->get().toRankZero;
        const bool exact = !measureAnyway || ranks.rank == 0;
        if (abs(offset.offset) > offset.error || (exact && offset.error != 0ns)
            || (!exact && offset.error == 0ns))
            ranks.problems += "the clock of rank " + std::to_string(ranks.rank) + " is "
                + std::to_string(offset.offset.count()) + " ns away, within "
                + std::to_string(offset.error.count()) + " ns\n";
    }
}

void absent(Ranks& ranks)
{
    const Group world = ranks.group("tp", ranks.all());
    std::vector<float> values(300'000, 1.0F);
    if (ranks.rank == ranks.size - 1)
        return;
    const auto outcome = finish(world->allReduce(std::span(values), ReduceOp::Sum));
    ranks.problems += outcome ? "it is over although a rank is absent" : outcome.error().message;
}

void mixedUp(Ranks& ranks)
{
    const Group world = ranks.group("tp", ranks.all());
    std::vector<std::byte> send(ranks.rank == 0 ? 10 : 20);
    std::vector<std::byte> receive(send.size());
    const auto outcome = finish(world->shift(send, receive));
    ranks.problems += outcome ? "the lengths agree" : outcome.error().message;
}

int run(const std::string& what)
{
    Ranks ranks(what == "absent" ? 200ms : 120s);
    if (what == "absent")
        absent(ranks);
    else if (what == "mixed-up")
        mixedUp(ranks);
    else {
        check(ranks);
        checkClocks(ranks);
    }
    if (!ranks.problems.empty())
        std::fprintf(stderr, "%s\n", ranks.problems.c_str());
    if (what != "check") { // what never came is still expected: MPI would wait for it
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return ranks.problems.empty() ? 0 : 1;
}

} // namespace
} // namespace engine::test

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    const int code = engine::test::run(argc > 1 ? argv[1] : "check");
    MPI_Finalize();
    return code;
}
