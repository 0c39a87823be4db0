#include "engine/runtime/cuda/nccl_handle.h"

#include "engine/runtime/cuda/nccl_check.h"

#include <cassert>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

namespace gpu {

namespace {

// Of what NCCL makes up for each communicator anew (FNV-1a).
std::string shortened(const ncclUniqueId& id)
{
    std::uint64_t hash = 14695981039346656037U;
    for (const char byte : id.internal)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211U;
    return fmt::format("{:016x}", hash);
}

} // namespace

NcclHandle::NcclHandle(NcclTerms terms, std::string identity)
    : m_terms(std::move(terms))
    , m_identity(std::move(identity))
{
}

plan::Result<std::unique_ptr<NcclHandle>> NcclHandle::begin(NcclTerms terms, const ncclUniqueId& id)
{
    std::unique_ptr<NcclHandle> handle(new NcclHandle(std::move(terms), shortened(id)));
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    config.blocking = 0;
    config.maxCTAs = handle->m_terms.blocks;
    config.commName = handle->name().c_str();
    const ncclResult_t begun = ncclCommInitRankConfig(&handle->m_communicator, handle->size(), id,
                                                      handle->rank(), &config);
    if (auto error = ncclError(begun, "make the communicator " + handle->name()))
        return *error;
    return handle;
}

NcclHandle::~NcclHandle() { abort(); }

plan::Result<bool> NcclHandle::settled()
{
    assert(alive());
    ncclResult_t state = ncclSuccess;
    const ncclResult_t asked = ncclCommGetAsyncError(m_communicator, &state);
    if (auto error = ncclError(asked, "say how " + name() + " is", m_communicator))
        return *error;
    if (auto error = ncclError(state, "go on in " + name(), m_communicator))
        return *error;
    return state == ncclSuccess;
}

plan::Outcome NcclHandle::finalize()
{
    assert(alive());
    if (auto error = ncclError(ncclCommFinalize(m_communicator), "end " + name(), m_communicator))
        return *error;
    return plan::done();
}

void NcclHandle::destroy()
{
    // Nothing of it is left that an error could be about.
    static_cast<void>(ncclCommDestroy(std::exchange(m_communicator, nullptr)));
}

void NcclHandle::abort()
{
    if (ncclComm_t communicator = std::exchange(m_communicator, nullptr); communicator != nullptr)
        static_cast<void>(ncclCommAbort(communicator));
}

} // namespace gpu
