#include "engine/runtime/mpi/mpi_communicator.h"

#include "engine/runtime/mpi/mpi_check.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace engine {

namespace {

// A broadcast from here on goes out in parts, which the members then pass on.
constexpr std::size_t kWorthParts = std::size_t{256} << 10;

// The least that MPI promises.
constexpr std::int64_t kTagsOfAnyMpi = 32767;

void copy(std::span<const std::byte> from, std::span<std::byte> to)
{
    if (!from.empty() && from.data() != to.data())
        std::memmove(to.data(), from.data(), from.size());
}

std::span<std::byte> partOf(std::span<std::byte> data, int index, int parts)
{
    const auto at = [&](int i) {
        return data.size() / static_cast<std::size_t>(parts) * static_cast<std::size_t>(i)
            + std::min(data.size() % static_cast<std::size_t>(parts), static_cast<std::size_t>(i));
    };
    return data.subspan(at(index), at(index + 1) - at(index));
}

// Each member starts at another one, lest all write to the same.
int other(const MpiPlace& place, int k) { return (place.rank + k) % place.size; }

plan::Outcome fromRoot(const MpiPlace& place, std::span<std::byte> data, int root, int tag,
                       MpiMessages& messages)
{
    if (place.rank != root)
        return messages.receive(data, root, tag);
    for (int k = 1; k < place.size; ++k)
        if (auto sent = messages.send(data, other(place, k), tag); !sent)
            return sent;
    return plan::done();
}

plan::Outcome partsFromRoot(const MpiPlace& place, std::span<std::byte> data, int root,
                            MpiMessages& messages)
{
    const int tag = place.tags.at(0);
    if (place.rank != root)
        return messages.receive(partOf(data, place.rank, place.size), root, tag);
    for (int k = 1; k < place.size; ++k) {
        const int member = other(place, k);
        if (auto sent = messages.send(partOf(data, member, place.size), member, tag); !sent)
            return sent;
    }
    return plan::done();
}

plan::Outcome partsFromAll(const MpiPlace& place, std::span<std::byte> data, int root,
                           MpiMessages& messages)
{
    const int tag = place.tags.at(1);
    for (int k = 1; k < place.size; ++k) {
        const int member = other(place, k);
        if (place.rank != root)
            if (auto posted = messages.receive(partOf(data, member, place.size), member, tag);
                !posted)
                return posted;
        if (member != root)
            if (auto sent = messages.send(partOf(data, place.rank, place.size), member, tag); !sent)
                return sent;
    }
    return plan::done();
}

} // namespace

plan::Result<std::unique_ptr<MpiCommunicator>>
MpiCommunicator::split(MPI_Comm world, const std::string& name, std::span<const int> members,
                       const Options& options, Waiting& waiting)
{
    std::unique_ptr<MpiCommunicator> group(
        new MpiCommunicator(name, static_cast<int>(members.size()), options, waiting));
    if (auto connected = group->connect(world, members); !connected)
        return connected.error();
    return group;
}

MpiCommunicator::MpiCommunicator(std::string name, int size, const Options& options,
                                 Waiting& waiting)
    : m_name(std::move(name))
    , m_size(size)
    , m_options(options)
    , m_waiting(waiting)
{
}

MpiCommunicator::~MpiCommunicator()
{
    if (m_comm != MPI_COMM_NULL)
        MPI_Comm_free(&m_comm);
}

plan::Outcome MpiCommunicator::connect(MPI_Comm world, std::span<const int> members)
{
    int worldRank = 0;
    int worldSize = 1;
    MPI_Comm_rank(world, &worldRank);
    MPI_Comm_size(world, &worldSize);
    const auto own = std::find(members.begin(), members.end(), worldRank);
    std::vector<int> sorted(members.begin(), members.end());
    std::sort(sorted.begin(), sorted.end());
    if (own == members.end() || sorted.front() < 0 || sorted.back() >= worldSize
        || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        return plan::Error{"the group " + m_name + " of rank " + std::to_string(worldRank)
                           + " must hold this rank, and ranks from 0 to "
                           + std::to_string(worldSize - 1) + " once each"};
    m_rank = static_cast<int>(own - members.begin());
    if (m_size == 1)
        return plan::done();

    const std::string doing = "making the group " + m_name;
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    if (auto error = mpiError(MPI_Comm_group(world, &all), doing))
        return *error;
    auto error = mpiError(MPI_Group_incl(all, m_size, members.data(), &group), doing);
    MPI_Group_free(&all);
    if (error)
        return *error;
    // By the members alone, unlike MPI_Comm_split(), for which every rank of the run would have to
    // come.
    error = mpiError(MPI_Comm_create_group(world, group, 0, &m_comm), doing);
    MPI_Group_free(&group);
    if (error)
        return *error;
    MPI_Comm_set_errhandler(m_comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_name(m_comm, m_name.c_str());
    return meetAll();
}

// A byte between any two members.
plan::Outcome MpiCommunicator::meetAll()
{
    int* largest = nullptr;
    int known = 0;
    MPI_Comm_get_attr(m_comm, MPI_TAG_UB, &largest, &known);
    m_tags.bound = known != 0 ? *largest : kTagsOfAnyMpi;
    const std::vector<std::size_t> one(static_cast<std::size_t>(m_size), 1);
    std::vector<std::byte> out(one.size());
    std::vector<std::byte> in(one.size());
    return finish(allToAll(out, one, in, one));
}

MpiPlace MpiCommunicator::place() { return {m_rank, m_size, m_tags, &m_scratch}; }

Started MpiCommunicator::start(CollectiveKind kind, std::size_t bytes, Strands strands)
{
    // Tags are handed out round and round: a collective that begins before another is over must not
    // take its messages. MPI promises 32767 tags, far more than are under way at once.
    m_tags.first = (m_tags.first + static_cast<std::int64_t>(strands.tags)) % m_tags.bound;
    return std::unique_ptr<Work>(
        new MpiWork(m_waiting,
                    {m_comm, m_options.patience, "in the " + toText(kind) + " of " + m_name,
                     collectiveText(*this, kind, bytes)},
                    std::move(strands.parts)));
}

Started MpiCommunicator::startOnce(CollectiveKind kind, std::size_t bytes,
                                   std::function<plan::Outcome(MpiMessages&, int tag)> post)
{
    auto part = [post = std::move(post), tag = m_tags.at(0),
                 begun = false](MpiMessages& messages) mutable -> plan::Result<bool> {
        if (std::exchange(begun, true))
            return true;
        if (auto posted = post(messages, tag); !posted)
            return posted.error();
        return false;
    };
    return start(kind, bytes, {{std::move(part)}, 1});
}

Started MpiCommunicator::allReduce(std::span<float> values, ReduceOp reduction)
{
    if (m_size == 1)
        return start(CollectiveKind::AllReduce, values.size_bytes(), {});
    return start(CollectiveKind::AllReduce, values.size_bytes(),
                 allReduceStrands(place(), values, reduction));
}

Started MpiCommunicator::allReduce(std::span<double> values, ReduceOp reduction)
{
    if (m_size == 1)
        return start(CollectiveKind::AllReduce, values.size_bytes(), {});
    return start(CollectiveKind::AllReduce, values.size_bytes(),
                 allReduceStrands(place(), values, reduction));
}

Started MpiCommunicator::allGather(std::span<const std::byte> own, std::span<std::byte> all)
{
    constexpr auto kKind = CollectiveKind::AllGather;
    if (auto fits = checkBlocks(*this, kKind, own.size(), all.size()); !fits)
        return fits.error();
    const auto blockOf = [all, bytes = own.size()](int member) {
        return all.subspan(static_cast<std::size_t>(member) * bytes, bytes);
    };
    copy(own, blockOf(m_rank));
    return startOnce(kKind, own.size(),
                     [own, blockOf, place = place()](MpiMessages& messages, int tag) {
                         plan::Outcome posted = plan::done();
                         for (int k = 1; k < place.size && posted; ++k) {
                             const int member = other(place, k);
                             // Receives before sends, member by member: a message that finds its
                             // place needs no copy within MPI.
                             posted = messages.receive(blockOf(member), member, tag);
                             if (posted)
                                 posted = messages.send(own, member, tag);
                         }
                         return posted;
                     });
}

Started MpiCommunicator::reduceScatter(std::span<float> all, std::span<float> own)
{
    constexpr auto kKind = CollectiveKind::ReduceScatter;
    if (auto fits = checkBlocks(*this, kKind, own.size_bytes(), all.size_bytes()); !fits)
        return fits.error();
    if (m_size > 1)
        return start(kKind, own.size_bytes(), reduceScatterStrands(place(), all, own));
    copy(std::as_bytes(all), std::as_writable_bytes(own));
    return start(kKind, own.size_bytes(), {});
}

Started MpiCommunicator::allToAll(std::span<const std::byte> send,
                                  std::span<const std::size_t> sendBytes,
                                  std::span<std::byte> receive,
                                  std::span<const std::size_t> receiveBytes)
{
    if (auto fits = checkAllToAll(*this, send.size(), sendBytes, receive.size(), receiveBytes);
        !fits)
        return fits.error();
    // The lengths are the caller's only until this returns.
    std::vector<std::span<const std::byte>> to;
    std::vector<std::span<std::byte>> from;
    for (std::size_t member = 0; member < sendBytes.size(); ++member) {
        to.push_back(send.first(sendBytes[member]));
        from.push_back(receive.first(receiveBytes[member]));
        send = send.subspan(sendBytes[member]);
        receive = receive.subspan(receiveBytes[member]);
    }
    const auto own = static_cast<std::size_t>(m_rank);
    copy(to[own], from[own]);
    std::size_t bytes = 0;
    for (const auto& block : to)
        bytes += block.size();
    return startOnce(CollectiveKind::AllToAll, bytes,
                     [to = std::move(to), from = std::move(from),
                      place = place()](MpiMessages& messages, int tag) {
                         plan::Outcome posted = plan::done();
                         for (int k = 1; k < place.size && posted; ++k) {
                             const int member = other(place, k);
                             const auto index = static_cast<std::size_t>(member);
                             posted = messages.receive(from[index], member, tag);
                             if (posted)
                                 posted = messages.send(to[index], member, tag);
                         }
                         return posted;
                     });
}

Started MpiCommunicator::broadcast(std::span<std::byte> data, int root)
{
    constexpr auto kKind = CollectiveKind::Broadcast;
    if (auto fits = checkBroadcast(*this, root); !fits)
        return fits.error();
    // A large broadcast goes out in one part per member, and the members pass their parts on: the
    // root sends its data once instead of once to each (van de Geijn's scatter and all-gather).
    if (data.size() < kWorthParts || m_size <= 2)
        return startOnce(kKind, data.size(),
                         [data, root, place = place()](MpiMessages& messages, int tag) {
                             return fromRoot(place, data, root, tag, messages);
                         });
    auto part = [data, root, place = place(),
                 begun = 0](MpiMessages& messages) mutable -> plan::Result<bool> {
        if (++begun > 2)
            return true;
        const auto posted = begun == 1 ? partsFromRoot(place, data, root, messages)
                                       : partsFromAll(place, data, root, messages);
        if (!posted)
            return posted.error();
        return false;
    };
    return start(kKind, data.size(), {{std::move(part)}, 2});
}

Started MpiCommunicator::shift(std::span<const std::byte> send, std::span<std::byte> receive)
{
    if (auto fits = checkShift(*this, send.size(), receive.size()); !fits)
        return fits.error();
    if (m_size == 1)
        // A ring of one: the next member is this one.
        copy(send, receive);
    return startOnce(CollectiveKind::Shift, send.size(),
                     [send, receive, place = place()](MpiMessages& messages, int tag) {
                         if (place.size == 1)
                             return plan::done();
                         auto posted = messages.receive(receive, other(place, place.size - 1), tag);
                         if (posted)
                             posted = messages.send(send, other(place, 1), tag);
                         return posted;
                     });
}

} // namespace engine
