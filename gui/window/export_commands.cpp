#include "gui/window/export_commands.h"

#include "engine/strategy/trace_export.h"
#include "gui/export/export_queue.h"
#include "gui/export/exports.h"
#include "gui/export/figure_dialog.h"
#include "gui/export/table_dialog.h"
#include "gui/inputs/ask_where.h"

#include <QFileDialog>

#include <utility>

namespace gui {

ExportCommands::ExportCommands(Sheet& sheet, ActionRegistry& actions, QWidget* window)
    : QObject(&sheet)
    , m_sheet(sheet)
    , m_window(window)
{
    actions.onTriggered("export.figure", [this] { exportFigure(); });
    actions.onTriggered("export.table", [this] { exportTable(); });
    actions.onTriggered("export.report", [this] { exportReport(); });
    actions.onTriggered("export.trace", [this] { exportTrace(); });
}

bool ExportCommands::hasAny(bool any)
{
    if (!any)
        emit m_sheet.said(tr("there is nothing to export yet"));
    return any;
}

template <class Dialog>
void ExportCommands::open(Dialog* dialog)
{
    connect(dialog, &Dialog::saved, &m_sheet,
            [this](const QString& path) { emit m_sheet.said(tr("saved %1").arg(path)); });
    connect(dialog, &Dialog::failed, &m_sheet, &Sheet::failed);
    dialog->open();
}

void ExportCommands::exportFigure()
{
    Exports exports = m_sheet.exports();
    if (hasAny(!exports.figures.empty()))
        open(new FigureDialog(std::move(exports), m_window));
}

void ExportCommands::exportTable()
{
    const Exports exports = m_sheet.exports();
    std::vector<NamedTable> tables;
    if (exports.tables)
        tables = exports.tables();
    if (!hasAny(!tables.empty()))
        return;
    auto* dialog = new TableDialog(std::move(tables), exports.stem, m_window);
    connect(dialog, &TableDialog::said, &m_sheet, &Sheet::said);
    open(dialog);
}

void ExportCommands::exportReport()
{
    const Exports exports = m_sheet.exports();
    if (hasAny(exports.report != nullptr))
        ask(tr("Export a report"), exports.stem, {tr("Web pages"), QStringLiteral("html")},
            [report = exports.report()] { return htmlOf(report); });
}

void ExportCommands::exportTrace()
{
    const Exports exports = m_sheet.exports();
    if (hasAny(!exports.steps.empty()))
        ask(tr("Export a Chrome trace"), exports.stem,
            {tr("Chrome traces"), QStringLiteral("json")},
            [steps = exports.steps] { return traceOf(steps); });
}

void ExportCommands::ask(const QString& title, const QString& stem, const FileKind& kind,
                         std::function<QByteArray()> make)
{
    connect(askWhere(m_window, title, stem, kind), &QFileDialog::fileSelected, this,
            [this, make = std::move(make)](const QString& path) {
                ExportQueue::ofApplication().write(
                    path, make, &m_sheet, [&sheet = m_sheet, path](const QString& problem) {
                        if (problem.isEmpty())
                            emit sheet.said(tr("saved %1").arg(path));
                        else
                            emit sheet.failed(problem);
                    });
            });
}

QByteArray traceOf(const std::vector<TrackData>& steps)
{
    std::vector<strategy::TraceTrack> tracks;
    tracks.reserve(steps.size());
    for (const TrackData& track : steps)
        tracks.push_back({track.title.toStdString(), track.schedule.get(), track.timeline.get()});
    QByteArray text;
    strategy::writeChromeTrace(tracks, [&text](std::string_view piece) {
        text.append(piece.data(), static_cast<qsizetype>(piece.size()));
    });
    return text;
}

} // namespace gui
