// The commands that take out of the window what a sheet shows: figure, table, report, trace.

#pragma once

#include "gui/window/sheet.h"

#include <QByteArray>

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

private:
    void exportFigure();
    void exportTable();
    void exportReport();
    void exportTrace();
    // Asks for a file, and writes there what `make` makes: behind others that wait, on a thread.
    void ask(const QString& title, const QString& stem, const FileKind& kind,
             std::function<QByteArray()> make);
    template <class Dialog>
    void open(Dialog* dialog);
    // True where there is one; else says that there is none.
    bool hasAny(bool any);

    Sheet& m_sheet;
    QWidget* m_window;
};

// Of all steps, one under the other. Each has a timeline and a schedule.
QByteArray traceOf(const std::vector<TrackData>& steps);

} // namespace gui
