#include "engine/runtime/mpi/mpi_transport.h"

#include "engine/runtime/mpi/mpi_check.h"

#include <algorithm>
#include <limits>

namespace engine {

using namespace std::chrono_literals;
using Kind = plan::Instruction::Kind;

namespace {

// Message memory one rank may hold; at least kFewestBuffers whatever their size.
constexpr std::size_t kPoolBytes = std::size_t{256} << 20;
constexpr std::size_t kFewestBuffers = 8;
constexpr std::size_t kMostBuffers = 4096;

std::size_t buffersFor(std::size_t messageBytes)
{
    return std::clamp(kPoolBytes / (messageBytes + sizeof(MessageHead)), kFewestBuffers,
                      kMostBuffers);
}

std::string peerText(const plan::Instruction& instruction)
{
    return toText(instruction.op) + (instruction.kind == Kind::Send ? " to rank " : " from rank ")
        + std::to_string(instruction.peer);
}

} // namespace

plan::Result<std::unique_ptr<MpiTransport>>
MpiTransport::open(MPI_Comm world, const MpiOptions& options, Waiting& waiting)
{
    std::unique_ptr<MpiTransport> transport(new MpiTransport(options, waiting));
    if (auto connected = transport->connect(world); !connected)
        return connected.error();
    return transport;
}

MpiTransport::MpiTransport(const MpiOptions& options, Waiting& waiting)
    : m_options(options)
    , m_waiting(waiting)
    , m_pool(sizeof(MessageHead) + options.messageBytes,
             // The schedule's need comes before the bound on memory: with fewer, ranks could wait
             // for each other's buffers for ever.
             std::max(options.leastBuffers, buffersFor(options.messageBytes)))
{
}

MpiTransport::~MpiTransport()
{
    if (m_comm != MPI_COMM_NULL)
        MPI_Comm_free(&m_comm);
}

plan::Outcome MpiTransport::connect(MPI_Comm world)
{
    if (auto error = mpiError(MPI_Comm_dup(world, &m_comm), "making a communicator"))
        return *error;
    MPI_Comm_set_errhandler(m_comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(m_comm, &m_rank);
    MPI_Comm_size(m_comm, &m_ranks);

    // MPI counts bytes in an int. Checked here, where the sentence can still name the cure.
    if (m_pool.bufferBytes() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        return plan::Error{"a message of " + std::to_string(m_options.messageBytes)
                           + " bytes is over MPI's limit of 2 GiB; use smaller microbatches"};
    int* bound = nullptr;
    int known = 0;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &known); // of all communicators
    const std::int64_t largest = messageKey(
        plan::backward(m_options.stages - 1, m_options.microbatches - 1), m_options.microbatches);
    if (known == 0 || largest > *bound)
        return plan::Error{"this MPI has too few message tags for "
                           + std::to_string(m_options.stages) + " stages of "
                           + std::to_string(m_options.microbatches)
                           + " microbatches; use fewer microbatches"};
    return connectPairs();
}

// Connections are made at the first message between two ranks. Made in differing
// orders on different ranks, they can wait for each other for ever.
plan::Outcome MpiTransport::connectPairs()
{
    for (const auto& [low, high] : m_options.pairs) {
        if (low != m_rank && high != m_rank)
            continue;
        const int peer = low == m_rank ? high : low;
        if (auto exchanged = exchangeOnce(peer); !exchanged)
            return exchanged;
    }
    return plan::done();
}

plan::Outcome MpiTransport::exchangeOnce(int peer)
{
    const std::string what = "connecting to rank " + std::to_string(peer);
    char out = 1;
    char in = 0;
    MPI_Request requests[2];
    // Both send and both receive, so the connection is there when this returns, whichever of them
    // came first.
    if (auto error = mpiError(MPI_Irecv(&in, 1, MPI_CHAR, peer, 0, m_comm, &requests[0]), what))
        return *error;
    if (auto error = mpiError(MPI_Isend(&out, 1, MPI_CHAR, peer, 0, m_comm, &requests[1]), what))
        return *error;
    const auto over = m_waiting.pollUntil(deadline(), [&]() -> plan::Result<bool> {
        int flag = 0;
        if (auto error = mpiError(MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE), what))
            return *error;
        return flag != 0;
    });
    if (!over)
        return over.error();
    if (!*over)
        return noMessage(m_rank, peer, m_options.patience);
    return plan::done();
}

plan::Outcome MpiTransport::start(std::span<const Transfer> group)
{
    if (auto collected = collectSent(); !collected)
        return collected;
    // Receives first: what the peer sends in the same group then finds its place.
    for (const Transfer& transfer : group)
        if (transfer.instruction.kind == Kind::Receive)
            if (auto posted = post(transfer); !posted)
                return posted;
    for (const Transfer& transfer : group)
        if (transfer.instruction.kind == Kind::Send)
            if (auto sent = send(transfer); !sent)
                return sent;
    return plan::done();
}

plan::Outcome MpiTransport::post(const Transfer& transfer)
{
    const plan::Instruction& instruction = transfer.instruction;
    auto buffer = freeBuffer(instruction);
    if (!buffer)
        return buffer.error();
    InFlight receive{instruction, MPI_REQUEST_NULL, std::move(*buffer), transfer.payload};
    const int code
        = MPI_Irecv(receive.buffer->data(), static_cast<int>(receive.buffer->size()), MPI_BYTE,
                    instruction.peer, tagOf(instruction.op), m_comm, &receive.request);
    if (auto error = mpiError(code, "starting the receive of " + peerText(instruction)))
        return *error;
    m_receives[instruction.op] = std::move(receive);
    return plan::done();
}

plan::Outcome MpiTransport::send(const Transfer& transfer)
{
    const plan::Instruction& instruction = transfer.instruction;
    auto buffer = freeBuffer(instruction);
    if (!buffer)
        return buffer.error();
    // A copy: the tensor may be changed or freed as soon as this returns, while MPI reads the
    // buffer for as long as it likes.
    writeMessage(**buffer, transfer, m_rank, m_step);
    InFlight sent{instruction, MPI_REQUEST_NULL, std::move(*buffer)};
    const int code = MPI_Isend(sent.buffer->data(), static_cast<int>(sent.buffer->size()), MPI_BYTE,
                               instruction.peer, tagOf(instruction.op), m_comm, &sent.request);
    if (auto error = mpiError(code, "starting the send of " + peerText(instruction)))
        return *error;
    m_sends.push_back(std::move(sent));
    return plan::done();
}

plan::Result<Buffer> MpiTransport::freeBuffer(const plan::Instruction& instruction)
{
    std::optional<Buffer> buffer = m_pool.take();
    if (buffer)
        return std::move(*buffer);
    ++m_bufferWaits;
    const auto found = m_waiting.pollUntil(deadline(), [&]() -> plan::Result<bool> {
        if (auto collected = collectSent(); !collected)
            return collected.error();
        buffer = m_pool.take();
        return buffer.has_value();
    });
    if (!found)
        return found.error();
    if (!*found)
        return notSent(m_rank, m_sends.empty() ? instruction : m_sends.front().instruction,
                       m_options.patience);
    return std::move(*buffer);
}

// Lets MPI move what is on its way, and takes back the buffers of what has left.
plan::Outcome MpiTransport::collectSent()
{
    std::optional<plan::Error> error;
    // Any order: messages of one peer may leave before earlier ones of another.
    std::erase_if(m_sends, [&](InFlight& sent) {
        int flag = 0;
        if (auto wrong = mpiError(MPI_Test(&sent.request, &flag, MPI_STATUS_IGNORE),
                                  "sending " + peerText(sent.instruction)))
            error = wrong;
        return flag != 0;
    });
    if (error)
        return *error;
    return plan::done();
}

plan::Result<bool> MpiTransport::progress()
{
    if (auto collected = collectSent(); !collected)
        return collected.error();
    return !m_sends.empty();
}

plan::Result<Arrival> MpiTransport::wait(const plan::Op& op)
{
    const auto posted = m_receives.find(op);
    if (posted == m_receives.end())
        return plan::Error{"no receive of " + toText(op) + " was started"};
    InFlight& receive = posted->second;
    MPI_Status status;
    const auto here = m_waiting.pollUntil(deadline(), [&]() -> plan::Result<bool> {
        int flag = 0;
        if (auto error = mpiError(MPI_Test(&receive.request, &flag, &status),
                                  "receiving " + peerText(receive.instruction)))
            return *error;
        return flag != 0;
    });
    if (!here)
        return here.error();
    const int from = receive.instruction.peer;
    if (!*here)
        return noMessage(m_rank, from, m_options.patience);

    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    if (static_cast<std::size_t>(bytes) != m_pool.bufferBytes())
        return plan::Error{toText(op) + " from rank " + std::to_string(from) + " arrived with "
                           + std::to_string(bytes) + " bytes instead of "
                           + std::to_string(m_pool.bufferBytes())
                           + "; do all ranks run the same strategy?"};
    // Taken out before the message is looked at, so that its buffer goes back to the pool whatever
    // is in it.
    const InFlight arrived = std::move(receive);
    m_receives.erase(posted);
    const auto stamp = openMessage(*arrived.buffer, {op, from, m_step}, arrived.payload);
    if (!stamp)
        return stamp.error();
    return Arrival{*stamp, HostLanes::at(m_waiting.now())};
}

plan::Outcome MpiTransport::drain()
{
    const auto over = m_waiting.pollUntil(deadline(), [&]() -> plan::Result<bool> {
        const auto busy = progress();
        if (!busy)
            return busy.error();
        return !*busy;
    });
    if (!over)
        return over.error();
    if (!*over)
        return notSent(m_rank, m_sends.front().instruction, m_options.patience);
    return plan::done();
}

int MpiTransport::tagOf(const plan::Op& op) const
{
    return static_cast<int>(messageKey(op, m_options.microbatches)); // checked against the bound
}

} // namespace engine
