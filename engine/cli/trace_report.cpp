#include "engine/cli/trace_report.h"

#include "engine/cli/json_writer.h"
#include "engine/cli/report_units.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace cli {
namespace {

using measured::IterationFit;
using nlohmann::ordered_json;

double errorOf(const IterationFit& fit, plan::Nanoseconds predicted)
{
    return double(predicted.count()) / double(fit.measured.count()) - 1;
}

constexpr std::size_t kMostStalls = 20;

std::string stallLine(const IterationFit& fit, const measured::Stall& stall)
{
    return fmt::format(
        "iteration {}: {} on rank {} lasted {:.3f} ms, usually {:.3f} ms; costs of a "
        "stage cannot say that\n",
        fit.number, plan::toText(stall.span.op), stall.rank,
        us(stall.span.end - stall.span.start) / 1e3, us(stall.usual) / 1e3);
}

// Of the iterations behind the warm-up; there much takes longer.
std::string stallLines(const std::vector<IterationFit>& fits)
{
    std::string text;
    std::size_t count = 0;
    for (const IterationFit& fit : fits)
        for (const measured::Stall& stall : fit.stalls)
            if (!fit.warmUp && count++ < kMostStalls)
                text += stallLine(fit, stall);
    if (count > kMostStalls)
        text += fmt::format("and {} ops more\n", count - kMostStalls);
    return text;
}

ordered_json stallsJson(const IterationFit& fit)
{
    ordered_json stalls = ordered_json::array();
    for (std::size_t i = 0; i < std::min(fit.stalls.size(), kMostStalls); ++i) {
        const measured::Stall& stall = fit.stalls[i];
        stalls.push_back({{"op", plan::toText(stall.span.op)},
                          {"rank", stall.rank},
                          {"lasted_us", usJson(stall.span.end - stall.span.start)},
                          {"usual_us", usJson(stall.usual)}});
    }
    return stalls;
}

// Mean and largest of what is known.
struct Errors {
    double sum = 0;
    double largest = 0;
    int count = 0;

    void add(double error)
    {
        sum += std::abs(error);
        largest = std::abs(error) > std::abs(largest) ? error : largest;
        ++count;
    }
    std::string text() const
    {
        return count == 0 ? std::string("not known")
                          : fmt::format("{:.2f} % on average, {:+.2f} % at most", 100 * sum / count,
                                        100 * largest);
    }
};

} // namespace

std::string iterationTable(const std::vector<IterationFit>& fits)
{
    std::string text = fmt::format("{:>9}{:>14}{:>14}{:>10}{:>14}{:>10}{:>12}{:>12}\n", "iteration",
                                   "measured, ms", "simulated", "error", "by others", "error",
                                   "bubble", "simulated");
    auto out = std::back_inserter(text);
    Errors own;
    Errors stalled;
    Errors others;
    Errors othersStalled;
    for (const IterationFit& fit : fits) {
        fmt::format_to(out, "{:>9}{:>14.3f}{:>14.3f}{:>8.2f} %", fit.number, us(fit.measured) / 1e3,
                       us(fit.simulated) / 1e3, 100 * fit.error);
        if (!fit.warmUp)
            // Kept apart: where an op stalled, no costs of a stage could be right, and a mean over
            // both would hide how good the others are.
            (fit.stalls.empty() ? own : stalled).add(fit.error);
        if (fit.byOthers) {
            const double error = errorOf(fit, *fit.byOthers);
            (fit.stalls.empty() ? others : othersStalled).add(error);
            fmt::format_to(out, "{:>14.3f}{:>8.2f} %", us(*fit.byOthers) / 1e3, 100 * error);
        } else {
            fmt::format_to(out, "{:>24}", fit.warmUp ? "of the warm-up" : "no others");
        }
        fmt::format_to(out, "{:>10.2f} %{:>10.2f} %\n", 100 * fit.measuredBubble,
                       100 * fit.simulatedBubble);
    }
    fmt::format_to(out, "simulated: with costs fitted to the iteration itself; off by {}\n",
                   own.text());
    fmt::format_to(out,
                   "by others: with costs fitted to every second iteration, this not among "
                   "them; off by {}\n",
                   others.text());
    if (stalled.count > 0)
        fmt::format_to(out, "where an op stalled: off by {}, by others {}\n", stalled.text(),
                       othersStalled.text());
    return text + stallLines(fits);
}

ordered_json iterationsJson(const std::vector<IterationFit>& fits)
{
    const auto share = [](double value) { return rounded(value, 6); };
    ordered_json list = ordered_json::array();
    for (const IterationFit& fit : fits) {
        ordered_json one{{"iteration", fit.number},
                         {"warm_up", fit.warmUp},
                         {"measured_us", usJson(fit.measured)},
                         {"simulated_us", usJson(fit.simulated)},
                         {"error", share(fit.error)}};
        if (fit.byOthers) {
            one["by_others_us"] = usJson(*fit.byOthers);
            one["by_others_error"] = share(errorOf(fit, *fit.byOthers));
        }
        one["bubble_fraction"] = share(fit.measuredBubble);
        one["simulated_bubble_fraction"] = share(fit.simulatedBubble);
        one["stalls"] = stallsJson(fit);
        list.push_back(std::move(one));
    }
    return list;
}

std::string clockTable(const measured::TracedRun& run, const measured::TracedStep& step)
{
    if (run.isOneClock)
        return {};
    std::string text = fmt::format("\n{:>5}{:>20}{:>20}{:>16}\n", "rank", "clock moved by, us",
                                   "give or take, us", "drift, ppm");
    for (std::size_t rank = 0; rank < step.clocks.moves.size(); ++rank) {
        const auto& drift = rank < run.drifts.size() ? run.drifts[rank] : std::nullopt;
        text += fmt::format(
            "{:>5}{:>20.3f}{:>20.3f}{:>16}\n", rank, us(step.clocks.middles[rank]),
            us(step.clocks.halfWidths[rank]),
            drift ? fmt::format("{:.2f} ± {:.2f}", 1e6 * drift->drift, 1e6 * drift->halfWidth)
                  : std::string("not known"));
    }
    return text;
}

ordered_json clocksJson(const measured::TracedRun& run, const measured::TracedStep& step)
{
    ordered_json list = ordered_json::array();
    for (std::size_t rank = 0; rank < step.clocks.moves.size(); ++rank) {
        ordered_json one{{"rank", rank},
                         {"moved_us", usJson(step.clocks.middles[rank])},
                         {"half_width_us", usJson(step.clocks.halfWidths[rank])}};
        if (rank < run.drifts.size() && run.drifts[rank]) {
            one["drift_ppm"] = rounded(1e6 * run.drifts[rank]->drift, 3);
            one["drift_half_width_ppm"] = rounded(1e6 * run.drifts[rank]->halfWidth, 3);
        }
        list.push_back(std::move(one));
    }
    return list;
}

} // namespace cli
