#include "gui/window/run_tabs.h"

#include "gui/live/short_command.h"
#include "gui/runs/known_recordings.h"
#include "gui/runs/remove_run.h"
#include "gui/runs/run_browser.h"
#include "gui/runs/run_words.h"
#include "gui/runs/show_folder.h"
#include "gui/window/confirm.h"
#include "gui/window/main_window.h"
#include "gui/window/strategy_sheet.h"
#include "gui/workspace/open_comparison.h"
#include "gui/workspace/workspace.h"
#include "telemetry/event_log.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLineEdit>
#include <QListView>

namespace gui {
namespace {

// Of a path that names a recording as the program makes them; empty: a log by another name, beside
// which there may be others.
QString folderOfRecording(const QString& path)
{
    const QFileInfo info(path);
    if (info.isDir())
        return QDir::cleanPath(info.absoluteFilePath());
    return info.fileName() == QLatin1String(telemetry::kEventLogName) ? info.absolutePath()
                                                                      : QString();
}

} // namespace

RunTabs::RunTabs(MainWindow& window, Workspace& workspace, QSettings& settings)
    : QObject(&window)
    , m_window(window)
    , m_workspace(workspace)
    , m_settings(settings)
    , m_library(workspace.runProgram())
{
    m_library.setRecordings(knownRecordings(m_settings));
}

RunTabs::~RunTabs() { delete m_browser; }

QWidget* RunTabs::panel()
{
    if (m_browser)
        return m_browser;
    m_browser = new RunBrowser(m_library, &m_window);
    m_browser->hide();
    connect(m_browser, &RunBrowser::openWanted, this, &RunTabs::open);
    connect(m_browser, &RunBrowser::compareWanted, this, &RunTabs::compare);
    connect(m_browser, &RunBrowser::removeWanted, this, &RunTabs::remove);
    connect(m_browser, &RunBrowser::stopWanted, this, &RunTabs::stop);
    connect(m_browser, &RunBrowser::folderWanted, this, [this](const RunEntry& run) {
        showFolder(run.directory, this, [this, folder = run.directory] {
            QGuiApplication::clipboard()->setText(folder);
            m_window.frame().say(
                tr("No file manager answers; the path is on the clipboard: %1").arg(folder));
        });
    });
    return m_browser;
}

void RunTabs::browse()
{
    m_window.setMode(Mode::Runs);
    Arrangement now = m_window.frame().arrangement();
    now.panel = true;
    m_window.frame().setArrangement(now);
    m_browser->filter().setFocus(Qt::ShortcutFocusReason);
    m_browser->filter().selectAll();
}

bool RunTabs::raise(const std::function<bool(OpenStrategy&)>& shows)
{
    for (int place = 0; place < m_workspace.count(); ++place) {
        auto* open = qobject_cast<OpenStrategy*>(&m_workspace.at(place));
        if (!open || !shows(*open))
            continue;
        m_workspace.setCurrent(place);
        return true;
    }
    return false;
}

StrategySheet& RunTabs::freshSheet()
{
    OpenCommands& opener = m_window.opener();
    OpenStrategy* const free = opener.freePlace();
    StrategySheet& sheet = m_window.sheetOf(free ? *free : opener.openNew());
    sheet.runCommands().openStrategyOfNextRun();
    return sheet;
}

void RunTabs::chooseRecording()
{
    auto* dialog = new QFileDialog(&m_window, tr("Open a recording"), QString(),
                                   tr("Recordings (*.bslog);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &RunTabs::openRecording);
    dialog->open();
}

void RunTabs::openRecording(const QString& path)
{
    const QString folder = folderOfRecording(path);
    if (!folder.isEmpty()) {
        rememberRecording(m_settings, folder);
        m_library.setRecordings(knownRecordings(m_settings));
        const RunEntry there{.directory = folder};
        if (raise([&there](OpenStrategy& open) { return open.controller().isShowing(there); }))
            return;
    }
    freshSheet().controller().replayPath(path);
    if (m_window.mode() != Mode::Runs)
        m_window.setMode(Mode::Run);
}

void RunTabs::openRun(const QString& name, std::function<void(const QString&)> onMissing)
{
    const auto shows = [&name](OpenStrategy& open) {
        const auto& run = open.controller().run();
        return run && run->run == name && open.controller().session().isShowing();
    };
    if (raise(shows))
        return;
    freshSheet().controller().attachNamed(name, std::move(onMissing));
    m_window.setMode(Mode::Run);
}

void RunTabs::open(const RunEntry& run)
{
    const bool browsing = m_browser && m_browser->list().hasFocus();
    if (!raise([&run](OpenStrategy& open) { return open.controller().isShowing(run); }))
        freshSheet().controller().attach(run);
    // One goes on looking; what comes to the front has taken the keyboard.
    if (browsing)
        m_browser->list().setFocus();
}

void RunTabs::compare(const QList<RunEntry>& runs)
{
    m_workspace.add(std::make_unique<OpenComparison>(runs));
}

void RunTabs::remove(const RunEntry& run)
{
    if (knownRecordings(m_settings).contains(QDir::cleanPath(run.directory))) {
        confirm({tr("Take a recording off the list"),
                 tr("Take %1 off the list? Its folder stays where it is:\n%2")
                     .arg(run.run, run.directory),
                 tr("Take it off")},
                &m_window, [this, run] { forget(run); });
        return;
    }
    if (const QString whyNot = whyNotRemoved(run); !whyNot.isEmpty()) {
        if (m_window.sheet())
            m_window.sheet()->showFailure(whyNot);
        return;
    }
    confirm({tr("Remove a run"),
             tr("Move the folder of %1, with its recording, its log and its checkpoints, to the "
                "trash?\n%2")
                 .arg(run.run, run.directory),
             tr("Move to the trash")},
            &m_window, [this, run] { putAway(run); });
}

void RunTabs::stop(const RunEntry& run)
{
    confirm({tr("Stop the run"),
             run.isQueued()
                 ? tr("Take %1 out of the queue? Its job %2 will be cancelled, and the run will "
                      "not begin.")
                       .arg(run.run, run.job.id)
                 : tr("Stop every process of %1 now? What was trained since its last checkpoint is "
                      "lost.")
                       .arg(run.run),
             run.isQueued() ? tr("Take it out") : tr("Stop")},
            &m_window, [this, run] { end(run); });
}

void RunTabs::end(const RunEntry& run)
{
    m_window.frame().say(tr("stopping %1…").arg(run.run));
    ShortCommand::run(stopCommand(m_workspace.runProgram(), run.run), kStopDeadline, false, this,
                      [this, run](const CommandAnswer& answer) {
                          m_window.frame().say(answer.good ? tr("%1 was stopped").arg(run.run)
                                                           : tr("%1 was not stopped").arg(run.run));
                          if (!answer.good && m_window.sheet())
                              m_window.sheet()->showFailure(answer.problem);
                          m_library.refresh();
                      });
}

void RunTabs::forget(const RunEntry& run)
{
    forgetRecording(m_settings, run.directory);
    m_library.setRecordings(knownRecordings(m_settings));
    m_library.refresh();
}

void RunTabs::putAway(const RunEntry& run)
{
    if (const auto problem = moveToTrash(run)) {
        if (m_window.sheet())
            m_window.sheet()->showFailure(*problem);
        return;
    }
    m_window.frame().say(tr("%1 is in the trash").arg(run.run));
    m_library.refresh();
}

} // namespace gui
