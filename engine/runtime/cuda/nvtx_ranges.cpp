#include "engine/runtime/cuda/nvtx_ranges.h"

#include <nvtx3/nvToolsExt.h>
#include <string>

namespace gpu {

NvtxRanges::NvtxRanges()
    : m_domain(nvtxDomainCreateA("Bubblescope"))
{
}

NvtxRanges::~NvtxRanges()
{
    if (m_domain != nullptr)
        nvtxDomainDestroy(m_domain);
}

// Names are made only where somebody reads them.
void NvtxRanges::begin(Step step)
{
    if (m_domain != nullptr)
        begin(("step " + std::to_string(step.number)).c_str());
}

void NvtxRanges::begin(const plan::Op& op)
{
    if (m_domain != nullptr)
        begin(toText(op).c_str());
}

void NvtxRanges::begin(const char* name)
{
    if (m_domain == nullptr)
        return;
    nvtxEventAttributes_t range{};
    range.version = NVTX_VERSION;
    range.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    range.messageType = NVTX_MESSAGE_TYPE_ASCII;
    range.message.ascii = name;
    nvtxDomainRangePushEx(m_domain, &range);
}

void NvtxRanges::end()
{
    if (m_domain != nullptr)
        nvtxDomainRangePop(m_domain);
}

} // namespace gpu
