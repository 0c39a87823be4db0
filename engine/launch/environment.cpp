#include "engine/launch/environment.h"

#include <algorithm>
#include <array>

#include <unistd.h>

namespace launch {

namespace {

constexpr std::array<std::string_view, 13> kKeptNames
    = {"PATH",         "HOME",          "USER",        "LOGNAME",         "LANG",
       "TZ",           "TMPDIR",        "OPAL_PREFIX", "LD_LIBRARY_PATH", "OMP_NUM_THREADS",
       "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"};
constexpr std::array<std::string_view, 5> kKeptPrefixes
    = {"LC_", "XDG_", "OPENBLAS_", "CUDA_", "NCCL_"};
// Of those: what names a library or a file to load.
constexpr std::array<std::string_view, 3> kLoads = {"INJECTION", "PLUGIN", "NCCL_CONF_FILE"};

// A list of what is kept, not of what is dropped: settings of MPI or of a debugger in the shell
// must not change a run that nobody asked to change.
bool isKept(std::string_view name, bool slurm)
{
    if (std::find(kKeptNames.begin(), kKeptNames.end(), name) != kKeptNames.end())
        return true;
    if (slurm && name.starts_with("SLURM_"))
        return true;
    if (std::any_of(kLoads.begin(), kLoads.end(), [&](std::string_view part) {
            return name.find(part) != std::string_view::npos;
        }))
        return false;
    return std::any_of(kKeptPrefixes.begin(), kKeptPrefixes.end(),
                       [&](std::string_view prefix) { return name.starts_with(prefix); });
}

} // namespace

Environment processEnvironment()
{
    Environment result;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
        result.emplace_back(*entry);
    return result;
}

std::optional<std::string> valueOf(const Environment& environment, std::string_view name)
{
    for (const std::string& entry : environment) {
        if (entry.size() > name.size() + 1 && entry[name.size()] == '=' && entry.starts_with(name))
            return entry.substr(name.size() + 1);
    }
    return std::nullopt;
}

Environment rankEnvironment(const Environment& own, const RunMark& mark, bool slurm)
{
    Environment result;
    for (const std::string& entry : own) {
        const std::size_t equals = entry.find('=');
        if (equals != std::string::npos && isKept(std::string_view(entry).substr(0, equals), slurm))
            result.push_back(entry);
    }
    result.push_back(std::string(kRunVariable) + "=" + mark.run);
    // A mark that every process of the run inherits: by it they are found again when their parent
    // is gone.
    if (!mark.folder.empty())
        result.push_back(std::string(kFolderVariable) + "=" + mark.folder);
    return result;
}

} // namespace launch
