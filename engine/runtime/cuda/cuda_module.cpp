#include "engine/runtime/cuda/cuda_module.h"

#include "engine/runtime/cuda/check.h"
#include "engine/runtime/cuda/cuda_device.h"
#include "engine/runtime/cuda/nccl_check.h"
#include "engine/runtime/cuda/nccl_environment.h"
#include "engine/runtime/cuda/nvml.h"
#include "engine/runtime/training/failure.h"

#include "engine/strategy/gpu_share.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <cublasLt.h>
#include <fmt/format.h>

namespace gpu {

namespace {

// The first whose kernels nvcc compiles here.
constexpr int kLeastCapability = 8;

// Why there is no device, in the words of what can be done about it.
std::string whyNoDevice(cudaError_t error, const training::GpuList& list)
{
    switch (error) {
    case cudaErrorInsufficientDriver:
        return list.driverCuda.empty()
            ? "there is no NVIDIA driver on this machine, or its kernel module is not loaded"
            : fmt::format("the driver is for CUDA {}, and this program needs CUDA {}; install a "
                          "newer driver",
                          list.driverCuda, list.runtimeCuda);
    case cudaErrorNoDevice:
        return "the driver shows no GPU; see nvidia-smi, and CUDA_VISIBLE_DEVICES";
    case cudaErrorSystemDriverMismatch:
        return fmt::format(
            "the driver's kernel module and its libraries are not of one version, as "
            "after an update: restart the machine; its libraries are for CUDA {}",
            list.driverCuda);
    case cudaErrorSystemNotReady:
        return "the GPUs are not ready: start NVIDIA's fabric manager (systemctl start "
               "nvidia-fabricmanager)";
    default:
        return fmt::format("CUDA does not start: {} ({})", cudaGetErrorString(error),
                           cudaGetErrorName(error));
    }
}

std::string modeOf(int number)
{
    int mode = cudaComputeModeDefault;
    check(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, number), "say who may use it");
    return mode == cudaComputeModeProhibited ? "prohibited"
        : mode == cudaComputeModeDefault     ? "default"
                                             : "exclusive";
}

training::GpuFacts factsOf(int number)
{
    training::GpuFacts gpu{.number = number};
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, number), "say what it is");
    gpu.name = properties.name;
    gpu.busId = fmt::format("{:04x}:{:02x}:{:02x}.0", properties.pciDomainID, properties.pciBusID,
                            properties.pciDeviceID);
    gpu.uuid = uuidText(gpu, properties.uuid.bytes);
    gpu.memory = properties.totalGlobalMem;
    gpu.mode = modeOf(number);
    gpu.major = properties.major;
    gpu.minor = properties.minor;
    gpu.multiprocessors = properties.multiProcessorCount;
    return gpu;
}

// By which NVML finds a part of a GPU; empty: it is a whole one.
std::string partOf(const training::GpuFacts& gpu)
{
    return strategy::isPartOfGpu(gpu.name) ? gpu.uuid : std::string();
}

// What NVML knows without making anybody a user of the GPU, where it is there.
void addWhoUsesIt(training::GpuFacts& gpu)
{
    auto nvml = Nvml::open(gpu.busId, partOf(gpu));
    if (!nvml)
        return;
    const engine::DeviceReading reading = (*nvml)->sample();
    if (reading.memoryUsed && reading.memoryTotal)
        gpu.freeMemory = *reading.memoryTotal - std::min(*reading.memoryUsed, *reading.memoryTotal);
    gpu.others = engine::othersInWords((*nvml)->processes(), {});
}

// With what the driver's own library knows besides, where that is there.
engine::DeviceDescription detailsOf(const training::GpuFacts& gpu,
                                    const training::DeviceRequest& request)
{
    engine::DeviceDescription details;
    if (auto nvml = Nvml::open(gpu.busId, partOf(gpu)))
        details = (*nvml)->description();
    details.number = static_cast<unsigned>(gpu.number);
    details.name = gpu.name;
    if (strategy::isPartOfGpu(gpu.name))
        details.mig = true;
    details.pciBusId = gpu.busId;
    // CUDA's is what it may use: less than the driver says that there is.
    if (!details.memoryTotal)
        details.memoryTotal = gpu.memory;
    details.capabilityMajor = static_cast<unsigned>(gpu.major);
    details.capabilityMinor = static_cast<unsigned>(gpu.minor);
    details.sharingRanks = static_cast<unsigned>(strategy::ranksPerGpu(request.share));
    int packed = 0;
    if (cudaDriverGetVersion(&packed) == cudaSuccess)
        details.driverCuda = static_cast<unsigned>(packed);
    if (cudaRuntimeGetVersion(&packed) == cudaSuccess)
        details.runtimeCuda = static_cast<unsigned>(packed);
    if (ncclGetVersion(&packed) == ncclSuccess)
        details.nccl = static_cast<unsigned>(packed);
    details.cublas = static_cast<unsigned>(cublasLtGetVersion());
    return details;
}

// Those of all ranks that share the GPU run beside each other.
NcclOptions groupsOf(const training::GpuFacts& gpu, const training::DeviceRequest& request)
{
    const int communicators = request.communicators * strategy::ranksPerGpu(request.share);
    return {.rank = request.rank,
            .patience = request.patience,
            .blocks = blocksOfEach(gpu.multiprocessors, communicators),
            .deterministic = request.deterministic,
            .records = request.records};
}

// Two parts of one GPU are that GPU to NCCL, which refuses it twice on a host.
bool isAnyDivided(const training::GpuList& list)
{
    std::set<std::string> places;
    return std::any_of(list.gpus.begin(), list.gpus.end(), [&](const training::GpuFacts& gpu) {
        return !places.insert(gpu.busId).second;
    });
}

} // namespace

std::string versionText(int packed)
{
    return fmt::format("{}.{}", packed / 1000, packed % 1000 / 10);
}

std::string uuidText(const training::GpuFacts& gpu, const char (&bytes)[16])
{
    std::string text = strategy::isPartOfGpu(gpu.name) ? "MIG" : "GPU";
    for (std::size_t i = 0; i < std::size(bytes); ++i) {
        if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10)
            text += '-';
        text += fmt::format("{:02x}", static_cast<unsigned char>(bytes[i]));
    }
    return text;
}

training::GpuList CudaModule::look()
{
    training::GpuList list = find();
    for (training::GpuFacts& gpu : list.gpus)
        addWhoUsesIt(gpu);
    return list;
}

training::GpuList CudaModule::find()
{
    training::GpuList list;
    int packed = 0;
    if (cudaRuntimeGetVersion(&packed) == cudaSuccess)
        list.runtimeCuda = versionText(packed);
    if (cudaDriverGetVersion(&packed) == cudaSuccess && packed > 0) // 0: there is none
        list.driverCuda = versionText(packed);
    const std::size_t cublas = cublasLtGetVersion();
    list.cublas = fmt::format("{}.{}.{}", cublas / 10000, cublas % 10000 / 100, cublas % 100);
    if (ncclGetVersion(&packed) == ncclSuccess)
        list.nccl = ncclVersionText(packed);
    if (const auto usable = checkNcclVersion(); !usable) {
        list.missing = usable.error().message;
        return list;
    }
    int count = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess) {
        list.missing = whyNoDevice(error, list);
        return list;
    }
    const auto looked = training::caught([&]() -> plan::Outcome {
        for (int number = 0; number < count; ++number)
            list.gpus.push_back(factsOf(number));
        return plan::done();
    });
    if (!looked)
        list.missing = looked.error().message;
    else if (count == 0)
        list.missing = whyNoDevice(cudaErrorNoDevice, list);
    for (const training::GpuFacts& gpu : list.gpus)
        if (gpu.major < kLeastCapability)
            list.missing = fmt::format("{}; this program needs compute capability {}.0 or later",
                                       toText(gpu), kLeastCapability);
    return list;
}

plan::Result<std::unique_ptr<training::Device>>
CudaModule::open(const training::DeviceRequest& request, engine::Waiting& waiting)
{
    const training::GpuList list = find();
    if (!list.missing.empty())
        return plan::Error{list.missing};
    if (request.share.gpusPerRank < 1 || isAnyDivided(list))
        pretendOwnHost(request.localRank);
    const auto number
        = strategy::gpuOf(request.share, request.localRank, static_cast<int>(list.gpus.size()));
    if (!number)
        return number.error();
    const training::GpuFacts& own = list.gpus.at(static_cast<std::size_t>(*number));
    auto device = training::CudaDevice::open(
        {.number = *number,
         .description
         = fmt::format("{}, driver for CUDA {}, CUDA {}, cuBLAS {}, NCCL {}", toText(own),
                       list.driverCuda, list.runtimeCuda, list.cublas, list.nccl),
         .details = detailsOf(own, request),
         .patience = request.patience,
         .nvml = partOf(own),
         .cupti = request.deep ? kCuptiLibrary : "",
         .groups = groupsOf(own, request)},
        waiting);
    if (!device) {
        training::GpuFacts looked = own;
        addWhoUsesIt(looked);
        return plan::Error{fmt::format("{}: {}{}{}", strategy::gpuInWords(own.number, own.name),
                                       device.error().message, looked.others.empty() ? "" : "; ",
                                       looked.others)};
    }
    return std::unique_ptr<training::Device>(std::move(*device));
}

} // namespace gpu
