// Reads foreign files one after the other on a thread.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/exchange/foreign_file.h"

#include <QObject>
#include <QStringList>

namespace gui {

class ImportQueue : public QObject {
    Q_OBJECT
public:
    explicit ImportQueue(QObject* parent = nullptr);

    // Behind those that wait. Does nothing for one that waits already.
    void read(const QString& path);

    bool isBusy() const { return !m_waiting.isEmpty(); }

signals:
    void done(const QString& path, const gui::ForeignFile& file);

private:
    void next();

    QStringList m_waiting; // the first is being read
    NewestWork m_work;     // last: its thread ends first
};

} // namespace gui
