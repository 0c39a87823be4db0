#include "engine/cli/trace_report.h"

#include "engine/cli/report_units.h"
#include "engine/cli/reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace cli {
namespace {

using measured::IterationFit;

double errorOf(const IterationFit& fit, plan::Nanoseconds predicted)
{
    return double(predicted.count()) / double(fit.measured.count()) - 1;
}

std::string usText(plan::Nanoseconds time)
{
    std::string text;
    appendUs(text, time);
    return text;
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

std::string stallsJson(const IterationFit& fit)
{
    std::string text = "[";
    for (std::size_t i = 0; i < std::min(fit.stalls.size(), kMostStalls); ++i) {
        const measured::Stall& stall = fit.stalls[i];
        text += fmt::format(
            "{}{{\"op\": \"{}\", \"rank\": {}, \"lasted_us\": {}, \"usual_us\": {}}}",
            i == 0 ? "" : ", ", plan::toText(stall.span.op), stall.rank,
            usText(stall.span.end - stall.span.start), usText(stall.usual));
    }
    return text + ']';
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

std::string iterationsJson(const std::vector<IterationFit>& fits)
{
    std::string text = "[";
    auto out = std::back_inserter(text);
    for (const IterationFit& fit : fits) {
        fmt::format_to(out,
                       "{}\n  {{\"iteration\": {}, \"warm_up\": {}, \"measured_us\": {}, "
                       "\"simulated_us\": {}, \"error\": {:.6f}, ",
                       text.size() == 1 ? "" : ",", fit.number, fit.warmUp, usText(fit.measured),
                       usText(fit.simulated), fit.error);
        if (fit.byOthers)
            fmt::format_to(out, "\"by_others_us\": {}, \"by_others_error\": {:.6f}, ",
                           usText(*fit.byOthers), errorOf(fit, *fit.byOthers));
        fmt::format_to(out,
                       "\"bubble_fraction\": {:.6f}, \"simulated_bubble_fraction\": {:.6f}, "
                       "\"stalls\": {}}}",
                       fit.measuredBubble, fit.simulatedBubble, stallsJson(fit));
    }
    return text + "\n ]";
}

} // namespace cli
