// Files that are written one after the other, on a thread of their own.

#pragma once

#include "gui/background/newest_work.h"

#include <QByteArray>
#include <QPointer>
#include <QString>

#include <deque>
#include <functional>

class QCoreApplication;

namespace gui {

// Lives as long as the application, so that a file that somebody has asked for is written although
// its tab is closed meanwhile. GUI thread.
class ExportQueue : public QObject {
    Q_OBJECT
public:
    // There must be an application.
    static ExportQueue& ofApplication();
    // Writes what still waits, as the end of the application does.
    ~ExportQueue() override;

    // `make` runs on the thread of the queue. `onDone` hears in the end why the file could not be
    // written, or an empty sentence, unless `who` is gone by then.
    void write(const QString& path, std::function<QByteArray()> make, QObject* who,
               std::function<void(const QString& problem)> onDone);

private:
    explicit ExportQueue(QCoreApplication* application);
    void finish();
    void next();
    void done(const QString& problem);

    struct File {
        QString path;
        std::function<QByteArray()> make;
        QPointer<QObject> who;
        std::function<void(const QString&)> onDone;
    };

    std::deque<File> m_files; // the first is being written
    NewestWork m_work;        // last: its thread ends first
};

} // namespace gui
