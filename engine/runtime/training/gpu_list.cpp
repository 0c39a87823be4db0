#include "engine/runtime/training/gpu_list.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace training {

std::string toJson(const GpuList& list)
{
    nlohmann::ordered_json gpus = nlohmann::ordered_json::array();
    for (const GpuFacts& gpu : list.gpus)
        gpus.push_back(
            {{"number", gpu.number},
             {"name", gpu.name},
             {"pci_bus_id", gpu.busId},
             {"uuid", gpu.uuid},
             {"memory_bytes", gpu.memory},
             {"free_bytes", gpu.freeMemory ? nlohmann::ordered_json(*gpu.freeMemory) : nullptr},
             {"others", gpu.others},
             {"mode", gpu.mode},
             {"compute_capability", fmt::format("{}.{}", gpu.major, gpu.minor)}});
    const nlohmann::ordered_json object = {{"missing", list.missing},
                                           {"driver_cuda", list.driverCuda},
                                           {"runtime_cuda", list.runtimeCuda},
                                           {"nccl", list.nccl},
                                           {"cublas", list.cublas},
                                           {"gpus", gpus}};
    // What a driver calls its device need not be UTF-8.
    return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string toText(const GpuFacts& gpu)
{
    return fmt::format("GPU {}: {}, compute capability {}.{}, {:.1f} GiB", gpu.number, gpu.name,
                       gpu.major, gpu.minor, static_cast<double>(gpu.memory) / (1U << 30));
}

} // namespace training
