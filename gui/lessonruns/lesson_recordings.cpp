#include "gui/lessonruns/lesson_recordings.h"

#include "engine/lesson/recordings.h"

#include <QFile>

namespace gui {
namespace {

QString embeddedRecording(const QString& name)
{
    return QStringLiteral(":/lessons/recordings/%1.bslog").arg(name);
}

} // namespace

bool LessonRecordings::has(const QString& name)
{
    // A teacher's file may name anything; what is no name of the list leads nowhere.
    return lesson::hasRecording(name.toStdString());
}

QString LessonRecordings::unpack(const QString& name)
{
    if (!has(name))
        return {};
    if (!m_folder)
        m_folder = std::make_unique<QTemporaryDir>();
    const QString file = m_folder->filePath(name + QStringLiteral(".bslog"));
    if (QFile::exists(file) || QFile::copy(embeddedRecording(name), file))
        return file;
    return {};
}

} // namespace gui
