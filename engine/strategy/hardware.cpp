#include "engine/strategy/hardware.h"

#include "engine/strategy/gpu_share.h"

#include "engine/strategy/embedded.h"
#include "engine/strategy/reading.h"

#include <algorithm>
#include <array>
#include <cmath>
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

// One share or time of a profile, by its key.
struct Term {
    std::string_view key;
    double plan::Efficiency::*member;
    double scale; // of the file's unit
};

constexpr std::array kTerms{Term{"gemm", &plan::Efficiency::gemm, 1},
                            Term{"gemm_fp8", &plan::Efficiency::gemmFp8, 1},
                            Term{"gemm_half", &plan::Efficiency::gemmHalf, 1},
                            Term{"memory", &plan::Efficiency::memory, 1},
                            Term{"flash_forward", &plan::Efficiency::flashForward, 1},
                            Term{"flash_backward", &plan::Efficiency::flashBackward, 1},
                            Term{"kernel_us", &plan::Efficiency::kernel, kMicro},
                            Term{"node", &plan::Efficiency::node, 1},
                            Term{"transfer", &plan::Efficiency::transfer, 1},
                            Term{"fabric", &plan::Efficiency::fabric, 1},
                            Term{"tensor_hidden", &plan::Efficiency::tensorHidden, 1}};

// Reads a whole file through `read`, which gets its root; the first problem is the error.
template <class Value, class Read>
plan::Result<Value> readFile(std::string_view name, std::string_view text, const Read& read)
{
    const auto failed = [&](const Problem& problem) {
        return plan::Error{toText(std::string(name) + ".yaml", problem)};
    };
    const ParsedDocument parsed = parseDocument(text);
    if (parsed.problem)
        return failed(*parsed.problem);
    Reading reading(parsed.document);
    Section root(reading, reading.root(), "", 1);
    Value value;
    value.name = name;
    read(root, value);
    root.refuseUnknown();
    if (!reading.result.problems.empty())
        return failed(reading.result.problems.front());
    return value;
}

template <class Convert, class Value>
void readValue(Section& section, std::string_view key, Value& value, const Convert& convert)
{
    const auto found = section.find(key);
    if (!found)
        // Our own files have no defaults: a value that is left out would be wrong unnoticed.
        return section.reading().problem(1, section.pathOf(key), "is missing");
    if (auto read = convert(*found->node))
        value = *std::move(read);
    else
        section.reading().problem(found->line, section.pathOf(key), read.error().message);
}

template <class Read>
void readSectionOf(Section& root, std::string_view key, const Read& read)
{
    const auto found = root.find(key);
    if (!found)
        return root.reading().problem(1, std::string(key), "is missing");
    Section section(root.reading(), *found->node, std::string(key), found->line);
    read(section);
    section.refuseUnknown();
}

void readVersion(Section& root, std::string_view key)
{
    int version = 0;
    readValue(root, key, version, [](const Node& node) { return integerOf(node, {1, 1}); });
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

// A text that may come from anybody's file.
std::string quotedText(std::string_view text)
{
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        const bool control = (c >= 0 && c < ' ') || c == '\x7f';
        // The reader takes no control characters.
        quoted += control ? ' ' : c;
    }
    return quoted + '"';
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
        if (root.find("evidence"))
            readValue(root, "evidence", read.evidence, textOf);
        readSectionOf(root, "device", [&](Section& section) { readFields(section, read.device); });
        Latencies latencies;
        readSectionOf(root, "latency", [&](Section& section) { readFields(section, latencies); });
        read.nodeLatencyUs = latencies.nodeUs;
        read.networkLatencyUs = latencies.networkUs;
    });
}

plan::Result<Profile> readProfile(std::string_view name, std::string_view text)
{
    return readFile<Profile>(name, text, [](Section& root, Profile& read) {
        readVersion(root, "bubblescope_profile");
        readValue(root, "source", read.source, textOf);
        readValue(root, "runs", read.runs, [](const Node& node) {
            return integerOf(node, {0, kMaxSamples});
        });
        const auto percent = [](const Node& node) { return decimalOf(node, {0, 1000}); };
        readValue(root, "mean_error_percent", read.meanError, percent);
        readValue(root, "worst_error_percent", read.worstError, percent);
        read.meanError /= 100;
        read.worstError /= 100;
        readSectionOf(root, "efficiency", [&](Section& section) {
            for (const Term& term : kTerms) {
                double value = read.efficiency.*term.member / term.scale;
                readValue(section, term.key, value, [](const Node& node) {
                    return decimalOf(node, {0.0001, 1e6});
                });
                read.efficiency.*term.member = value * term.scale;
            }
        });
    });
}

std::string writeProfile(const Profile& profile)
{
    const auto rounded = [](double value) {
        char text[32];
        // Four digits: the runs that it was fitted to say no more.
        std::snprintf(text, sizeof text, "%.4g", value);
        return decimalText(std::strtod(text, nullptr));
    };
    std::string text = "bubblescope_profile: 1\nsource: " + quotedText(profile.source) + "\nruns: "
        + std::to_string(profile.runs) + "\nmean_error_percent: " + rounded(100 * profile.meanError)
        + "\nworst_error_percent: " + rounded(100 * std::abs(profile.worstError))
        + "\nefficiency:\n";
    for (const Term& term : kTerms)
        text.append("  ").append(term.key).append(": ").append(
            rounded(profile.efficiency.*term.member / term.scale) + '\n');
    return text;
}

std::span<const Hardware> hardware()
{
    static const std::vector<Hardware> kAll = readAll<Hardware>(hardwareFiles(), readHardware);
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

plan::Machine machineOf(const Cluster& cluster)
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
    network.nodesPerSwitch = cluster.nodesPerSwitch;
    network.oversubscription = cluster.oversubscription;
    machine.frameworkBytes = spec.frameworkGib * kGib;
    machine.fragmentation = kFragmentation;
    if (const Profile* profile = profileOf(cluster))
        machine.efficiency = profile->efficiency;
    return machine;
}

} // namespace strategy
