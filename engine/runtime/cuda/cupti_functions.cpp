#include "engine/runtime/cuda/cupti_functions.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace gpu::cupti {
namespace {

// False where the library has no function of that name.
template <class Function>
bool look(void* library, Function& function, const char* name)
{
    // POSIX says that the address of a function fits into a pointer to data.
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

} // namespace

plan::Result<Functions> functionsOf(const std::string& library)
{
    void* const opened = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (opened == nullptr)
        return plan::Error{fmt::format("kernels are not recorded: CUPTI cannot be loaded ({}); it "
                                       "comes with the CUDA toolkit, and its folder must be in "
                                       "LD_LIBRARY_PATH",
                                       dlerror())};
    Functions found;
    const bool whole = look(opened, found.getVersion, "cuptiGetVersion")
        && look(opened, found.getResultString, "cuptiGetResultString")
        && look(opened, found.getTimestamp, "cuptiGetTimestamp")
        && look(opened, found.enable, "cuptiActivityEnable")
        && look(opened, found.disable, "cuptiActivityDisable")
        && look(opened, found.setAttribute, "cuptiActivitySetAttribute")
        && look(opened, found.registerCallbacks, "cuptiActivityRegisterCallbacks")
        && look(opened, found.getNextRecord, "cuptiActivityGetNextRecord")
        && look(opened, found.getDropped, "cuptiActivityGetNumDroppedRecords")
        && look(opened, found.flushAll, "cuptiActivityFlushAll")
        && look(opened, found.pushId, "cuptiActivityPushExternalCorrelationId")
        && look(opened, found.popId, "cuptiActivityPopExternalCorrelationId");
    std::uint32_t version = 0;
    // Records grow from version to version, and an older library writes shorter ones.
    if (!whole || found.getVersion(&version) != CUPTI_SUCCESS || version < CUPTI_API_VERSION)
        return plan::Error{fmt::format("kernels are not recorded: {} is CUPTI {}, and this program "
                                       "needs {} or later; install that of CUDA {}.{}",
                                       library, version, CUPTI_API_VERSION,
                                       CUPTI_API_VERSION / 10000, CUPTI_API_VERSION / 100 % 100)};
    return found;
}

} // namespace gpu::cupti
