// A tool in the place of Nsight Systems: NVTX loads it and calls it at every range. It keeps the
// names, which a test finds by the functions fakeRanges() and fakeRangeOpen().

#include <nvtx3/nvToolsExt.h>
#include <string>
#include <vector>

namespace {

std::vector<std::string> ranges; // domain, and the names of a range and those around it
std::vector<std::string> openRanges;
std::string domainName;

nvtxDomainHandle_t createDomain(const char* name)
{
    domainName = name;
    openRanges.clear();
    return reinterpret_cast<nvtxDomainHandle_t>(&domainName);
}

void destroyDomain(nvtxDomainHandle_t)
{
    ranges.emplace_back(openRanges.empty() ? "ended" : "left open");
}

int push(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* range)
{
    const bool known = domain == reinterpret_cast<nvtxDomainHandle_t>(&domainName)
        && range->messageType == NVTX_MESSAGE_TYPE_ASCII;
    const std::string around = openRanges.empty() ? domainName + ": " : openRanges.back() + "/";
    openRanges.push_back(around + (known ? range->message.ascii : "?"));
    ranges.push_back(openRanges.back());
    return static_cast<int>(openRanges.size()) - 1;
}

int pop(nvtxDomainHandle_t)
{
    openRanges.pop_back();
    return static_cast<int>(openRanges.size());
}

} // namespace

extern "C" {

__attribute__((visibility("default"))) std::vector<std::string>* fakeRanges() { return &ranges; }

__attribute__((visibility("default"))) std::string fakeRangeOpen()
{
    return openRanges.empty() ? std::string() : openRanges.back();
}

__attribute__((visibility("default"))) int
InitializeInjectionNvtx2(NvtxGetExportTableFunc_t exportTable)
{
    const auto* const callbacks
        = static_cast<const NvtxExportTableCallbacks*>(exportTable(NVTX_ETID_CALLBACKS));
    NvtxFunctionTable table = nullptr;
    unsigned size = 0;
    if (callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &table, &size) == 0)
        return 0;
    const auto set = [table](NvtxCallbackIdCore2 function, auto* ours) {
        *table[function] = reinterpret_cast<NvtxFunctionPointer>(ours);
    };
    set(NVTX_CBID_CORE2_DomainCreateA, &createDomain);
    set(NVTX_CBID_CORE2_DomainDestroy, &destroyDomain);
    set(NVTX_CBID_CORE2_DomainRangePushEx, &push);
    set(NVTX_CBID_CORE2_DomainRangePop, &pop);
    return 1;
}

} // extern "C"
