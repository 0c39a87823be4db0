#include "engine/runtime/clock_sync.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace engine {

namespace {

constexpr double kPpb = 1e9;

// A slope in ns per ns and the offset at the last measurement, as doubles that count from
// there: offsets and times themselves are hours, and a double would round them.
struct Line {
    double offset = 0;
    double slope = 0;
};

double sinceLast(const ClockOffset& measurement, const ClockOffset& last)
{
    return static_cast<double>((measurement.at - last.at).count());
}

Line leastSquares(std::span<const ClockOffset> measurements)
{
    const ClockOffset& last = measurements.back();
    double weights = 0;
    double meanTime = 0;
    double meanOffset = 0;
    // An error of 0 would weigh infinitely; a nanosecond is as exact as anything here is.
    const auto weightOf = [](const ClockOffset& m) {
        const double error = std::max(1.0, static_cast<double>(m.error.count()));
        return 1 / (error * error);
    };
    const auto offsetOf = [&](const ClockOffset& m) {
        return static_cast<double>((m.offset - last.offset).count());
    };
    for (const ClockOffset& m : measurements) {
        weights += weightOf(m);
        meanTime += weightOf(m) * sinceLast(m, last);
        meanOffset += weightOf(m) * offsetOf(m);
    }
    meanTime /= weights;
    meanOffset /= weights;
    double timeSquares = 0;
    double products = 0;
    for (const ClockOffset& m : measurements) {
        const double time = sinceLast(m, last) - meanTime;
        timeSquares += weightOf(m) * time * time;
        products += weightOf(m) * time * (offsetOf(m) - meanOffset);
    }
    if (timeSquares <= 0)
        return {};
    const double slope = products / timeSquares;
    return {meanOffset - slope * meanTime, slope};
}

// Could clocks of one speed have been measured like this?
bool mayBeFeigned(std::span<const ClockOffset> measurements, double slope)
{
    const ClockOffset& first = measurements.front();
    const ClockOffset& last = measurements.back();
    const auto between = static_cast<double>((last.at - first.at).count());
    const auto errors = static_cast<double>((first.error + last.error).count());
    return std::abs(slope) * between <= errors;
}

} // namespace

std::optional<ClockOffset> estimateOffset(std::span<const RoundTrip> exchanges)
{
    const RoundTrip* best = nullptr;
    for (const RoundTrip& exchange : exchanges) {
        if (exchange.received < exchange.sent)
            continue;
        if (best == nullptr || exchange.received - exchange.sent < best->received - best->sent)
            best = &exchange;
    }
    if (best == nullptr)
        return std::nullopt;

    const Nanoseconds trip = best->received - best->sent;
    const Nanoseconds middle = best->sent + trip / 2;
    // Half of an odd trip is rounded down; the bound is rounded up.
    return ClockOffset{best->answered - middle, (trip + Nanoseconds{1}) / 2, middle};
}

Nanoseconds ClockLine::at(Nanoseconds when) const
{
    const auto since = static_cast<double>((when - last.at).count());
    return last.offset + Nanoseconds(std::llround(driftPpb / kPpb * since));
}

ClockLine fitDrift(std::span<const ClockOffset> measurements)
{
    assert(!measurements.empty());
    ClockLine line{.last = measurements.back()};
    const Line fit = leastSquares(measurements);
    constexpr double kMost = std::numeric_limits<std::int32_t>::max();
    if (!mayBeFeigned(measurements, fit.slope)) {
        line.driftPpb
            = static_cast<std::int32_t>(std::lround(std::clamp(fit.slope * kPpb, -kMost, kMost)));
        line.last.offset += Nanoseconds(std::llround(fit.offset));
    }
    // Against the line as it is given out, whose offsets are whole nanoseconds.
    const Nanoseconds rounding{line.driftPpb == 0 ? 0 : 1};
    for (const ClockOffset& m : measurements)
        line.last.error
            = std::max(line.last.error, m.error + abs(line.at(m.at) - m.offset) + rounding);
    return line;
}

} // namespace engine
