// The visible stretch of time and the pixels it is drawn on. A value: zooming and
// panning return another axis. No Qt, so it is tested without a display.

#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

namespace gui {

using Nanoseconds = std::chrono::nanoseconds;

// A half-open stretch of time, [begin, end), with end > begin. It may begin before 0.
struct TimeRange {
    Nanoseconds begin{};
    Nanoseconds end{1};

    // > 0, as end > begin.
    Nanoseconds length() const { return end - begin; }
    bool operator==(const TimeRange&) const = default;
};

// The shortest range an axis shows: pixels are then a fraction of a nanosecond.
inline constexpr Nanoseconds kShortestRange{16};

// A linear mapping of times to pixels, with range.begin at 0 and range.end at `width`. Which pixels
// they are, device pixels or device-independent ones, is for the caller to choose.
struct TimeAxis {
    TimeRange range;
    double width = 1; // pixels, > 0

    // The scale; > 0, and far below 1 for whole steps.
    double pixelsPerNanosecond() const
    {
        return width / static_cast<double>(range.length().count());
    }

    // Pixel of a time. Not clamped: times out of sight land outside [0, width].
    // Subtracts as integers first, so a nanosecond survives however late the time.
    double x(Nanoseconds time) const
    {
        return static_cast<double>((time - range.begin).count()) * width
            / static_cast<double>(range.length().count());
    }

    // Inverse of x(): the nanosecond the pixel begins in. Not clamped either.
    Nanoseconds time(double x) const
    {
        const double offset = std::floor(x * static_cast<double>(range.length().count()) / width);
        return range.begin + Nanoseconds{static_cast<std::int64_t>(offset)};
    }

    // Shows `factor` times less (more, below 1), which is > 0, keeping the time under pixel `x`
    // where it is to within a nanosecond. Never shorter than kShortestRange.
    TimeAxis zoomed(double factor, double x) const
    {
        const double length = std::round(static_cast<double>(range.length().count()) / factor);
        const auto shown = std::max(kShortestRange, Nanoseconds{static_cast<std::int64_t>(length)});
        const double before = std::round(static_cast<double>(shown.count()) * x / width);
        const Nanoseconds begin = time(x) - Nanoseconds{static_cast<std::int64_t>(before)};
        return {{begin, begin + shown}, width};
    }

    // Moves the range later by `pixels` (earlier, below 0), to within a nanosecond. Its length
    // stays exactly what it is.
    TimeAxis panned(double pixels) const
    {
        const double offset
            = std::round(pixels * static_cast<double>(range.length().count()) / width);
        const Nanoseconds shift{static_cast<std::int64_t>(offset)};
        return {{range.begin + shift, range.end + shift}, width};
    }

    bool operator==(const TimeAxis&) const = default;
};

} // namespace gui
