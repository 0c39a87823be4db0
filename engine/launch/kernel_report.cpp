#include "engine/launch/kernel_report.h"

#include "engine/plan/counted.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace launch {

namespace {

using Json = nlohmann::ordered_json;
using measured::KernelTime;
using measured::KernelTotal;
using measured::KernelUse;
using telemetry::KernelLane;

double kernelSeconds(KernelTime time) { return std::chrono::duration<double>(time).count(); }

std::optional<double> ratioOf(KernelTime part, KernelTime whole)
{
    if (whole <= KernelTime{0})
        return std::nullopt;
    return kernelSeconds(part) / kernelSeconds(whole);
}

// Only kernels that compute are part of the computing time.
std::optional<double> shareOf(const KernelTotal& total, const KernelUse& use)
{
    return total.lane == KernelLane::Compute ? ratioOf(total.time, use.computing) : std::nullopt;
}

Json ratioJson(std::optional<double> ratio) { return ratio ? Json(*ratio) : Json(nullptr); }

Json useJson(const KernelUse& use)
{
    Json json = {{"recorded", use.recorded},
                 {"missing", use.missing},
                 {"dropped", use.dropped},
                 {"computing_seconds", kernelSeconds(use.computing)},
                 {"ops_seconds", kernelSeconds(use.ops)},
                 {"launch_gap_seconds", kernelSeconds(use.gaps)},
                 {"launch_gap_fraction", ratioJson(ratioOf(use.gaps, use.ops))},
                 {"compute_seconds", kernelSeconds(use.timeOf(KernelLane::Compute))},
                 {"communication_seconds", kernelSeconds(use.timeOf(KernelLane::Communication))},
                 {"copy_seconds", kernelSeconds(use.timeOf(KernelLane::Copy))}};
    Json& kernels = json["kernels"] = Json::array();
    const std::size_t named = std::min(use.totals.size(), kKernelsInJson);
    for (std::size_t i = 0; i < named; ++i) {
        const KernelTotal& total = use.totals[i];
        kernels.push_back({{"name", total.name},
                           {"lane", measured::wordOf(total.lane)},
                           {"count", total.count},
                           {"seconds", kernelSeconds(total.time)},
                           {"bytes", total.bytes},
                           {"share", ratioJson(shareOf(total, use))}});
    }
    json["other_kernels"] = use.totals.size() - named;
    return json;
}

// "1.23 s", "456 ms", "7.89 ms", "120 us"
std::string timeText(KernelTime time)
{
    constexpr std::array<std::pair<double, const char*>, 3> kUnits{
        {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}}};
    const double seconds = kernelSeconds(time);
    for (const auto& [unit, word] : kUnits)
        if (seconds >= unit || word == kUnits.back().second) {
            const double value = seconds / unit;
            return fmt::format("{:.{}f} {}", value,
                               value >= 99.95       ? 0
                                   : value >= 9.995 ? 1
                                                    : 2,
                               word);
        }
    return {};
}

std::string percentText(std::optional<double> ratio)
{
    return ratio ? fmt::format("{:.1f} %", 100 * *ratio) : std::string();
}

// "; 3.2 % of the ops' time has none (launch gaps): 2.9 % on rank 0 to 3.6 % on rank 1"
std::string gapsText(const KernelReport& kernels, const KernelUse& all)
{
    const auto gaps = ratioOf(all.gaps, all.ops);
    if (!gaps)
        return {};
    std::string text
        = fmt::format("; {}{} of the ops' time has none (launch gaps)",
                      all.dropped + all.missing > 0 ? "at most " : "", percentText(gaps));
    std::optional<std::pair<double, int>> least;
    std::optional<std::pair<double, int>> most;
    for (const auto& [rank, use] : kernels.ranks)
        if (const auto ratio = ratioOf(use.gaps, use.ops)) {
            const std::pair one(*ratio, rank);
            least = least ? std::min(*least, one) : one;
            most = most ? std::max(*most, one) : one;
        }
    if (least && least->second != most->second)
        text += fmt::format(": {} on rank {} to {} on rank {}", percentText(least->first),
                            least->second, percentText(most->first), most->second);
    return text;
}

} // namespace

measured::KernelUse KernelReport::overall() const
{
    KernelUse all;
    for (const auto& [rank, use] : ranks)
        all.add(use);
    return all;
}

nlohmann::ordered_json jsonOf(const KernelReport& kernels)
{
    Json json = useJson(kernels.overall());
    json["ranks"] = Json::array();
    for (const auto& [rank, use] : kernels.ranks) {
        Json one = {{"rank", rank}};
        one.update(useJson(use));
        json["ranks"].push_back(std::move(one));
    }
    return json;
}

std::string summaryOf(const KernelReport& kernels)
{
    if (kernels.isEmpty())
        return {};
    const KernelUse all = kernels.overall();
    std::string text
        = fmt::format("  kernels: {} recorded{}\n", all.recorded, gapsText(kernels, all));
    if (all.dropped > 0)
        text += fmt::format("  {} of kernels are missing: the tracing of the devices had no room "
                            "for them\n",
                            plan::counted(static_cast<long long>(all.dropped), "record"));
    if (all.missing > 0)
        text += fmt::format("  {} more did not reach the recording\n",
                            plan::counted(static_cast<long long>(all.missing), "kernel"));
    if (all.totals.empty())
        return text;
    text += fmt::format("  {:>14} {:>10} {:>9}\n", "of computing", "time", "kernels");
    const std::size_t named = std::min(all.totals.size(), kKernelsInText);
    for (std::size_t i = 0; i < named; ++i) {
        const KernelTotal& total = all.totals[i];
        const auto share = shareOf(total, all);
        text += fmt::format("  {:>14} {:>10} {:>9}  {}\n",
                            share ? percentText(share) : std::string(measured::wordOf(total.lane)),
                            timeText(total.time), total.count,
                            measured::shortKernelName(total.name));
    }
    if (all.totals.size() > named) {
        KernelTime time{0};
        std::uint64_t count = 0;
        for (std::size_t i = named; i < all.totals.size(); ++i) {
            time += all.totals[i].time;
            count += all.totals[i].count;
        }
        text += fmt::format(
            "  {:>14} {:>10} {:>9}  {}\n", "", timeText(time), count,
            plan::counted(static_cast<long long>(all.totals.size() - named), "other kernel"));
    }
    return text;
}

} // namespace launch
