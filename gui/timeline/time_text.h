// Times to the nanosecond and the ticks of a ruler. No Qt; decimals have a point in every locale.
// Three digits of a time, for a label, are those of stepTime() (gui/text).

#pragma once

#include "gui/text/time_unit.h"
#include "gui/timeline/time_axis.h"

#include <string>
#include <vector>

namespace gui {

// "µs".  Auto has none.
const char* symbol(TimeUnit unit);

// The largest unit that `time` reaches; never Auto.
TimeUnit unitFor(Nanoseconds time);

// "12.5 ms", exact to the nanosecond: no digit is rounded away, no zero left
// hanging. Negative times carry a minus.
std::string timeText(Nanoseconds time, TimeUnit unit = TimeUnit::Auto);

// The same, with the digits that three of the length of `range` take: its ends differ, and none is
// longer than that needs.
std::string momentText(Nanoseconds time, const TimeRange& range, TimeUnit unit = TimeUnit::Auto);

// How a story writes its times: in which unit, and in full or, where one glances at it, in brief.
struct TimeStyle {
    TimeUnit unit = TimeUnit::Auto;
    bool brief = false;

    constexpr TimeStyle(TimeUnit inUnit, bool isBrief = false)
        : unit(inUnit)
        , brief(isBrief)
    {
    }
};

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

// What is pointed at on the axis: in the unit of its ruler, with just the digits that tell two
// pixels apart.
std::string pointedTimeText(Nanoseconds time, const TimeAxis& axis, TimeUnit unit = TimeUnit::Auto);

} // namespace gui
