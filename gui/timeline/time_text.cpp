#include "gui/timeline/time_text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace gui {
namespace {

struct Scale {
    TimeUnit unit;
    std::int64_t nanoseconds;
    int decimals; // that a nanosecond takes
    const char* symbol;
};

constexpr std::array kScales{
    Scale{TimeUnit::Nano, 1, 0, "ns"}, Scale{TimeUnit::Micro, 1'000, 3, "µs"},
    Scale{TimeUnit::Milli, 1'000'000, 6, "ms"}, Scale{TimeUnit::Second, 1'000'000'000, 9, "s"}};

const Scale& scaleOf(TimeUnit unit)
{
    assert(unit != TimeUnit::Auto);
    return kScales[static_cast<std::size_t>(unit) - 1];
}

const Scale& scaleFor(TimeUnit unit, Nanoseconds time)
{
    return scaleOf(unit == TimeUnit::Auto ? unitFor(time) : unit);
}

// `time` in `scale` with exactly `decimals` decimals, cut off, without the unit.
std::string number(Nanoseconds time, const Scale& scale, int decimals)
{
    const bool negative = time.count() < 0;
    // Unsigned, so that the most negative time has a magnitude, too.
    const auto magnitude = negative ? 0 - static_cast<std::uint64_t>(time.count())
                                    : static_cast<std::uint64_t>(time.count());
    const auto unit = static_cast<std::uint64_t>(scale.nanoseconds);
    std::string fraction = std::to_string(magnitude % unit);
    fraction.insert(0,
                    static_cast<std::size_t>(scale.decimals) > fraction.size()
                        ? static_cast<std::size_t>(scale.decimals) - fraction.size()
                        : 0,
                    '0');
    std::string text = (negative ? "-" : "") + std::to_string(magnitude / unit);
    if (decimals > 0)
        text += '.' + fraction.substr(0, static_cast<std::size_t>(decimals));
    return text;
}

std::string withoutHangingZeros(std::string text)
{
    if (text.find('.') == std::string::npos)
        return text;
    while (text.back() == '0')
        text.pop_back();
    if (text.back() == '.')
        text.pop_back();
    return text;
}

Nanoseconds rounded(Nanoseconds time, std::int64_t to)
{
    const std::int64_t half = time.count() < 0 ? -to / 2 : to / 2;
    return Nanoseconds{(time.count() + half) / to * to};
}

// 1, 2 or 5 times a power of ten, at least `least` ns.
std::int64_t niceStep(double least)
{
    std::int64_t power = 1;
    while (static_cast<double>(power) * 10 <= least)
        power *= 10;
    for (const std::int64_t times : {1, 2, 5})
        if (static_cast<double>(power * times) >= least)
            return power * times;
    return power * 10;
}

// How many minor ticks fit a major one so that they stay whole nanoseconds.
std::int64_t minorsOf(std::int64_t step)
{
    const bool two = step == 2 || (step % 10 == 0 && std::to_string(step).front() == '2');
    const std::int64_t minors = two ? 4 : 5;
    return step % minors == 0 ? minors : 1;
}

// One unit for the whole ruler: that of its farthest tick.
const Scale& rulerScale(const TimeAxis& axis, TimeUnit unit)
{
    const auto [begin, end] = axis.range;
    return scaleFor(unit, Nanoseconds{std::max(std::abs(begin.count()), std::abs(end.count()))});
}

int decimalsFor(std::int64_t step, const Scale& scale)
{
    int decimals = 0;
    for (std::int64_t unit = scale.nanoseconds; step % unit != 0; unit /= 10)
        ++decimals;
    return decimals;
}

} // namespace

const char* symbol(TimeUnit unit) { return unit == TimeUnit::Auto ? "" : scaleOf(unit).symbol; }

TimeUnit unitFor(Nanoseconds time)
{
    TimeUnit unit = TimeUnit::Nano;
    for (const Scale& scale : kScales)
        if (time.count() >= scale.nanoseconds || time.count() <= -scale.nanoseconds)
            unit = scale.unit;
    return unit;
}

std::string timeText(Nanoseconds time, TimeUnit unit)
{
    const Scale& scale = scaleFor(unit, time);
    return withoutHangingZeros(number(time, scale, scale.decimals)) + ' ' + scale.symbol;
}

std::string pointedTimeText(Nanoseconds time, const TimeAxis& axis, TimeUnit unit)
{
    std::int64_t digit = 1;
    while (static_cast<double>(digit) * 10 * axis.pixelsPerNanosecond() <= 1)
        digit *= 10;
    const Scale& scale = rulerScale(axis, unit);
    return number(rounded(time, digit), scale, decimalsFor(digit, scale)) + ' ' + scale.symbol;
}

std::string momentText(Nanoseconds time, const TimeRange& range, TimeUnit unit)
{
    std::int64_t digit = 1;
    while (digit * 1000 <= range.length().count())
        digit *= 10;
    const Scale& scale = scaleFor(unit, range.end);
    return withoutHangingZeros(number(rounded(time, digit), scale, decimalsFor(digit, scale))) + ' '
        + scale.symbol;
}

std::vector<Tick> rulerTicks(const TimeAxis& axis, double minimumSpacing, TimeUnit unit)
{
    const std::int64_t step = niceStep(minimumSpacing / axis.pixelsPerNanosecond());
    const std::int64_t minor = step / minorsOf(step);
    const auto [begin, end] = axis.range;

    const Scale& scale = rulerScale(axis, unit);
    const int decimals = decimalsFor(step, scale);

    std::vector<Tick> ticks;
    std::int64_t at = begin.count() / minor * minor;
    while (at < begin.count())
        at += minor;
    for (; at <= end.count(); at += minor) {
        Tick tick{.time = Nanoseconds{at}, .text = {}};
        if (at % step == 0)
            tick.text = number(tick.time, scale, decimals) + ' ' + scale.symbol;
        ticks.push_back(std::move(tick));
    }
    return ticks;
}

} // namespace gui
