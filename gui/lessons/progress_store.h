// What the learner has done, in a file of this machine: nothing of it is sent anywhere.

#pragma once

#include "engine/lesson/progress.h"

#include <QObject>
#include <QString>

namespace gui {

// GUI thread; the file is small. Written after every change: whoever closes the window in the
// middle of a lesson loses nothing.
class ProgressStore : public QObject {
    Q_OBJECT
public:
    // `file`: absolute; its folder is made once there is something to keep. A file that cannot be
    // read is left as it is, and problem() says so; nothing is written over it.
    explicit ProgressStore(QString file, QObject* parent = nullptr);

    // progress.json in the place for data of applications.
    static QString usualFile();
    static int today(); // days since 1970-01-01, of this machine's calendar

    const lesson::Progress& progress() const { return m_progress; }
    const QString& problem() const { return m_problem; } // a sentence; empty: none

    void note(const std::string& lesson, const lesson::Step& step, const lesson::Answer& answer,
              const lesson::Judgement& judgement);
    void noteHint(const std::string& lesson, const std::string& step);
    void notePractice(const std::string& lesson, const std::string& step);

    // All of it, and the file. A sentence where that failed.
    QString erase();
    // A copy for a teacher. A sentence where that failed.
    QString exportTo(const QString& path) const;

signals:
    void changed();

private:
    void keep();

    QString m_file;
    lesson::Progress m_progress;
    QString m_problem;
    bool m_mayWrite = true;
};

} // namespace gui
