#include "gui/workspace/open_lesson.h"

#include "gui/lessons/lesson_text.h"

#include <QFileInfo>

namespace gui {

OpenLesson::OpenLesson(std::shared_ptr<const lesson::ReadLesson> read, QString file,
                       ProgressStore& store)
    : m_file(std::move(file))
    , m_session(std::move(read), &store)
{
    if (m_file.isEmpty())
        return;
    // Editors replace a file as often as they write into it: then its folder changes.
    m_watcher.addPath(m_file);
    m_watcher.addPath(QFileInfo(m_file).absolutePath());
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &OpenLesson::readAgain);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] {
        if (!m_watcher.files().contains(m_file))
            readAgain();
    });
}

OpenLesson::~OpenLesson() = default;

QString OpenLesson::title() const
{
    const auto& read = m_session.read();
    const QString title = plainText(read.lesson.head.title, read, m_session.ask());
    return title.isEmpty() ? QFileInfo(m_file).fileName() : title;
}

QString OpenLesson::tip() const { return m_file.isEmpty() ? tr("A lesson of the course") : m_file; }

QString OpenLesson::name() const
{
    return QString::fromStdString(m_session.read().lesson.head.name);
}

void OpenLesson::readAgain()
{
    if (QFileInfo::exists(m_file) && !m_watcher.files().contains(m_file))
        m_watcher.addPath(m_file);
    m_reader.request([this, file = m_file.toStdString()](const NewestWork::Outdated&) {
        auto read = std::make_shared<const lesson::ReadLesson>(lesson::readLessonFile(file));
        return NewestWork::Delivery([this, read] {
            m_session.setRead(read);
            emit changed();
        });
    });
}

} // namespace gui
