#include "gui/live/last_checkpoint.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace gui {

std::optional<LastCheckpoint> lastCheckpointIn(const QString& directory)
{
    if (directory.isEmpty())
        return std::nullopt;
    static const QRegularExpression named(QStringLiteral("^step-(\\d{8})$"));
    const QDir folder(QDir(directory).filePath(QStringLiteral("checkpoints")));
    // The number of digits is fixed, so the order of the names is that of the steps.
    for (const QString& name : folder.entryList(QDir::Dirs, QDir::Name | QDir::Reversed)) {
        const QString path = folder.absoluteFilePath(name);
        const auto found = named.match(name);
        // Written last of all.
        if (found.hasMatch() && QFileInfo(path + QStringLiteral("/checkpoint.json")).isFile())
            return LastCheckpoint{found.captured(1).toInt(), path};
    }
    return std::nullopt;
}

} // namespace gui
