#include "gui/text/number_format.h"

#include <QCoreApplication>
#include <QLocale>

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

} // namespace

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

QString stepTime(plan::Nanoseconds time)
{
    constexpr std::chrono::seconds kSecond{1};
    if (time < kSecond)
        return milliseconds(time, 1);
    int decimals = 3; // of four digits
    for (plan::Nanoseconds ten = 10 * kSecond; time >= ten && decimals > 0; ten *= 10)
        --decimals;
    return QCoreApplication::translate("Format", "%1 s")
        .arg(QLocale().toString(static_cast<double>(time.count()) / 1e9, 'f', decimals));
}

QString percent(double share)
{
    return QCoreApplication::translate("Format", "%1 %")
        .arg(QLocale().toString(share * 100, 'f', 1));
}

QString relativeDifference(double measured, double predicted)
{
    if (!(predicted > 0))
        return {};
    return QCoreApplication::translate("Format", "%1 %")
        .arg(signedNumber((measured / predicted - 1) * 100));
}

QString pointsDifference(double measured, double predicted)
{
    return signedNumber((measured - predicted) * 100);
}

} // namespace gui
