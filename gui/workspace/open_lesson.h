// A lesson that is open: of the course, or in a file, which is read again whenever it is saved.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/lessons/lesson_session.h"
#include "gui/workspace/open_item.h"

#include <QFileSystemWatcher>

#include <memory>
#include <optional>

namespace gui {

// GUI thread. The session stays while the window comes and goes with its language.
class OpenLesson : public OpenItem {
    Q_OBJECT
public:
    // `read`: worked out already. `file`: absolute; empty: it is one of the course. `store` must
    // outlive it.
    OpenLesson(std::shared_ptr<const lesson::ReadLesson> read, QString file, ProgressStore& store);
    ~OpenLesson() override;

    QString title() const override;
    QString tip() const override;
    QString source() const override { return m_file; }

    QString name() const; // as its file has it; of the course one that no other lesson has
    LessonSession& session() { return m_session; }

private:
    void readAgain();

    QString m_file;
    LessonSession m_session;
    QFileSystemWatcher m_watcher;
    NewestWork m_reader; // last: its thread ends first
};

} // namespace gui
