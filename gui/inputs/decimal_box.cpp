#include "gui/inputs/decimal_box.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gui {
namespace {

// As many as a double may need: the box rounds to them.
constexpr int kEveryDecimal = std::numeric_limits<double>::max_exponent10 + 15;
constexpr double kMostTyped = 1e12; // beyond every range; the check says what is out of it
constexpr double kFinestStep = 0.01;

// Without the noise of an addition.
double toTwelveDigits(double value) { return QString::number(value, 'g', 12).toDouble(); }

// One in the second digit; downwards that of the numbers below.
double stepAt(double value, bool isUp)
{
    if (value <= 0)
        return kFinestStep;
    const double digits = std::floor(std::log10(isUp ? value : value * (1 - 1e-9)));
    return std::max(kFinestStep, std::pow(10, digits - 1));
}

} // namespace

DecimalBox::DecimalBox(const QString& unit, QWidget* parent)
    : QDoubleSpinBox(parent)
{
    setDecimals(kEveryDecimal);
    setRange(0, kMostTyped);
    setSuffix(unit);
}

void DecimalBox::setZero(const QString& text, double standsFor)
{
    m_zeroStandsFor = toTwelveDigits(standsFor);
    const QString shown = text.arg(textFromValue(m_zeroStandsFor) + suffix());
    if (shown != specialValueText()) // setting it drops what is being typed
        setSpecialValueText(shown);
}

void DecimalBox::stepBy(int steps)
{
    double next = value();
    for (int left = std::abs(steps); left > 0; --left) {
        if (steps > 0 && next <= 0 && m_zeroStandsFor > 0)
            next = m_zeroStandsFor;
        else if (steps > 0)
            next = toTwelveDigits(next + stepAt(next, true));
        else
            next = std::max(0.0, toTwelveDigits(next - stepAt(next, false)));
    }
    setValue(next);
    selectAll();
}

// The fewest digits that are read back as the same number.
QString DecimalBox::textFromValue(double value) const
{
    QLocale plain = locale();
    plain.setNumberOptions(plain.numberOptions() | QLocale::OmitGroupSeparator);
    return plain.toString(value, 'f', QLocale::FloatingPointShortest);
}

} // namespace gui
