// The range of an axis with its ticks.

#pragma once

#include <QValueAxis>

namespace gui {

// Sets both, so that at no moment the ticks of one range are drawn over the other: from 1 to 10⁶
// that would be millions of labels, which Qt Charts makes at once.
// Precondition: low < high; tick > 0, of the order of their distance.
inline void scaleAxis(QValueAxis& axis, double low, double high, double tick)
{
    const bool grows = high - low > axis.max() - axis.min();
    if (grows)
        axis.setTickInterval(tick);
    axis.setRange(low, high);
    axis.setTickInterval(tick);
    axis.setTickType(QValueAxis::TicksDynamic);
}

} // namespace gui
