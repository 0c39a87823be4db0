#include "gui/costs/cost_box.h"

#include "engine/strategy/fields.h"

#include <QDoubleSpinBox>
#include <QSignalBlocker>

#include <cmath>

namespace gui {
namespace {

constexpr double kNanosecondsPerMicrosecond = 1000;

} // namespace

double microseconds(plan::Nanoseconds time)
{
    return static_cast<double>(time.count()) / kNanosecondsPerMicrosecond;
}

plan::Nanoseconds fromMicroseconds(double value)
{
    return plan::Nanoseconds{std::llround(value * kNanosecondsPerMicrosecond)};
}

double mostMicroseconds() { return microseconds(strategy::kMaxCost); }

QDoubleSpinBox* costBox(double highest, const QString& suffix, int digits)
{
    auto* box = new QDoubleSpinBox;
    // In microseconds the third digit is a nanosecond, the unit that costs are kept in.
    box->setDecimals(3);
    box->setRange(0, highest);
    box->setSuffix(suffix);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    // The width that Qt asks for has room for the largest value and would widen the whole form.
    box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    box->setMinimumWidth(box->fontMetrics().horizontalAdvance(QLatin1Char('0')) * digits);
    return box;
}

QDoubleSpinBox* timeBox(int digits)
{
    return costBox(mostMicroseconds(), QStringLiteral(" µs"), digits);
}

void showNumber(QDoubleSpinBox* box, double value)
{
    // What is shown comes from the strategy; valueChanged() would edit the strategy with it.
    const QSignalBlocker quiet(box);
    if (box->value() != value)
        box->setValue(value);
}

} // namespace gui
