#include "engine/measured/run_conditions.h"

#include "telemetry/control.h"
#include "telemetry/text.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace measured {
namespace {

constexpr int kMostThreads = 1 << 16;

// Of a description that ends with them, "…, 4 threads"; 1 for any other text.
int threadsIn(std::string_view text)
{
    constexpr std::string_view kEnd = " threads";
    if (!text.ends_with(kEnd))
        return 1;
    text.remove_suffix(kEnd.size());
    text.remove_prefix(text.find_last_of(' ') + 1); // npos + 1 is 0
    int threads = 1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
    const bool number = error == std::errc{} && end == text.data() + text.size();
    return number ? std::clamp(threads, 1, kMostThreads) : 1;
}

// A factor after another leaves the rank slowed; one that is as fast again may never have been
// slow.
void addSlowed(RunConditions& conditions, int rank, const telemetry::SlowedByHand& said)
{
    auto& spells = conditions.slowedByHand;
    const auto open = std::find_if(spells.begin(), spells.end(), [rank](const auto& spell) {
        return spell.rank == rank && !spell.until;
    });
    if (open != spells.end()) {
        if (said.ends)
            open->until = said.step;
        else
            open->factor = said.factor;
        return;
    }
    if (said.ends)
        return;
    if (spells.size() >= RunConditions::kMostSlowSpells) // too many to tell apart: all of it
        spells = {{.rank = rank, .since = 0}};
    else
        spells.push_back({.rank = rank, .since = said.step, .factor = said.factor});
}

} // namespace

void RunConditions::add(const telemetry::Frame& frame)
{
    hosts.add(frame);
    if (const auto* samples = std::get_if<std::vector<telemetry::MemorySample>>(&frame.body))
        for (const telemetry::MemorySample& sample : *samples)
            if (sample.category == telemetry::MemoryCategory::ProcessRss)
                peakBytes = std::max(peakBytes, sample.peakBytes);
    if (const auto* samples = std::get_if<std::vector<telemetry::DeviceSample>>(&frame.body))
        for (const telemetry::DeviceSample& sample : *samples)
            if (sample.memoryUsedBytes != telemetry::kUnknown64)
                peakDeviceBytes = std::max(peakDeviceBytes, sample.memoryUsedBytes);
    if (const auto* infos = std::get_if<std::vector<telemetry::DeviceInfo>>(&frame.body))
        for (const telemetry::DeviceInfo& info : *infos) {
            const std::string name = std::string(telemetry::textOf(info.name));
            gpusDiffer = gpusDiffer || (!gpu.empty() && name != gpu);
            gpusAreShared = gpusAreShared || info.sharingRanks > 1;
            if (gpu.empty())
                gpu = name;
        }
    if (const auto* lines = std::get_if<std::vector<telemetry::LogLine>>(&frame.body))
        for (const telemetry::LogLine& line : *lines) {
            threads = std::max(threads, threadsIn(line.text));
            if (const auto slowed = telemetry::parseSlowedByHand(line.text))
                addSlowed(*this, static_cast<int>(frame.header.rank), *slowed);
        }
}

bool RunConditions::isSlowed(int step) const { return !slowedRanks(step).empty(); }

bool RunConditions::isSlowed(int rank, int since, std::optional<int> until) const
{
    return std::any_of(slowedByHand.begin(), slowedByHand.end(), [=](const auto& spell) {
        return rank == spell.rank && (!until || spell.since < *until)
            && (!spell.until || since < *spell.until);
    });
}

std::vector<int> RunConditions::slowedRanks(int step) const
{
    std::vector<int> ranks;
    for (const SlowedByHand& spell : slowedByHand)
        if (step >= spell.since && (!spell.until || step < *spell.until))
            ranks.push_back(spell.rank);
    return ranks;
}

} // namespace measured
