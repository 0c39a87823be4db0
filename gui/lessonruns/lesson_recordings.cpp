#include "gui/lessonruns/lesson_recordings.h"

#include <QFile>
#include <QRegularExpression>

namespace gui {
namespace {

QString embeddedRecording(const QString& name)
{
    return QStringLiteral(":/lessons/recordings/%1.bslog").arg(name);
}

} // namespace

bool LessonRecordings::has(const QString& name)
{
    // A teacher's file may name anything; only what is a plain name leads nowhere else.
    static const QRegularExpression kPlainName(QStringLiteral("^[a-z0-9-]{1,64}$"));
    return kPlainName.match(name).hasMatch() && QFile::exists(embeddedRecording(name));
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
