#include "gui/document/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace gui {
namespace {

const QString kKey = QStringLiteral("recentFiles");

} // namespace

QStringList recentFiles(const QSettings& settings)
{
    return settings.value(kKey).toStringList().mid(0, kRecentFiles);
}

void rememberFile(QSettings& settings, const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles(settings);
    files.removeAll(absolute);
    files.prepend(absolute);
    settings.setValue(kKey, files.mid(0, kRecentFiles));
}

} // namespace gui
