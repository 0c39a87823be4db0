// The files opened last, newest first; kept in the settings.

#pragma once

#include <QStringList>

class QSettings;

namespace gui {

inline constexpr int kRecentFiles = 10;

// Absolute paths, at most kRecentFiles; some may be gone from the disk.
QStringList recentFiles(const QSettings& settings);

// Moves `path` to the front.
void rememberFile(QSettings& settings, const QString& path);

} // namespace gui
