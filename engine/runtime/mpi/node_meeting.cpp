#include "engine/runtime/mpi/node_meeting.h"

#include "engine/runtime/mpi/mpi_check.h"
#include "telemetry/endpoint.h"
#include "telemetry/local_socket.h"

#include <array>
#include <cstdio>
#include <filesystem>

#include <mpi.h>
#include <unistd.h>

namespace engine {

namespace {

constexpr std::size_t kMostPath = 256;

// The ranks of a host, as long as the object lives.
class HostRanks {
public:
    HostRanks() = default;
    ~HostRanks()
    {
        if (m_comm != MPI_COMM_NULL)
            MPI_Comm_free(&m_comm);
    }
    HostRanks(const HostRanks&) = delete;
    HostRanks& operator=(const HostRanks&) = delete;

    std::optional<plan::Error> find(int rank)
    {
        if (auto error = mpiError(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank,
                                                      MPI_INFO_NULL, &m_comm),
                                  "finding the ranks of this host"))
            return error;
        MPI_Comm_size(m_comm, &m_size);
        MPI_Comm_rank(m_comm, &m_rank);
        return std::nullopt;
    }
    int size() const { return m_size; }
    bool isFirst() const { return m_rank == 0; }

    // What the first one has.
    std::optional<plan::Error> share(std::string& text) const
    {
        std::array<char, kMostPath> buffer = {};
        text.copy(buffer.data(), buffer.size() - 1);
        if (auto error = mpiError(
                MPI_Bcast(buffer.data(), static_cast<int>(buffer.size()), MPI_CHAR, 0, m_comm),
                "telling the ranks of this host where to meet"))
            return error;
        text = buffer.data();
        return std::nullopt;
    }

private:
    MPI_Comm m_comm = MPI_COMM_NULL;
    int m_size = 1;
    int m_rank = 0;
};

constexpr const char* kSocket = "ranks";

std::string endpointIn(const std::string& folder) { return "ipc://" + folder + "/" + kSocket; }

// Of ranks that were killed. A folder in which a socket is still answered stays, as it is not
// empty, and so does one that somebody may have made just now.
void removeDeadFolders(const std::string& own)
{
    using Clock = std::filesystem::file_time_type::clock;
    std::error_code error;
    for (std::filesystem::directory_iterator item(own, error), end; !error && item != end;
         item.increment(error)) {
        std::error_code gone;
        const auto made = item->last_write_time(gone);
        if (gone || Clock::now() - made < std::chrono::minutes(2))
            continue;
        telemetry::removeDeadSocket(endpointIn(item->path()));
        rmdir(item->path().c_str());
    }
}

// In the host's own temporary folder: the run's may be on a file system without sockets.
plan::Result<std::string> makeFolder(std::uint64_t run, int rank)
{
    const std::string own = "/tmp/bubblescope-hosts-" + std::to_string(geteuid());
    if (const auto problem = telemetry::makePrivateDirectory(own))
        return plan::Error{problem->message};
    removeDeadFolders(own);
    std::array<char, 64> name = {};
    std::snprintf(name.data(), name.size(), "/%016llx-%d", static_cast<unsigned long long>(run),
                  rank);
    if (const auto problem = telemetry::makePrivateDirectory(own + name.data()))
        return plan::Error{problem->message};
    return own + name.data();
}

} // namespace

NodeMeeting::~NodeMeeting() { close(std::chrono::milliseconds{0}); }

plan::Result<NodeMeeting> NodeMeeting::open(const telemetry::Connection& connection,
                                            const WorldPlace& place)
{
    NodeMeeting meeting;
    if (!telemetry::isTcp(connection.rankEndpoint))
        return meeting;
    HostRanks host;
    if (auto error = host.find(place.rank))
        return *std::move(error);
    if (host.size() == 1)
        return meeting;
    if (host.isFirst()) {
        if (const auto started = meeting.start(connection, place, host.size()); !started)
            meeting.m_why = started.error().message;
    }
    if (auto error = host.share(meeting.m_endpoint))
        return *std::move(error);
    return meeting;
}

plan::Outcome NodeMeeting::start(const telemetry::Connection& connection, const WorldPlace& place,
                                 int ownRanks)
{
    auto folder = makeFolder(connection.run, place.rank);
    if (!folder)
        return folder.error();
    m_folder = *std::move(folder);
    const std::string endpoint = endpointIn(m_folder);
    auto aggregator
        = telemetry::Aggregator::start({.run = connection.run,
                                        .ranks = static_cast<std::uint32_t>(place.ranks),
                                        .number = static_cast<std::uint32_t>(place.rank),
                                        .ownRanks = static_cast<std::uint32_t>(ownRanks),
                                        .rankEndpoint = endpoint,
                                        .collectorEndpoint = connection.rankEndpoint,
                                        .curve = connection.asRank()});
    if (!aggregator)
        return plan::Error{aggregator.error().message};
    m_aggregator = *std::move(aggregator);
    m_endpoint = endpoint;
    return plan::done();
}

void NodeMeeting::close(std::chrono::milliseconds patience)
{
    if (m_aggregator != nullptr)
        m_aggregator->stop(patience);
    m_aggregator.reset();
    if (!m_folder.empty())
        rmdir(m_folder.c_str());
    m_folder.clear();
}

} // namespace engine
