// What the window opens, and in which sheet it shows that.

#include "gui/window/import_sheet.h"
#include "gui/window/main_window.h"
#include "gui/window/session.h"
#include "gui/window/sheet_maker.h"
#include "gui/window/start_sheet.h"
#include "gui/window/strategy_sheet.h"
#include "gui/workspace/workspace.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMimeData>
#include <QPointer>

#include <algorithm>

namespace gui {

Sheet* MainWindow::makeSheet(OpenItem& item)
{
    if (auto* start = qobject_cast<OpenStart*>(&item)) {
        auto* sheet = new StartSheet(*start, m_settings, m_runTabs.library(), this);
        connectStart(*sheet);
        return sheet;
    }
    if (auto* trace = qobject_cast<OpenImport*>(&item)) {
        auto* sheet = new ImportSheet(*trace, m_workspace, m_opener, this);
        connect(sheet, &ImportSheet::strategyWanted, this, [this, sheet, trace] {
            m_opener.openStrategy(
                strategyOf(trace->trace(), static_cast<std::size_t>(sheet->shown())));
        });
        return sheet;
    }
    return gui::makeSheet(
        item, {m_opener, m_workspace, m_settings, m_runTabs.library(), m_options.keepLayout, this});
}

// What is chosen on the start page takes its place.
void MainWindow::connectStart(StartSheet& sheet)
{
    const auto instead = [this, &sheet](const std::function<void()>& open) {
        OpenItem* const start = &sheet.item();
        open();
        if (m_workspace.current() != start)
            // Once the signal that led here has returned to the page.
            QMetaObject::invokeMethod(
                this,
                [this, start] {
                    if (const int place = m_workspace.placeOf(*start); place >= 0)
                        m_workspace.remove(place);
                },
                Qt::QueuedConnection);
    };
    connect(&sheet, &StartSheet::presetChosen, this, [this, instead](const QString& path) {
        instead([this, path] { m_opener.openPreset(path); });
    });
    connect(&sheet, &StartSheet::fileChosen, this, [this, instead](const QString& path) {
        instead([this, path] { m_opener.openPath(path); });
    });
    connect(&sheet, &StartSheet::runChosen, this, [this, instead](const RunEntry& run) {
        instead([this, run] {
            // It may be over by now.
            if (run.isRunning())
                m_runTabs.openRun(run.run, [window = QPointer(this)](const QString& sentence) {
                    if (window)
                        window->fail(sentence);
                });
            else
                m_runTabs.open(run);
            setMode(Mode::Run);
        });
    });
    connect(&sheet, &StartSheet::openWanted, &m_opener, &OpenCommands::open);
}

void MainWindow::connectFileActions()
{
    m_actions.onTriggered("file.new", [this] { m_opener.openStart(); });
    QAction* reopen = m_actions.action("file.reopen");
    reopen->setCheckable(true);
    reopen->setChecked(reopensTabs(m_settings));
    m_actions.onTriggered("file.reopen",
                          [this, reopen] { setReopensTabs(m_settings, reopen->isChecked()); });
    m_actions.onTriggered("file.open", [this] { m_opener.open(); });
    m_actions.onTriggered("file.picture", [this] { savePicture(); });
    m_actions.onTriggered("file.close", [this] { closeTab(m_workspace.currentPlace()); });
    m_actions.onTriggered("file.quit", [this] { close(); });
    for (const char* id : {"run.attach", "run.replay"})
        m_actions.setHandled(id);
    connect(m_actions.action("run.attach"), &QAction::triggered, &m_runTabs, &RunTabs::browse);
    connect(m_actions.action("run.replay"), &QAction::triggered, &m_runTabs,
            &RunTabs::chooseRecording);
    connect(&m_opener, &OpenCommands::courseWanted, this, [this] { setMode(Mode::Learn); });
    connect(&m_opener, &OpenCommands::runListWanted, &m_runTabs, &RunTabs::browse);
    connect(&m_opener, &OpenCommands::runWanted, &m_runTabs, &RunTabs::open);
    connect(&m_opener, &OpenCommands::recordingsWanted, &m_runTabs, &RunTabs::chooseRecording);
    connect(&m_opener, &OpenCommands::failed, this, &MainWindow::fail);
    connect(&m_opener, &OpenCommands::opened, this,
            [this](const QString& path) { m_frame->say(tr("opened %1").arg(path)); });
    connect(&m_opener, &OpenCommands::imported, this, &MainWindow::showLosses);
    connect(&m_opener, &OpenCommands::orderWanted, this, &MainWindow::openOrder);
    connect(&m_opener, &OpenCommands::recordingWanted, &m_runTabs, &RunTabs::openRecording);
}

void MainWindow::openOrder(const QString& path)
{
    StrategySheet* const front = strategySheet();
    if (!front) {
        fail(tr("%1 is an order of ops: bring its strategy to the front first, then open it")
                 .arg(path));
        return;
    }
    front->orderMode().edit().openCsv(path, [this, path](const std::optional<QString>& problem) {
        if (problem)
            fail(*problem);
        else
            m_frame->say(tr("took the order of the ops from %1").arg(path));
    });
}

// Beside the strategy that was read, so that nothing of it is taken for what it is not.
void MainWindow::showLosses(OpenItem&, const QString& summary)
{
    fillFrame(); // the strategy may have come into a sheet that was there
    m_frame->say(summary);
    m_frame->drawer().setCurrent(QStringLiteral("report"));
    Arrangement now = m_frame->arrangement();
    now.drawer = true;
    m_frame->setArrangement(now);
}

void MainWindow::fail(const QString& sentence)
{
    // An earlier success would contradict the failure.
    m_frame->say({});
    if (m_sheet)
        m_sheet->showFailure(sentence);
}

void MainWindow::savePicture()
{
    // Before the dialog is opened: a run goes on while the user chooses a file, and the picture is
    // to be of the moment at which it was asked for.
    const QPixmap picture = grab();
    auto* dialog = new QFileDialog(this, tr("Save a picture of the window"),
                                   QStringLiteral("bubblescope.png"), tr("Pictures (*.png)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("png"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, picture](const QString& path) {
        if (picture.save(path, "PNG"))
            m_frame->say(tr("saved %1").arg(path));
        else
            fail(tr("%1 cannot be written; choose another place").arg(path));
    });
    // Not exec(), which would start an event loop within this call.
    dialog->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    // The list may be empty, although its type is among those that are offered.
    const QList<QUrl> urls = event->mimeData()->urls();
    if (std::any_of(urls.begin(), urls.end(), [](const QUrl& url) { return url.isLocalFile(); }))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (const QString path = url.toLocalFile(); !path.isEmpty())
            paths << path;
    openFiles(paths);
}

TimelinePanel* MainWindow::timelineOf(const OpenItem& item) const
{
    const auto found = m_sheets.find(&item);
    return found == m_sheets.end() ? nullptr : found->second->timeline();
}

} // namespace gui
