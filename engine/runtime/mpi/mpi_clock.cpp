#include "engine/runtime/mpi/mpi_clock.h"

#include "engine/runtime/boot_id.h"
#include "engine/runtime/message.h"
#include "engine/runtime/mpi/mpi_check.h"

#include <cstring>
#include <thread>
#include <vector>

namespace engine {

namespace {

constexpr int kBootIdBytes = 40;
constexpr int kExchanges = 200; // with each rank: some meet a quiet moment
constexpr int kLaterExchanges = 100;
// Where the ranks share their cores with others, an exchange waits for both to get their turn: a
// rank that has had this long is content with what it has, so that those after it need not wait.
constexpr int kFewestExchanges = 8;
constexpr auto kMostTime = std::chrono::duration_cast<Nanoseconds>(std::chrono::seconds{1});
constexpr std::size_t kKept = 16; // measurements: speeds change with the temperature
constexpr int kTag = 1;
constexpr unsigned kLooksBetweenStopChecks = 64;

// Tests without sleeping: an exchange is over in microseconds, and a nap would be
// most of its round trip. Gives way to whoever shares the core.
plan::Result<bool> spin(MPI_Request& request, Waiting& waiting, Nanoseconds deadline)
{
    for (unsigned look = 0;; ++look) {
        int flag = 0;
        if (auto error = mpiError(MPI_Test(&request, &flag, MPI_STATUS_IGNORE), "setting clocks"))
            return *error;
        if (flag != 0)
            return true;
        if (waiting.now() >= deadline)
            return false;
        if (look % kLooksBetweenStopChecks == kLooksBetweenStopChecks - 1)
            if (auto told = waiting.goesOn(); !told)
                return told.error();
        std::this_thread::yield();
    }
}

plan::Result<bool> nap(MPI_Request& request, Waiting& waiting, Nanoseconds deadline)
{
    return waiting.pollUntil(deadline, [&]() -> plan::Result<bool> {
        int flag = 0;
        if (auto error = mpiError(MPI_Test(&request, &flag, MPI_STATUS_IGNORE), "setting clocks"))
            return *error;
        return flag != 0;
    });
}

using Wait = plan::Result<bool> (*)(MPI_Request&, Waiting&, Nanoseconds);

class ClockExchange {
public:
    ClockExchange(MPI_Comm comm, Waiting& waiting, Nanoseconds patience, int exchanges)
        : m_comm(comm)
        , m_waiting(waiting)
        , m_patience(patience)
        , m_exchanges(exchanges)
    {
        MPI_Comm_rank(comm, &m_rank);
    }

    // Rank 0's part: says whose turn it is, then answers with its time until the peer has enough.
    plan::Outcome serve(int peer)
    {
        std::int64_t now = m_waiting.now().count();
        if (auto sent = send(now, peer); !sent)
            return sent;
        std::int64_t more = 1;
        for (Wait wait = nap; more != 0; wait = spin) {
            if (auto asked = receive(more, peer, wait, m_patience); !asked)
                return asked;
            now = m_waiting.now().count();
            if (auto sent = send(now, peer); !sent)
                return sent;
        }
        return plan::done();
    }

    // The part of the rank that is asked after `before` others. Returns rank 0's clock minus ours.
    plan::Result<ClockOffset> ask(std::size_t before)
    {
        std::int64_t answered = 0;
        const Nanoseconds others = kMostTime * static_cast<std::int64_t>(before);
        if (auto turn = receive(answered, 0, nap, m_patience + others); !turn)
            return turn.error();
        const Nanoseconds enough = m_waiting.now() + kMostTime;
        std::vector<RoundTrip> exchanges;
        for (std::int64_t more = 1; more != 0;) {
            RoundTrip exchange;
            exchange.sent = m_waiting.now();
            const int known = static_cast<int>(exchanges.size());
            more = known < kFewestExchanges || (known < m_exchanges && exchange.sent < enough);
            if (auto sent = send(more, 0); !sent)
                return sent.error();
            if (auto got = receive(answered, 0, spin, m_patience); !got)
                return got.error();
            exchange.received = m_waiting.now();
            exchange.answered = Nanoseconds(answered);
            exchanges.push_back(exchange);
        }
        return *estimateOffset(exchanges); // our clock never runs backwards
    }

private:
    plan::Outcome send(std::int64_t& value, int to)
    {
        MPI_Request request = MPI_REQUEST_NULL;
        if (auto error = mpiError(MPI_Isend(&value, 1, MPI_INT64_T, to, kTag, m_comm, &request),
                                  "setting clocks"))
            return *error;
        return finish(request, to, spin, m_patience);
    }

    plan::Outcome receive(std::int64_t& value, int from, Wait wait, Nanoseconds patience)
    {
        MPI_Request request = MPI_REQUEST_NULL;
        if (auto error = mpiError(MPI_Irecv(&value, 1, MPI_INT64_T, from, kTag, m_comm, &request),
                                  "setting clocks"))
            return *error;
        return finish(request, from, wait, patience);
    }

    plan::Outcome finish(MPI_Request& request, int peer, Wait wait, Nanoseconds patience)
    {
        const auto over = wait(request, m_waiting, m_waiting.now() + patience);
        if (!over)
            return over.error();
        if (!*over)
            return noMessage(m_rank, peer, patience);
        return plan::done();
    }

    MPI_Comm m_comm;
    Waiting& m_waiting;
    const Nanoseconds m_patience;
    const int m_exchanges;
    int m_rank = 0;
};

plan::Result<std::vector<char>> gatherBootIds(MPI_Comm comm, int ranks, Waiting& waiting,
                                              Nanoseconds patience)
{
    char mine[kBootIdBytes] = {};
    bootId().copy(mine, kBootIdBytes - 1);
    std::vector<char> all(static_cast<std::size_t>(ranks) * kBootIdBytes);
    MPI_Request request = MPI_REQUEST_NULL;
    if (auto error = mpiError(MPI_Iallgather(mine, kBootIdBytes, MPI_CHAR, all.data(), kBootIdBytes,
                                             MPI_CHAR, comm, &request),
                              "comparing boot ids"))
        return *error;
    const auto over = nap(request, waiting, waiting.now() + patience);
    if (!over)
        return over.error();
    if (!*over)
        return plan::Error{"the ranks did not all say which machine they are on within "
                           + durationText(patience) + "; one of them is stuck or gone"};
    return all;
}

} // namespace

MpiClock::MpiClock(MPI_Comm comm, Waiting& waiting, Nanoseconds patience)
    : m_comm(comm)
    , m_waiting(&waiting)
    , m_patience(patience)
{
}

plan::Result<MpiClock> MpiClock::open(MPI_Comm comm, Waiting& waiting, Nanoseconds patience,
                                      bool measureAnyway)
{
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    const auto ids = gatherBootIds(comm, ranks, waiting, patience);
    if (!ids)
        return ids.error();
    const auto sharesClock = [&](int other) {
        const char* first = ids->data();
        const char* second = first + other * kBootIdBytes;
        return first[0] != '\0' && std::strncmp(first, second, kBootIdBytes) == 0;
    };

    MpiClock clock(comm, waiting, patience);
    clock.m_clock = {.toRankZero = {.at = waiting.now()}, .sameBoot = sharesClock(rank)};
    for (int other = 1; other < ranks; ++other)
        if (!sharesClock(other) || measureAnyway)
            clock.m_asking.push_back(other);
    if (auto measured = clock.measure(kExchanges); !measured)
        return measured.error();
    return clock;
}

plan::Outcome MpiClock::measureAgain() { return measure(kLaterExchanges); }

plan::Outcome MpiClock::measure(int exchanges)
{
    int rank = 0;
    MPI_Comm_rank(m_comm, &rank);
    ClockExchange exchange(m_comm, *m_waiting, m_patience, exchanges);
    for (std::size_t turn = 0; turn < m_asking.size(); ++turn) {
        const int other = m_asking[turn];
        if (rank == 0) {
            if (auto served = exchange.serve(other); !served)
                return served;
        } else if (rank == other) {
            const auto offset = exchange.ask(turn);
            if (!offset)
                return offset.error();
            if (m_measured.size() == kKept)
                m_measured.erase(m_measured.begin());
            m_measured.push_back(*offset);
            const ClockLine line = fitDrift(m_measured);
            m_clock.toRankZero = line.last;
            m_clock.driftPpb = line.driftPpb;
        }
    }
    return plan::done();
}

} // namespace engine
