// The process's environment as a value: "NAME=VALUE" strings.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace launch {

using Environment = std::vector<std::string>;

Environment processEnvironment();

// nullopt where the name is not set or set to nothing.
std::optional<std::string> valueOf(const Environment& environment, std::string_view name);

// What the ranks and their launcher get: PATH, HOME, USER, LOGNAME, LANG, LC_*, TZ, TMPDIR,
// XDG_*, LD_LIBRARY_PATH and OPAL_PREFIX (an MPI outside the system's folders needs them),
// OMP_NUM_THREADS, OPENBLAS_*, CUDA_* and NCCL_* but for what names libraries to load, the
// sanitizers' options, and for srun SLURM_*. Everything else stays behind: OMPI_MCA_* and PMIX_*
// can name programs to run, LD_PRELOAD is one. Adds what the run's processes are known by.
struct RunMark {
    std::string run;    // its name
    std::string folder; // which folder it records into, see folderIdentity(); empty: any
};
Environment rankEnvironment(const Environment& own, const RunMark& mark, bool slurm);

inline constexpr std::string_view kRunVariable = "BUBBLESCOPE_RUN";
inline constexpr std::string_view kFolderVariable = "BUBBLESCOPE_RUN_FOLDER";

} // namespace launch
