// A folder in the desktop's file manager.

#pragma once

#include <QString>

#include <functional>

class QObject;

namespace gui {

// Asks the file manager for it over the session's bus (org.freedesktop.FileManager1), and starts no
// program. Where none answers, `otherwise` is called, at once or later; not after `context` is
// gone.
void showFolder(const QString& folder, QObject* context, const std::function<void()>& otherwise);

} // namespace gui
