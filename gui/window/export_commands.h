// The commands that take out of the window what a sheet shows: figure, table, report, trace.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/window/sheet.h"

#include <QByteArray>

#include <functional>

namespace gui {

struct Exports;

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
    // Asks for a file, and writes there what `make` makes, on a thread.
    void ask(const QString& title, const QString& proposed, const QString& filter,
             const QString& ending, std::function<QByteArray()> make);
    void write(const QString& path, std::function<QByteArray()> make);
    template <class Dialog>
    void open(Dialog* dialog);
    // True where there is one; else says that there is none.
    bool hasAny(bool any);

    Sheet& m_sheet;
    QWidget* m_window;
    NewestWork m_work; // last: its thread ends first
};

// Of all steps, one under the other.
QByteArray traceOf(const Exports& exports);

} // namespace gui
