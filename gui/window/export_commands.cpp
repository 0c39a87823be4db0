#include "gui/window/export_commands.h"

#include "engine/strategy/file.h"
#include "engine/strategy/trace_export.h"
#include "gui/export/exports.h"
#include "gui/export/figure_dialog.h"
#include "gui/export/table_dialog.h"
#include "gui/text/engine_text.h"

#include <QFileDialog>
#include <QFileInfo>

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
    Exports exports = m_sheet.exports();
    if (!hasAny(!exports.tables.empty()))
        return;
    auto* dialog = new TableDialog(std::move(exports), m_window);
    connect(dialog, &TableDialog::said, &m_sheet, &Sheet::said);
    open(dialog);
}

void ExportCommands::exportReport()
{
    const Exports exports = m_sheet.exports();
    if (hasAny(exports.report.has_value()))
        ask(tr("Export a report"), exports.stem, tr("Web pages"), QStringLiteral("html"),
            [report = *exports.report] { return htmlOf(report); });
}

void ExportCommands::exportTrace()
{
    const Exports exports = m_sheet.exports();
    if (hasAny(!exports.steps.empty()))
        ask(tr("Export a Chrome trace"), exports.stem, tr("Chrome traces"), QStringLiteral("json"),
            [exports] { return traceOf(exports); });
}

void ExportCommands::ask(const QString& title, const QString& proposed, const QString& filter,
                         const QString& ending, std::function<QByteArray()> make)
{
    auto* dialog
        = new QFileDialog(m_window, title, proposed + QLatin1Char('.') + ending,
                          QStringLiteral("%1 (*.%2);;%3 (*)").arg(filter, ending, tr("All files")));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, make = std::move(make)](const QString& path) { write(path, make); });
    dialog->open();
}

void ExportCommands::write(const QString& path, std::function<QByteArray()> make)
{
    m_work.request([this, path, make = std::move(make)](const auto&) -> NewestWork::Delivery {
        const QByteArray bytes = make();
        const auto written = strategy::replaceFile(
            QFileInfo(path).absoluteFilePath().toStdString(),
            std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        const QString error = written ? QString() : engineText(written.error().message);
        return [this, path, error] {
            if (error.isEmpty())
                emit m_sheet.said(tr("saved %1").arg(path));
            else
                emit m_sheet.failed(error);
        };
    });
}

QByteArray traceOf(const Exports& exports)
{
    std::vector<strategy::TraceTrack> tracks;
    for (const TrackData& track : exports.steps)
        tracks.push_back({track.title.toStdString(), track.schedule.get(), track.timeline.get()});
    QByteArray text;
    strategy::writeChromeTrace(tracks, [&text](std::string_view piece) {
        text.append(piece.data(), static_cast<qsizetype>(piece.size()));
    });
    return text;
}

} // namespace gui
