#include "engine/strategy/estimate/left_out.h"

#include "engine/strategy/estimate/embedded_table.h"
#include "engine/strategy/hardware.h"
#include "engine/strategy/scalars.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace strategy {
namespace {

// How much more a run counts that is alike in one respect.
constexpr double kSameDevice = 3;
constexpr double kSameSoftware = 3;
constexpr double kSameSize = 1.5;

// One node, a few racks, or more: what sizes have in common is which links matter.
int sizeOf(int devices) { return devices <= 16 ? 0 : devices <= 256 ? 1 : 2; }

// Devices that differ in their memory alone: "a100" of "a100-80gb".
std::string_view kindOf(std::string_view device) { return device.substr(0, device.find('-')); }

struct Weighted {
    double ratio; // measured over predicted
    double weight;
};

// The first that no less than that share of all weight lies at or below.
double percentile(const std::vector<Weighted>& sorted, double share)
{
    double all = 0;
    for (const Weighted& one : sorted)
        all += one.weight;
    double below = 0;
    for (const Weighted& one : sorted) {
        below += one.weight;
        if (below >= share * all)
            return one.ratio;
    }
    return sorted.back().ratio;
}

} // namespace

std::span<const LeftOutRun> leftOutRuns()
{
    static const std::vector<LeftOutRun> kAll = [] {
        std::vector<LeftOutRun> all;
        for (const RunRow& row : embeddedTable("left_out"))
            if (const auto error = row.number("error"))
                all.push_back({row.text("device"), row.text("profile"), row.text("framework"),
                               row.text("family"), row.integer("devices", 1),
                               row.number("parameters").value_or(0), *error});
        return all;
    }();
    return kAll;
}

Interval intervalOf(std::span<const LeftOutRun> runs, std::string_view profile,
                    std::string_view framework, int devices, std::string_view without)
{
    std::map<std::string_view, int> families;
    for (const LeftOutRun& run : runs)
        ++families[run.family];
    std::vector<Weighted> ratios;
    for (const LeftOutRun& run : runs) {
        if (run.family == without)
            continue;
        if (!(run.error > -1) || !std::isfinite(run.error))
            continue;
        const double alike = (run.profile == profile ? kSameDevice : 1)
            * (run.framework == framework ? kSameSoftware : 1)
            * (sizeOf(run.devices) == sizeOf(devices) ? kSameSize : 1);
        ratios.push_back({1 / (1 + run.error), alike / std::sqrt(double(families[run.family]))});
    }
    if (ratios.empty())
        return {};
    std::sort(ratios.begin(), ratios.end(),
              [](const Weighted& a, const Weighted& b) { return a.ratio < b.ratio; });
    return {percentile(ratios, 0.1), percentile(ratios, 0.9)};
}

std::optional<Interval> stepInterval(const Strategy& strategy)
{
    if (strategy.costs || !strategy.model)
        return std::nullopt;
    if (const auto& own = strategy.cluster.fitted; own && own->intervalHigh > 0)
        return Interval{own->intervalLow, own->intervalHigh};
    return intervalOf(leftOutRuns(), profileNameOf(strategy.cluster),
                      wordOf(strategy.kernels.framework), deviceCount(strategy));
}

std::string beyondRuns(std::span<const LeftOutRun> runs, const Strategy& strategy,
                       double parameters)
{
    // Its owner has compared it with runs, and so have those of a profile with its software.
    const Profile* const own = profileOf(strategy.cluster);
    if (strategy.cluster.fitted || (own != nullptr && !own->framework.empty() && own->runs > 0))
        return {};
    const std::string_view device = kindOf(strategy.cluster.device);
    const std::string framework = wordOf(strategy.kernels.framework);
    const int devices = deviceCount(strategy);
    bool knowsDevice = false;
    bool knowsSoftware = false;
    int most = 0;
    double largest = 0;
    for (const LeftOutRun& run : runs) {
        knowsDevice = knowsDevice || kindOf(run.device) == device;
        knowsSoftware = knowsSoftware || run.framework == framework;
        most = std::max(most, run.devices);
        largest = std::max(largest, run.parameters);
    }
    if (!knowsDevice)
        return "no run on a '" + strategy.cluster.device + "' has been compared with a prediction";
    if (!knowsSoftware)
        return "no run of '" + framework + "' has been compared with a prediction";
    if (devices > most)
        return "it has " + std::to_string(devices) + " devices, and the largest run that has been "
            + "compared with a prediction had " + std::to_string(most);
    constexpr double kBillion = 1e9;
    if (parameters > largest)
        return "its model has " + decimalText(std::round(parameters / kBillion))
            + " billion parameters, and the largest that has been compared with a prediction had "
            + decimalText(std::round(largest / kBillion));
    return {};
}

} // namespace strategy
