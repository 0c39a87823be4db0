// The recordings that stand in the program: runs of our own, shown where nothing can be started.

#pragma once

#include <QString>
#include <QTemporaryDir>

#include <memory>

namespace gui {

// GUI thread.
class LessonRecordings {
public:
    static bool has(const QString& name);

    // The event log of that recording, in a folder of its own that lasts as long as this object;
    // empty where there is none, or where it cannot be written.
    QString unpack(const QString& name);

private:
    std::unique_ptr<QTemporaryDir> m_folder; // once one was asked for
};

} // namespace gui
