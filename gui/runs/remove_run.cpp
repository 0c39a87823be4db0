#include "gui/runs/remove_run.h"

#include "gui/runs/run_words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace gui {

QString whyNotRemoved(const RunEntry& run)
{
    if (run.isRunning())
        return runsText(QT_TRANSLATE_NOOP("Runs", "%1 is still running; stop it first"))
            .arg(run.run);
    if (run.isQueued())
        return runsText(QT_TRANSLATE_NOOP("Runs", "%1 waits in the queue; stop it first"))
            .arg(run.run);
    const QFileInfo folder(run.directory);
    if (run.directory.isEmpty() || !folder.isAbsolute() || !folder.isDir() || folder.isSymLink()
        || folder.isRoot() || QDir::cleanPath(run.directory) == QDir::homePath())
        return runsText(QT_TRANSLATE_NOOP("Runs", "%1 is not a folder of a run"))
            .arg(run.directory);
    const auto record = readRunRecord(run.directory);
    const QString recorded = record ? record->run
        : run.hasBegun()            ? QString()
                                    : submittedRunIn(run.directory);
    if (recorded != run.run)
        return runsText(QT_TRANSLATE_NOOP("Runs",
                                          "%1 does not hold the record of %2, so it is left alone"))
            .arg(run.directory, run.run);
    return {};
}

std::optional<QString> moveToTrash(const RunEntry& run)
{
    if (const QString whyNot = whyNotRemoved(run); !whyNot.isEmpty())
        return whyNot;
    // Where there is no place for a trash, Qt 6.4 takes the working directory for one.
    const QString trash = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        + QStringLiteral("/Trash");
    if (QDir::isAbsolutePath(trash) && QDir().mkpath(trash) && QFileInfo(trash).isWritable()
        && QFile::moveToTrash(QDir::cleanPath(run.directory)))
        return std::nullopt;
    return runsText(QT_TRANSLATE_NOOP("Runs", "%1 cannot be moved to the trash; it is as it was"))
        .arg(run.directory);
}

} // namespace gui
