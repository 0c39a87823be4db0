#include "gui/lessons/progress_store.h"

#include "engine/strategy/file.h"
#include "gui/text/engine_text.h"

#include <QDate>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace gui {

ProgressStore::ProgressStore(QString file, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
{
    if (!QFileInfo::exists(m_file))
        return;
    const auto text = strategy::readTextFile(m_file.toStdString(), lesson::kMaxProgressBytes);
    auto read = text ? lesson::progressOf(*text) : plan::Result<lesson::Progress>(text.error());
    if (read) {
        m_progress = *std::move(read);
        return;
    }
    m_mayWrite = false;
    m_problem = tr("%1: %2. What you do is not kept until the file is gone.")
                    .arg(m_file, engineText(read.error().message));
}

QString ProgressStore::usualFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
        + QStringLiteral("/progress.json");
}

int ProgressStore::today()
{
    return static_cast<int>(QDate(1970, 1, 1).daysTo(QDate::currentDate()));
}

void ProgressStore::note(const std::string& lesson, const lesson::Step& step,
                         const lesson::Answer& answer, const lesson::Judgement& judgement)
{
    lesson::note(m_progress, lesson, step, answer, judgement, today());
    keep();
}

void ProgressStore::noteHint(const std::string& lesson, const std::string& step)
{
    lesson::noteHint(m_progress, lesson, step);
    keep();
}

void ProgressStore::notePractice(const std::string& lesson, const std::string& step)
{
    lesson::notePractice(m_progress, lesson, step);
    keep();
}

QString ProgressStore::erase()
{
    if (QFileInfo::exists(m_file) && !QFile::remove(m_file))
        return tr("%1 cannot be removed.").arg(m_file);
    m_progress = {};
    m_problem.clear();
    m_mayWrite = true;
    emit changed();
    return {};
}

QString ProgressStore::exportTo(const QString& path) const
{
    const auto written = strategy::replaceFile(path.toStdString(), lesson::toJson(m_progress));
    return written ? QString() : tr("%1: %2").arg(path, engineText(written.error().message));
}

void ProgressStore::keep()
{
    if (m_mayWrite) {
        QDir().mkpath(QFileInfo(m_file).absolutePath());
        m_problem = exportTo(m_file);
    }
    emit changed();
}

} // namespace gui
