// Recordings from elsewhere that were opened, kept so that they can be found again.

#pragma once

#include <QStringList>

class QSettings;

namespace gui {

inline constexpr int kMostRecordings = 100;

// Folders, the newest first; some may be gone.
QStringList knownRecordings(const QSettings& settings);
// In front of the others.
void rememberRecording(QSettings& settings, const QString& folder);
void forgetRecording(QSettings& settings, const QString& folder);

} // namespace gui
