// Writes what leaves the window into a file.

#pragma once

#include <QByteArray>
#include <QString>

namespace gui {

// Empty where it was written; else a sentence that says why not. Any thread.
QString writtenTo(const QString& path, const QByteArray& bytes);

} // namespace gui
