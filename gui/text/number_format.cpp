#include "gui/text/number_format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace gui {
namespace {

QString signedNumber(double value)
{
    // What rounds to zero has no sign.
    const double rounded = std::round(value * 10) / 10 + 0.0;
    const QString digits = QLocale().toString(std::abs(rounded), 'f', 1);
    if (rounded == 0)
        return digits;
    return (rounded > 0 ? QStringLiteral("+") : QStringLiteral("−")) + digits;
}

QString withDigits(double value, int digits, int most)
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    const auto magnitude = [](double of) { return static_cast<int>(std::floor(std::log10(of))); };
    double size = std::abs(value);
    if (size == 0 || std::round(size * std::pow(10, most)) == 0)
        return QStringLiteral("0");
    // To that many digits first: 9.996 has then one more before the point.
    const double last = std::pow(10, magnitude(size) - digits + 1);
    size = std::round(size / last) * last;
    const int decimals = std::clamp(digits - 1 - magnitude(size * (1 + 1e-12)), 0, most);
    return QLocale().toString(std::copysign(size, value), 'f', decimals);
}

QString pointsOf(const QString& number)
{
    return QCoreApplication::translate("Format", "%1 points").arg(number);
}

} // namespace

QString threeDigits(double value, int most) { return withDigits(value, 3, most); }

QString lossNumber(double loss) { return withDigits(loss, 4, 6); }

QString rate(double perSecond)
{
    // From where three digits of the smaller unit would be four.
    if (std::abs(perSecond) >= 999.5e3)
        return threeDigits(perSecond / 1e6) + QStringLiteral(" M");
    if (std::abs(perSecond) >= 999.5)
        return threeDigits(perSecond / 1e3) + QStringLiteral(" k");
    return threeDigits(perSecond);
}

QString bytesText(double bytes)
{
    constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t unit = 0;
    // What would be rounded to 1000 is said in the next unit.
    for (; bytes >= 999.5 && unit + 1 < kUnits.size(); ++unit)
        bytes /= 1024;
    return QStringLiteral("%1 %2").arg(threeDigits(bytes, unit == 0 ? 0 : 3),
                                       QLatin1String(kUnits[unit]));
}

QString millisecondsNumber(plan::Nanoseconds time, int decimals)
{
    const auto count = std::llabs(time.count());
    std::int64_t threeDigits = 100; // the least time that shows three digits
    for (int i = decimals; i < 6; ++i)
        threeDigits *= 10;
    for (; decimals < 6 && count != 0 && count < threeDigits; threeDigits /= 10)
        ++decimals;
    return QLocale().toString(static_cast<double>(time.count()) / 1e6, 'f', decimals);
}

QString milliseconds(plan::Nanoseconds time, int decimals)
{
    return QCoreApplication::translate("Format", "%1 ms").arg(millisecondsNumber(time, decimals));
}

QString stepTime(plan::Nanoseconds time, TimeUnit unit)
{
    static constexpr std::array<const char*, 4> kUnits{
        QT_TRANSLATE_NOOP("Format", "%1 ns"), QT_TRANSLATE_NOOP("Format", "%1 µs"),
        QT_TRANSLATE_NOOP("Format", "%1 ms"), QT_TRANSLATE_NOOP("Format", "%1 s")};
    constexpr double kRoundsToThousand = 999.5;
    auto value = static_cast<double>(time.count());
    const std::size_t wanted
        = unit == TimeUnit::Auto ? kUnits.size() : static_cast<std::size_t>(unit) - 1;
    std::size_t place = 0;
    for (; place < wanted; ++place, value /= 1e3)
        if (unit == TimeUnit::Auto
            && (place + 1 == kUnits.size() || std::abs(value) < kRoundsToThousand))
            break;
    // Less than a nanosecond is not known.
    return QCoreApplication::translate("Format", kUnits[place])
        .arg(threeDigits(value, 3 * static_cast<int>(place)));
}

QString timesText(plan::Nanoseconds low, plan::Nanoseconds high)
{
    return QStringLiteral("%1 – %2").arg(stepTime(low), stepTime(high));
}

QString percent(double share)
{
    return QCoreApplication::translate("Format", "%1 %").arg(threeDigits(share * 100, 2));
}

QString shareText(plan::Nanoseconds part, plan::Nanoseconds whole)
{
    return percent(whole.count() <= 0
                       ? 0
                       : static_cast<double>(part.count()) / static_cast<double>(whole.count()));
}

QString relativeDifference(double measured, double predicted)
{
    if (!(predicted > 0))
        return {};
    return QCoreApplication::translate("Format", "%1 %")
        .arg(signedNumber((measured / predicted - 1) * 100));
}

QString points(double difference) { return pointsOf(threeDigits(difference * 100, 2)); }

QString pointsDifference(double measured, double predicted)
{
    return pointsOf(signedNumber((measured - predicted) * 100));
}

} // namespace gui
