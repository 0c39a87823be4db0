#include "engine/runtime/cuda/nvml.h"

#include "engine/runtime/cuda/xid.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace gpu {
namespace {

using engine::Throttle;

constexpr int kMostEvents = 16;        // taken at a time; the rest waits for the next
constexpr unsigned kFewProcesses = 64; // that there is room for before the driver is asked

unsigned throttleOf(unsigned long long reasons)
{
    constexpr std::array<std::pair<unsigned long long, Throttle>, 9> kReasons{{
        {nvml::kReasonPowerCap, Throttle::PowerCap},
        {nvml::kReasonSoftwareThermal, Throttle::SoftwareThermal},
        {nvml::kReasonHardwareThermal, Throttle::HardwareThermal},
        {nvml::kReasonHardwareSlowdown, Throttle::HardwareSlowdown},
        {nvml::kReasonPowerBrake, Throttle::PowerBrake},
        {nvml::kReasonSyncBoost, Throttle::SyncBoost},
        {nvml::kReasonApplicationClocks, Throttle::ApplicationClocks},
        {nvml::kReasonIdle, Throttle::Idle},
        {nvml::kReasonDisplayClocks, Throttle::DisplayClocks},
    }};
    unsigned bits = 0;
    for (const auto& [reason, bit] : kReasons)
        if ((reasons & reason) != 0)
            bits |= static_cast<unsigned>(bit);
    return bits;
}

std::string reasonOf(const nvml::Functions& functions, int result)
{
    const char* const words
        = functions.errorString == nullptr ? nullptr : functions.errorString(result);
    return words == nullptr ? fmt::format("error {}", result) : words;
}

} // namespace

plan::Result<std::unique_ptr<Nvml>> Nvml::open(const std::string& pciBusId, const std::string& part,
                                               const std::string& library)
{
    const auto functions = nvml::functionsOf(library);
    if (!functions)
        return functions.error();
    if (const int result = functions->init(); result != nvml::kSuccess)
        return plan::Error{fmt::format(
            "NVIDIA's management library cannot start: {}; the GPU's load, power and clocks are "
            "not recorded{}",
            reasonOf(*functions, result),
            result == nvml::kVersionMismatch
                ? "; the machine must be restarted after the driver was updated"
                : "")};
    nvml::Device device = nullptr;
    if (const int result = functions->deviceGetHandleByPciBusId(pciBusId.c_str(), &device);
        result != nvml::kSuccess) {
        functions->shutdown();
        return plan::Error{fmt::format("NVIDIA's management library does not find GPU {}: {}; its "
                                       "load, power and clocks are not recorded",
                                       pciBusId, reasonOf(*functions, result))};
    }
    return std::unique_ptr<Nvml>(new Nvml(*functions, device, pciBusId, part));
}

Nvml::Nvml(const nvml::Functions& functions, nvml::Device device, std::string pciBusId,
           const std::string& part)
    : m_nvml(functions)
    , m_device(device)
    , m_isPart(!part.empty())
    , m_pciBusId(std::move(pciBusId))
{
    if (m_isPart && m_nvml.deviceGetHandleByUuid != nullptr)
        static_cast<void>(m_nvml.deviceGetHandleByUuid(part.c_str(), &m_part));
    listen();
}

Nvml::~Nvml()
{
    if (m_events != nullptr)
        m_nvml.eventSetFree(m_events);
    m_nvml.shutdown();
}

void Nvml::listen()
{
    if (m_nvml.eventSetCreate == nullptr || m_nvml.deviceRegisterEvents == nullptr
        || m_nvml.eventSetWait == nullptr || m_nvml.eventSetFree == nullptr)
        return;
    nvml::EventSet set = nullptr;
    if (m_nvml.eventSetCreate(&set) != nvml::kSuccess)
        return;
    // A GPU without ECC refuses the two together.
    if (m_nvml.deviceRegisterEvents(m_device, nvml::kXid | nvml::kDoubleBitEcc, set)
            == nvml::kSuccess
        || m_nvml.deviceRegisterEvents(m_device, nvml::kXid, set) == nvml::kSuccess)
        m_events = set;
    else
        m_nvml.eventSetFree(set);
}

bool Nvml::succeeds(int result)
{
    if (result == nvml::kGpuIsLost)
        m_isLost = true;
    return result == nvml::kSuccess;
}

template <class Value, class Function, class... Given>
std::optional<Value> Nvml::ask(Function* function, Given... given)
{
    Value value{};
    if (function == nullptr || !succeeds(function(m_device, given..., &value)))
        return std::nullopt;
    return value;
}

// That of the whole GPU would be wrong of a part.
std::optional<nvml::Memory> Nvml::memory()
{
    nvml::Device const whose = m_isPart ? m_part : m_device;
    nvml::Memory memory;
    if (whose == nullptr || m_nvml.deviceGetMemoryInfo == nullptr
        || !succeeds(m_nvml.deviceGetMemoryInfo(whose, &memory)))
        return std::nullopt;
    return memory;
}

engine::DeviceDescription Nvml::description()
{
    engine::DeviceDescription told;
    told.pciBusId = m_pciBusId;
    std::array<char, 96> text{}; // the longest text that NVML has
    const auto length = static_cast<unsigned>(text.size() - 1);
    if (m_nvml.deviceGetName != nullptr
        && succeeds(m_nvml.deviceGetName(m_device, text.data(), length)))
        told.name = text.data();
    if (m_nvml.systemGetDriverVersion != nullptr
        && m_nvml.systemGetDriverVersion(text.data(), length) == nvml::kSuccess)
        told.driver = text.data();
    int cuda = 0;
    if (m_nvml.systemGetCudaDriverVersion != nullptr
        && m_nvml.systemGetCudaDriverVersion(&cuda) == nvml::kSuccess && cuda > 0)
        told.driverCuda = static_cast<unsigned>(cuda);
    int major = 0;
    int minor = 0;
    if (m_nvml.deviceGetCudaComputeCapability != nullptr
        && succeeds(m_nvml.deviceGetCudaComputeCapability(m_device, &major, &minor))) {
        told.capabilityMajor = static_cast<unsigned>(major);
        told.capabilityMinor = static_cast<unsigned>(minor);
    }
    unsigned mig = 0;
    unsigned pending = 0;
    if (m_isPart)
        told.mig = true;
    else if (m_nvml.deviceGetMigMode != nullptr
             && succeeds(m_nvml.deviceGetMigMode(m_device, &mig, &pending)))
        told.mig = mig == nvml::kMigOn;
    if (const auto held = memory())
        told.memoryTotal = held->total;
    return told;
}

engine::DeviceReading Nvml::sample()
{
    engine::DeviceReading reading;
    if (const auto held = memory()) {
        reading.memoryUsed = held->used;
        reading.memoryTotal = held->total;
    }
    if (const auto load = ask<nvml::Utilization>(m_nvml.deviceGetUtilizationRates)) {
        reading.gpuPercent = load->gpu;
        reading.memoryPercent = load->memory;
    }
    reading.powerMilliwatts = ask<unsigned>(m_nvml.deviceGetPowerUsage);
    reading.powerLimitMilliwatts = ask<unsigned>(m_nvml.deviceGetEnforcedPowerLimit);
    reading.smMegahertz = ask<unsigned>(m_nvml.deviceGetClockInfo, nvml::kClockSm);
    reading.memoryMegahertz = ask<unsigned>(m_nvml.deviceGetClockInfo, nvml::kClockMemory);
    reading.celsius = ask<unsigned>(m_nvml.deviceGetTemperature, nvml::kGpuSensor);
    if (const auto bits = ask<unsigned long long>(m_nvml.deviceGetCurrentClocksEventReasons))
        reading.throttle = throttleOf(*bits);
    reading.eccUncorrected = ask<unsigned long long>(m_nvml.deviceGetTotalEccErrors,
                                                     nvml::kUncorrected, nvml::kSinceDriver);
    return reading;
}

std::vector<std::string> Nvml::faults()
{
    std::vector<std::string> sentences;
    for (int i = 0; m_events != nullptr && i < kMostEvents; ++i) {
        nvml::EventData event;
        // Without waiting: the events are counted by the driver until they are taken.
        if (!succeeds(m_nvml.eventSetWait(m_events, &event, 0)))
            break;
        if (event.eventType == nvml::kXid)
            sentences.push_back(fmt::format("GPU {} reports Xid {}: {}", m_pciBusId,
                                            event.eventData, xidInWords(event.eventData)));
        else if (event.eventType == nvml::kDoubleBitEcc)
            sentences.push_back(fmt::format("GPU {} has an error in its memory that cannot be "
                                            "corrected; what was computed with it may be wrong, so "
                                            "go on from the last checkpoint on another GPU",
                                            m_pciBusId));
    }
    if (m_isLost && !std::exchange(m_toldLost, true))
        sentences.push_back(
            fmt::format("GPU {} is lost: the driver cannot reach it any more; restart the machine, "
                        "and if it happens again have the GPU checked",
                        m_pciBusId));
    return sentences;
}

std::vector<engine::DeviceProcess> Nvml::processes()
{
    nvml::Device const whose = m_isPart ? m_part : m_device;
    if (whose == nullptr || m_nvml.deviceGetComputeRunningProcesses == nullptr)
        return {};
    std::vector<nvml::ProcessInfo> infos(kFewProcesses);
    auto count = static_cast<unsigned>(infos.size());
    int result = m_nvml.deviceGetComputeRunningProcesses(whose, &count, infos.data());
    if (result == nvml::kInsufficientSize) {
        // With some room for those that have come in between.
        infos.resize(std::size_t{count} + kFewProcesses);
        count = static_cast<unsigned>(infos.size());
        result = m_nvml.deviceGetComputeRunningProcesses(whose, &count, infos.data());
    }
    if (!succeeds(result))
        return {};
    constexpr unsigned long long kNotAvailable = ~0ULL;
    std::vector<engine::DeviceProcess> found;
    for (std::size_t i = 0; i < count && i < infos.size(); ++i) {
        engine::DeviceProcess process{.pid = infos[i].pid};
        if (infos[i].usedGpuMemory != kNotAvailable)
            process.bytes = infos[i].usedGpuMemory;
        found.push_back(process);
    }
    return found;
}

} // namespace gpu
