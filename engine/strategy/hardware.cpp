#include "engine/strategy/hardware.h"

#include "engine/strategy/gpu_share.h"

#include "engine/strategy/data_file.h"
#include "engine/strategy/embedded.h"

#include <algorithm>
#include <vector>

namespace strategy {
namespace {

constexpr double kMicro = 1e-6;
constexpr double kGiga = 1e9;
constexpr double kTera = 1e12;
constexpr double kGib = 1024.0 * 1024 * 1024;

// Of what is allocated: what the allocators of today's frameworks hold besides. PyTorch's
// reserved memory is a few per cent above the allocated one where shapes do not change.
constexpr double kFragmentation = 0.03;

constexpr double kMib = 1024.0 * 1024;

struct Latencies {
    double nodeUs = 0;
    double networkUs = 0;
};

template <class Visitor>
void visitFields(Visitor& v, std::type_identity<Latencies>)
{
    v.decimal("node_us", &Latencies::nodeUs, kLatencyRange);
    v.decimal("network_us", &Latencies::networkUs, kLatencyRange);
}

template <class Value, class Read>
std::vector<Value> readAll(std::span<const EmbeddedFile> files, const Read& read)
{
    std::vector<Value> values;
    for (const EmbeddedFile& file : files)
        if (auto value = read(file.name, file.text)) // a test reads them all
            values.push_back(*std::move(value));
    return values;
}

template <class Values>
auto find(const Values& values, std::string_view name)
{
    const auto found = std::find_if(values.begin(), values.end(),
                                    [name](const auto& value) { return value.name == name; });
    return found == values.end() ? nullptr : &*found;
}

plan::Device deviceOf(const DeviceSpec& spec)
{
    plan::Device device;
    device.bf16Flops = spec.bf16Tflops * kTera;
    device.fp8Flops = (spec.fp8Tflops > 0 ? spec.fp8Tflops : spec.bf16Tflops) * kTera;
    // On most devices tensor cores take fp32 at half the speed of bf16 or less.
    device.fp32Flops = (spec.fp32Tflops > 0 ? spec.fp32Tflops : spec.bf16Tflops / 2) * kTera;
    device.units = spec.units;
    device.generation = spec.generation;
    device.onHost = spec.onHost;
    device.memoryBytes = spec.memoryGib * kGib;
    device.memorySpeed = spec.bandwidthGbps * kGiga;
    device.hostSpeed = spec.hostGbps * kGiga;
    device.hostMemorySpeed = spec.hostMemoryGbps * kGiga;
    return device;
}

} // namespace

plan::Result<Hardware> readHardware(std::string_view name, std::string_view text)
{
    return readFile<Hardware>(name, text, [](Section& root, Hardware& read) {
        readVersion(root, "bubblescope_hardware");
        readValue(root, "title", read.title, textOf);
        readValue(root, "profile", read.profile, textOf);
        if (root.find("communicator_mib"))
            readValue(root, "communicator_mib", read.communicatorMib, decimalIn(0, 1e6));
        if (root.find("evidence"))
            readValue(root, "evidence", read.evidence, textOf);
        readSectionOf(root, "device", [&](Section& section) { readFields(section, read.device); });
        Latencies latencies;
        readSectionOf(root, "latency", [&](Section& section) { readFields(section, latencies); });
        read.nodeLatencyUs = latencies.nodeUs;
        read.networkLatencyUs = latencies.networkUs;
    });
}

std::span<const Hardware> hardware()
{
    static const std::vector<Hardware> kAll = readAll<Hardware>(hardwareFiles(), readHardware);
    return kAll;
}

std::span<const SoftwareStack> softwareStacks()
{
    static const std::vector<SoftwareStack> kAll
        = readAll<SoftwareStack>(stackFiles(), readSoftwareStack);
    return kAll;
}

std::span<const std::string_view> deviceNames()
{
    static const std::vector<std::string_view> kNames = [] {
        std::vector<std::string_view> names;
        for (const EmbeddedFile& file : hardwareFiles())
            names.push_back(file.name);
        return names;
    }();
    return kNames;
}

std::span<const Profile> profiles()
{
    static const std::vector<Profile> kAll = readAll<Profile>(profileFiles(), readProfile);
    return kAll;
}

const Hardware* findHardware(std::string_view name) { return find(hardware(), name); }
const Profile* findProfile(std::string_view name) { return find(profiles(), name); }
const SoftwareStack* findSoftwareStack(std::string_view name)
{
    return find(softwareStacks(), name);
}

const Hardware* hardwareOfGpu(std::string_view driversName)
{
    struct Words {
        std::string_view model;
        std::string_view memory; // also in the name; empty: whatever it has
        std::string_view device;
    };
    // A name that contains another one stands before it.
    constexpr Words kKnown[] = {{"GH200", "", "gh200"},        {"GB200", "", "gb200"},
                                {"H200", "", "h200"},          {"H100", "", "h100"},
                                {"B200", "", "b200"},          {"A100", "40GB", "a100-40gb"},
                                {"A100", "80GB", "a100-80gb"}, {"V100", "16GB", "v100-16gb"},
                                {"V100", "32GB", "v100-32gb"}};
    const auto says = [driversName](std::string_view word) {
        return driversName.find(word) != std::string_view::npos;
    };
    if (isPartOfGpu(driversName) || says("PCI") || says("NVL"))
        return nullptr;
    for (const Words& words : kKnown)
        if (says(words.model) && says(words.memory))
            return findHardware(words.device);
    return nullptr;
}

std::string profileNameOf(const Cluster& cluster)
{
    if (cluster.fitted)
        return cluster.fitted->name;
    if (!cluster.profile.empty())
        return cluster.profile;
    const Hardware* known = cluster.spec ? nullptr : findHardware(cluster.device);
    return known ? known->profile : std::string();
}

const Profile* profileOf(const Cluster& cluster)
{
    return cluster.fitted ? &*cluster.fitted : findProfile(profileNameOf(cluster));
}

plan::Machine machineOf(const Cluster& cluster, Framework framework)
{
    const Hardware* known = cluster.spec ? nullptr : findHardware(cluster.device);
    const DeviceSpec spec = known ? known->device : cluster.spec.value_or(DeviceSpec{});
    const auto orOwn = [](double given, double own) { return given > 0 ? given : own; };
    plan::Machine machine;
    machine.device = deviceOf(spec);
    plan::Network& network = machine.network;
    network.nodeSpeed = orOwn(cluster.nodeGbps, spec.nodeGbps) * kGiga;
    network.fabricSpeed = orOwn(cluster.networkGbps, spec.networkGbps) * kGiga;
    const Hardware plain;
    const Hardware& own = known ? *known : plain;
    network.nodeLatency = orOwn(cluster.nodeLatencyUs, orOwn(own.nodeLatencyUs, 3)) * kMicro;
    network.fabricLatency
        = orOwn(cluster.networkLatencyUs, orOwn(own.networkLatencyUs, 8)) * kMicro;
    network.devicesPerNode = cluster.devicesPerNode;
    network.devicesPerDomain
        = cluster.devicesPerDomain > 0 ? cluster.devicesPerDomain : spec.domain;
    network.nodesPerSwitch = cluster.nodesPerSwitch;
    network.oversubscription = cluster.oversubscription;
    machine.frameworkBytes = spec.frameworkGib * kGib;
    machine.fragmentation = kFragmentation;
    if (!spec.onHost)
        machine.communicatorBytes = own.communicatorMib * kMib;
    const Profile* const named = profileOf(cluster);
    const Profile* const profile = named != nullptr ? named : findProfile(kCommonProfile);
    if (profile != nullptr)
        machine.efficiency = profile->efficiency;
    // A profile of one framework's runs has its part in it.
    const SoftwareStack* const stack = findSoftwareStack(wordOf(framework));
    if (stack != nullptr && (profile == nullptr || profile->framework.empty()))
        machine.efficiency = withStack(machine.efficiency, *stack);
    return machine;
}

} // namespace strategy
