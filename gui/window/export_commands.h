// The commands that take out of the window what a sheet shows: figure, table, report, trace.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/window/sheet.h"

#include <QByteArray>

#include <deque>
#include <functional>
#include <vector>

namespace gui {

struct FileKind;
struct TrackData;

class ExportCommands : public QObject {
    Q_OBJECT
public:
    // A child of the sheet, whose registry `actions` is; dialogs stand over `window`.
    ExportCommands(Sheet& sheet, ActionRegistry& actions, QWidget* window);
    // Writes what was asked for and is not written yet; nobody is told of it any more.
    ~ExportCommands() override;

private:
    void exportFigure();
    void exportTable();
    void exportReport();
    void exportTrace();
    // Asks for a file, and writes there what `make` makes, on a thread.
    void ask(const QString& title, const QString& stem, const FileKind& kind,
             std::function<QByteArray()> make);
    // Behind those that wait, each of which is written and says how that went.
    void write(const QString& path, std::function<QByteArray()> make);
    void next();
    template <class Dialog>
    void open(Dialog* dialog);
    // True where there is one; else says that there is none.
    bool hasAny(bool any);

    struct File {
        QString path;
        std::function<QByteArray()> make;
    };

    Sheet& m_sheet;
    QWidget* m_window;
    std::deque<File> m_files; // the first is being written
    bool m_isClosing = false;
    NewestWork m_work; // last: its thread ends first
};

// Of all steps, one under the other. Each has a timeline and a schedule.
QByteArray traceOf(const std::vector<TrackData>& steps);

} // namespace gui
