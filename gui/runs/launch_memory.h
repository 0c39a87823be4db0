// What was chosen for the last run, kept for the next.

#pragma once

#include "gui/live/launch_options.h"

#include <QStringList>

class QSettings;

namespace gui {

// Values that are out of their range are the defaults. What belongs to one run alone is not kept:
// the folder it records in, its report, what it continues from, a flipped bit.
LaunchOptions readLaunchOptions(const QSettings& settings);
void writeLaunchOptions(QSettings& settings, const LaunchOptions& options);

inline constexpr int kMostHostfiles = 8;

// Host files that were used, the newest first.
QStringList usedHostfiles(const QSettings& settings);

} // namespace gui
