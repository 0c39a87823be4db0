// Times in words and the ticks of a ruler. No Qt; decimals have a point in every
// locale.

#pragma once

#include "gui/timeline/time_axis.h"

#include <string>
#include <vector>

namespace gui {

enum class TimeUnit {
    Auto, // the one that reads best
    Nano,
    Micro,
    Milli,
    Second,
};

// "µs".  Auto has none.
const char* symbol(TimeUnit unit);

// The largest unit that `time` reaches; never Auto.
TimeUnit unitFor(Nanoseconds time);

// "12.5 ms", exact to the nanosecond: no digit is rounded away, no zero left
// hanging. Negative times carry a minus.
std::string timeText(Nanoseconds time, TimeUnit unit = TimeUnit::Auto);

// The same with at most four significant digits, for a label: "12.35 ms".
std::string shortTimeText(Nanoseconds time, TimeUnit unit = TimeUnit::Auto);

struct Tick {
    Nanoseconds time{};
    std::string text; // empty for a minor tick

    bool major() const { return !text.empty(); }
};

// Ticks within the axis, in order: majors at 1, 2 or 5 times a power of ten, at
// least `minimumSpacing` pixels apart and minors between them. All texts are in
// one unit, with just the digits that tell neighbours apart. Never more ticks than
// ten for every `minimumSpacing` pixels.
std::vector<Tick> rulerTicks(const TimeAxis& axis, double minimumSpacing,
                             TimeUnit unit = TimeUnit::Auto);

} // namespace gui
