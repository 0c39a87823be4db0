// The short name of a run: runs are named by their day and time, and told apart by the end.

#pragma once

#include <QString>

namespace gui {

// "0e60" of "20261122-145255-0e60"; a name without a hyphen is short enough.
inline QString runTail(const QString& run)
{
    const QString tail = run.section(QLatin1Char('-'), -1);
    return tail.isEmpty() ? run : tail;
}

} // namespace gui
