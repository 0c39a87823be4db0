#include "gui/frame/verdict.h"

#include <cmath>

namespace gui {

void setChange(VerdictNumber& number, double before, double now, bool lessIsBetter,
               const std::function<QString(double)>& toText)
{
    const QString difference = toText(std::abs(now - before));
    if (difference == toText(0))
        return;
    const bool less = now < before;
    number.change = (less ? QStringLiteral("▼ ") : QStringLiteral("▲ ")) + difference;
    number.changeMood = less == lessIsBetter ? Mood::Good : Mood::Warning;
}

} // namespace gui
