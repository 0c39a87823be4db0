// The part of nccl.h that the engine uses, among ranks that post.h connects.

#include "tests/cuda/fakes/nccl.h"

#include "tests/cuda/fakes/machine.h"
#include "tests/cuda/fakes/nccl/communicator.h"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace fake {

namespace {

std::mutex sharedMutex; // guards all below
NcclOptions sharedOptions;
NcclCounts sharedCounts;

// What an ncclUniqueId holds.
struct Id {
    std::uint64_t number;
    int address;
};

Stream* of(cudaStream_t stream) { return reinterpret_cast<Stream*>(stream); }

// Where nothing queued on this device can run.
bool elsewhere(bool waits)
{
    std::string why;
    for (const auto& communicator : NcclRank::own().communicators)
        if (std::string waiting = communicator->waitsFor(); !waiting.empty())
            why += (why.empty() ? "" : " ") + waiting;
    if (why.empty())
        return false; // no letter would help
    const std::string hopeless = Post::own().await(waits, why);
    if (hopeless.empty())
        return true;
    Device::own().fail(hopeless);
    return false;
}

ncclResult_t checked(ncclComm* communicator, const std::string& call)
{
    using State = ncclComm::State;
    if (communicator->state == State::Destroyed || communicator->state == State::Aborted)
        return NcclRank::own().misuse(
            call + " of " + communicator->name + " after it was "
            + (communicator->state == State::Aborted ? "aborted" : "destroyed"));
    return ncclSuccess;
}

ncclResult_t launch(ncclComm* communicator, Stream* stream, const Operation& operation)
{
    using State = ncclComm::State;
    NcclRank& rank = NcclRank::own();
    if (const ncclResult_t wrong = checked(communicator, toText(operation)); wrong != ncclSuccess)
        return wrong;
    if (communicator->error != ncclSuccess)
        return communicator->error;
    if (communicator->state != State::Ready || !communicator->late.empty()) {
        rank.lastError = "Attempt to use communicator before the previous operation returned "
                         "ncclSuccess";
        return ncclInvalidArgument;
    }
    if (operation.peer >= communicator->size)
        return rank.misuse(toText(operation) + " with rank " + std::to_string(operation.peer)
                           + " of " + communicator->name);
    if (rank.groupDepth == 0) {
        communicator->queue(stream, {operation});
        return communicator->late.empty() ? ncclSuccess : ncclInProgress;
    }
    const auto same
        = std::find_if(rank.gathered.begin(), rank.gathered.end(),
                       [communicator](const auto& entry) { return entry.first == communicator; });
    if (same == rank.gathered.end())
        rank.gathered.push_back({communicator, {stream, {operation}}});
    else if (same->second.first == stream)
        same->second.second.push_back(operation);
    else
        return rank.misuse("a group of " + communicator->name + " in two streams");
    return ncclSuccess;
}

} // namespace

NcclRank& NcclRank::own()
{
    thread_local NcclRank rank;
    return rank;
}

NcclRank::NcclRank()
    : random(static_cast<unsigned>(Post::own().address()) + 1)
{
    Device::own().setElsewhere(elsewhere, [] { Post::own().goOn(); });
}

ncclResult_t NcclRank::misuse(const std::string& what)
{
    lastError = what;
    Device::own().fail("NCCL was misused: " + what);
    return ncclInvalidUsage;
}

NcclOptions ncclOptions()
{
    const std::lock_guard lock(sharedMutex);
    return sharedOptions;
}

void setNcclOptions(const NcclOptions& options)
{
    const std::lock_guard lock(sharedMutex);
    sharedOptions = options;
    sharedCounts = {};
}

void count(int NcclCounts::*what)
{
    const std::lock_guard lock(sharedMutex);
    ++(sharedCounts.*what);
}

void countMade(int blocks)
{
    const std::lock_guard lock(sharedMutex);
    ++sharedCounts.made;
    sharedCounts.mostBlocks = std::max(sharedCounts.mostBlocks, blocks);
}

NcclCounts ncclCounts()
{
    const std::lock_guard lock(sharedMutex);
    return sharedCounts;
}

void plantNcclError(const std::string& name, ncclResult_t error, const std::string& why)
{
    for (const auto& communicator : NcclRank::own().communicators)
        if (communicator->name == name) {
            communicator->error = error;
            communicator->why = why;
        }
}

} // namespace fake

using fake::NcclRank;
using fake::Operation;
using Kind = fake::Operation::Kind;
using State = ncclComm::State;

extern "C" {

ncclResult_t ncclGetVersion(int* version)
{
    *version
        = static_cast<int>(fake::numberFrom("NCCL_MADE_UP_VERSION", fake::ncclOptions().version));
    return ncclSuccess;
}

const char* ncclGetErrorString(ncclResult_t result)
{
    switch (result) {
    case ncclSuccess:
        return "no error";
    case ncclUnhandledCudaError:
        return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
    case ncclSystemError:
        return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
    case ncclInvalidArgument:
        return "invalid argument (run with NCCL_DEBUG=WARN for details)";
    case ncclInvalidUsage:
        return "invalid usage (run with NCCL_DEBUG=WARN for details)";
    case ncclRemoteError:
        return "remote process exited or there was a network error";
    case ncclInProgress:
        return "NCCL operation in progress";
    default:
        return "internal error - please report this issue to the NCCL developers";
    }
}

const char* ncclGetLastError(ncclComm_t communicator)
{
    return communicator != nullptr && !communicator->why.empty()
        ? communicator->why.c_str()
        : NcclRank::own().lastError.c_str();
}

ncclResult_t ncclGetUniqueId(ncclUniqueId* id)
{
    thread_local std::uint64_t made = 0;
    const int address = fake::Post::own().address();
    const fake::Id own{(static_cast<std::uint64_t>(address) << 32) + ++made, address};
    std::memset(id, 0, sizeof(*id));
    std::memcpy(id->internal, &own, sizeof(own));
    return ncclSuccess;
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t* made, int size, ncclUniqueId id, int rank,
                                    ncclConfig_t* config)
{
    NcclRank& own = NcclRank::own();
    *made = nullptr;
    if (config == nullptr || config->magic != 0xcafebeef || config->blocking != 0)
        return own.misuse("a communicator that blocks whoever makes it");
    if (rank < 0 || rank >= size)
        return ncclInvalidArgument;
    if (fake::ownFault().comes(fake::Fault::Kind::NcclMake)) {
        own.lastError = "Call to socket failed: Connection refused";
        return ncclSystemError;
    }
    fake::Id where;
    std::memcpy(&where, id.internal, sizeof(where));
    auto communicator = std::make_unique<ncclComm>();
    communicator->name = config->commName != nullptr ? config->commName : "a communicator";
    communicator->id = where.number;
    communicator->rootAddress = where.address;
    communicator->rank = rank;
    communicator->size = size;
    if (config->maxCTAs != NCCL_CONFIG_UNDEF_INT)
        communicator->blocks = config->maxCTAs;
    fake::Post& post = fake::Post::own();
    const std::string hello
        = std::to_string(size) + " " + std::to_string(post.address()) + " " + post.gpu();
    fake::Bytes bytes(hello.size());
    std::memcpy(bytes.data(), hello.data(), hello.size());
    post.send(where.address, {where.number, fake::Subject::Kind::Hello, rank, 0}, std::move(bytes));
    *made = communicator.get();
    own.communicators.push_back(std::move(communicator));
    return ncclInProgress;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t communicator, ncclResult_t* error)
{
    if (const ncclResult_t wrong = fake::checked(communicator, "asking for the state");
        wrong != ncclSuccess)
        return wrong;
    communicator->look();
    if (!communicator->underWay.empty())
        fake::Device::own().runSomething();
    const bool busy = communicator->state == State::Joining
        || communicator->state == State::Finalizing || !communicator->late.empty();
    *error = communicator->error != ncclSuccess ? communicator->error
        : busy                                  ? ncclInProgress
                                                : ncclSuccess;
    return ncclSuccess;
}

ncclResult_t ncclCommFinalize(ncclComm_t communicator)
{
    if (const ncclResult_t wrong = fake::checked(communicator, "finalizing"); wrong != ncclSuccess)
        return wrong;
    if (communicator->state != State::Ready)
        return NcclRank::own().misuse("finalizing " + communicator->name
                                      + ", which is not ready or was finalized before");
    communicator->finalize();
    return ncclInProgress;
}

ncclResult_t ncclCommDestroy(ncclComm_t communicator)
{
    if (const ncclResult_t wrong = fake::checked(communicator, "destroying"); wrong != ncclSuccess)
        return wrong;
    if (communicator->state != State::Finalized)
        return NcclRank::own().misuse("destroying " + communicator->name
                                      + " before it is finalized");
    communicator->state = State::Destroyed;
    fake::count(&fake::NcclCounts::destroyed);
    return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t communicator)
{
    if (const ncclResult_t wrong = fake::checked(communicator, "aborting"); wrong != ncclSuccess)
        return wrong;
    communicator->abort();
    return ncclSuccess;
}

ncclResult_t ncclGroupStart()
{
    ++NcclRank::own().groupDepth;
    return ncclSuccess;
}

ncclResult_t ncclGroupEnd()
{
    NcclRank& rank = NcclRank::own();
    if (rank.groupDepth == 0)
        return rank.misuse("the end of a group that was not begun");
    if (--rank.groupDepth > 0)
        return ncclSuccess;
    ncclResult_t result = ncclSuccess;
    for (auto& [communicator, launch] : std::exchange(rank.gathered, {})) {
        communicator->queue(launch.first, launch.second);
        if (!communicator->late.empty())
            result = ncclInProgress;
    }
    return result;
}

ncclResult_t ncclAllReduce(const void* send, void* receive, size_t count, ncclDataType_t type,
                           ncclRedOp_t reduction, ncclComm_t communicator, cudaStream_t stream)
{
    return fake::launch(communicator, fake::of(stream),
                        {Kind::AllReduce, send, receive, count, type, reduction});
}

ncclResult_t ncclReduceScatter(const void* send, void* receive, size_t count, ncclDataType_t type,
                               ncclRedOp_t reduction, ncclComm_t communicator, cudaStream_t stream)
{
    return fake::launch(communicator, fake::of(stream),
                        {Kind::ReduceScatter, send, receive, count, type, reduction});
}

ncclResult_t ncclAllGather(const void* send, void* receive, size_t count, ncclDataType_t type,
                           ncclComm_t communicator, cudaStream_t stream)
{
    return fake::launch(
        communicator, fake::of(stream),
        {.kind = Kind::AllGather, .send = send, .receive = receive, .count = count, .type = type});
}

ncclResult_t ncclSend(const void* send, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t communicator, cudaStream_t stream)
{
    return fake::launch(
        communicator, fake::of(stream),
        {.kind = Kind::Send, .send = send, .count = count, .type = type, .peer = peer});
}

ncclResult_t ncclRecv(void* receive, size_t count, ncclDataType_t type, int peer,
                      ncclComm_t communicator, cudaStream_t stream)
{
    return fake::launch(
        communicator, fake::of(stream),
        {.kind = Kind::Receive, .receive = receive, .count = count, .type = type, .peer = peer});
}

} // extern "C"
