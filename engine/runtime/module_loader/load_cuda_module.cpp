#include "engine/runtime/module_loader/entry.h"
#include "engine/runtime/training/device_module.h"

#include <array>
#include <filesystem>
#include <system_error>

#include <dlfcn.h>
#include <fmt/format.h>

namespace training {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "libbubblescope_cuda.so";

// Beside the program, or where it is installed: never in a folder that somebody else names.
std::vector<fs::path> places()
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error)
        return {};
    const fs::path folder = program.parent_path();
    return {folder / kLibrary, folder.parent_path() / "lib" / "bubblescope" / kLibrary};
}

// What to install where the loader misses a library.
std::string adviceFor(const std::string& problem)
{
    struct Advice {
        const char* library;
        const char* what;
    };
    constexpr std::array<Advice, 3> kAdvice{{{"libnccl", "NVIDIA's NCCL (libnccl2)"},
                                             {"libcublasLt", "CUDA's cuBLAS (libcublas-13-0)"},
                                             {"libcudart", "CUDA's runtime (cuda-cudart-13-0)"}}};
    for (const Advice& advice : kAdvice)
        if (problem.find(advice.library) != std::string::npos)
            return fmt::format("; install {}", advice.what);
    return "";
}

} // namespace

plan::Result<std::unique_ptr<DeviceModule>> loadCudaModule()
{
    for (const fs::path& place : places()) {
        std::error_code error;
        if (!fs::exists(place, error))
            continue;
        // Never closed: objects of it may live as long as the program.
        void* const library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            const char* const reason = dlerror();
            const std::string problem = reason != nullptr ? reason : "it cannot be loaded";
            return plan::Error{
                fmt::format("the code for GPUs does not load: {}{}", problem, adviceFor(problem))};
        }
        void* const entry = dlsym(library, BUBBLESCOPE_TEXT(BUBBLESCOPE_CUDA_ENTRY));
        if (entry == nullptr)
            return plan::Error{fmt::format("{} is of another version than this program; install "
                                           "both from one package",
                                           place.string())};
        return std::unique_ptr<DeviceModule>(
            reinterpret_cast<decltype(&BUBBLESCOPE_CUDA_ENTRY)>(entry)());
    }
    return plan::Error{
        "there is no code for GPUs here: install the package bubblescope-cuda, or build "
        "where CUDA's toolkit and NCCL are"};
}

} // namespace training
