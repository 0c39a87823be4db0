#include "gui/runs/known_recordings.h"

#include <QDir>
#include <QSettings>

namespace gui {
namespace {

const QString kRecordings = QStringLiteral("runs/recordings");

} // namespace

QStringList knownRecordings(const QSettings& settings)
{
    return settings.value(kRecordings).toStringList().mid(0, kMostRecordings);
}

void rememberRecording(QSettings& settings, const QString& folder)
{
    QStringList known = knownRecordings(settings);
    const QString path = QDir::cleanPath(folder);
    known.removeAll(path);
    known.prepend(path);
    settings.setValue(kRecordings, QStringList(known.mid(0, kMostRecordings)));
}

void forgetRecording(QSettings& settings, const QString& folder)
{
    QStringList known = knownRecordings(settings);
    known.removeAll(QDir::cleanPath(folder));
    settings.setValue(kRecordings, known);
}

} // namespace gui
