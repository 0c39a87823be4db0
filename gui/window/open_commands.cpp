#include "gui/window/open_commands.h"

#include "gui/document/preset_files.h"
#include "gui/document/recent_files.h"
#include "gui/text/engine_text.h"
#include "gui/workspace/open_challenge.h"
#include "gui/workspace/open_import.h"
#include "gui/workspace/open_lesson.h"
#include "gui/workspace/open_start.h"
#include "gui/workspace/open_strategy.h"
#include "gui/workspace/workspace.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace gui {
namespace {

// The strip over the timeline grows with each line.
constexpr std::size_t kProblemsShown = 8;
constexpr std::size_t kFilesShown = 4;

QString openedFilter()
{
    return QCoreApplication::translate(
        "gui::OpenCommands",
        "All supported files (*.yaml *.yml *.json *.bslog *.sh *.toml *.csv);;All files (*)");
}

} // namespace

strategy::Strategy builtInStrategy()
{
    return readPreset(presetPaths().front()).value_or(strategy::Strategy{});
}

OpenCommands::OpenCommands(Workspace& workspace, QSettings& settings, QWidget* window)
    : QObject(window)
    , m_workspace(workspace)
    , m_settings(settings)
    , m_window(window)
{
    connect(&m_imports, &ImportQueue::done, this, &OpenCommands::take);
}

OpenCommands::~OpenCommands() = default;

OpenItem* OpenCommands::openedLesson(const QString& source) const
{
    for (int i = 0; i < m_workspace.count(); ++i)
        if (auto* open = qobject_cast<OpenLesson*>(&m_workspace.at(i));
            open && (open->source() == source || open->name() == source))
            return open;
    return nullptr;
}

ProgressStore& OpenCommands::progress() { return m_workspace.progress(); }

void OpenCommands::openChallenge()
{
    for (int i = 0; i < m_workspace.count(); ++i)
        if (qobject_cast<OpenChallenge*>(&m_workspace.at(i))) {
            m_workspace.setCurrent(i);
            return;
        }
    m_workspace.add(std::make_unique<OpenChallenge>());
}

void OpenCommands::openLesson(const QString& wanted)
{
    const bool isFile = QFileInfo::exists(wanted);
    const QString name = isFile ? wanted : wanted.section(QLatin1Char(':'), 0, 0);
    const QString step = isFile ? QString() : wanted.section(QLatin1Char(':'), 1);
    const QString source = isFile ? QFileInfo(wanted).absoluteFilePath() : name;
    OpenItem* item = openedLesson(source);
    if (!item) {
        std::unique_ptr<OpenLesson> made = OpenLesson::make(source, isFile, m_workspace);
        if (!made) {
            emit failed(tr("There is no lesson of the course and no file called %1.").arg(name));
            return;
        }
        item = &m_workspace.add(std::move(made));
    }
    m_workspace.setCurrent(m_workspace.placeOf(*item));
    LessonSession& session = static_cast<OpenLesson*>(item)->session();
    bool isNumber = false;
    const int number = step.toInt(&isNumber);
    if (isNumber)
        session.go(number - 1);
    else if (!step.isEmpty())
        session.goTo(step.toStdString());
}

OpenStrategy* OpenCommands::freePlace() const
{
    auto* front = qobject_cast<OpenStrategy*>(m_workspace.current());
    return front && front->isUntouched() ? front : nullptr;
}

void OpenCommands::openStart()
{
    for (int i = 0; i < m_workspace.count(); ++i)
        if (qobject_cast<OpenStart*>(&m_workspace.at(i))) {
            m_workspace.setCurrent(i);
            return;
        }
    m_workspace.add(std::make_unique<OpenStart>());
}

void OpenCommands::openPreset(const QString& path)
{
    if (const auto preset = readPreset(path))
        openStrategy(*preset);
}

OpenStrategy& OpenCommands::openNew()
{
    OpenStrategy& made = m_workspace.addStrategy();
    made.document().start(builtInStrategy());
    made.setUntouched();
    return made;
}

OpenStrategy& OpenCommands::openStrategy(const strategy::Strategy& strategy)
{
    OpenStrategy* free = freePlace();
    OpenStrategy& made = free ? *free : m_workspace.addStrategy();
    made.document().start(strategy);
    return made;
}

void OpenCommands::open()
{
    const OpenItem* const front = m_workspace.current();
    const QString path = front ? front->source() : QString();
    auto* dialog = new QFileDialog(
        m_window, tr("Open"), path.isEmpty() ? QString() : QFileInfo(path).path(), openedFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &OpenCommands::openPaths);
    dialog->open();
}

void OpenCommands::openPaths(const QStringList& paths)
{
    m_opensMore = true;
    for (const QString& each : paths)
        openPath(each);
    m_opensMore = false;
    tellUnopened();
}

void OpenCommands::openPath(const QString& path)
{
    const PathKind kind = kindOfPath(path);
    if (kind == PathKind::Recording) {
        emit recordingWanted(path);
        return;
    }
    if (kind == PathKind::Order) {
        emit orderWanted(path);
        return;
    }
    const QString whole = QFileInfo(path).absoluteFilePath();
    if (kind == PathKind::Lesson) {
        openLesson(whole);
        rememberFile(m_settings, path);
        return;
    }
    if (raise(whole))
        return;
    if (kind == PathKind::Foreign) {
        m_imports.read(whole);
        return;
    }
    std::vector<strategy::Problem> problems;
    if (OpenStrategy* free = freePlace()) {
        problems = free->document().open(path);
    } else {
        // Read before there is a tab for it, so that a bad file leaves none behind.
        auto made = std::make_unique<OpenStrategy>(m_workspace.runProgram());
        problems = made->document().open(path);
        if (problems.empty())
            m_workspace.add(std::move(made));
    }
    if (!problems.empty()) {
        QStringList lines;
        for (const strategy::Problem& problem : problems)
            lines << engineText(strategy::toText(path.toStdString(), problem));
        m_unopened.push_back({{}, std::move(lines)});
        tellUnopened();
        return;
    }
    rememberFile(m_settings, path);
    emit this->opened(path);
}

bool OpenCommands::raise(const QString& path)
{
    for (int i = 0; i < m_workspace.count(); ++i)
        if (m_workspace.at(i).source() == path) {
            m_workspace.setCurrent(i);
            return true;
        }
    return false;
}

void OpenCommands::take(const QString& path, const ForeignFile& file)
{
    if (raise(path)) // a session that had it was faster
        return;
    if (file.strategy) {
        OpenStrategy* const free = freePlace();
        OpenStrategy& made = free ? *free : m_workspace.addStrategy();
        made.begin(*file.strategy);
        rememberFile(m_settings, path);
        emit imported(made, lossSummary(file.strategy->report));
        tellUnopened();
        return;
    }
    if (file.trace) {
        const OpenStrategy* const free = freePlace();
        OpenItem& made = m_workspace.add(std::make_unique<OpenImport>(file.trace));
        if (free)
            m_workspace.remove(m_workspace.placeOf(*free));
        rememberFile(m_settings, path);
        emit imported(made, lossSummary(file.trace->report));
        tellUnopened();
        return;
    }
    m_unopened.push_back({path, file.problems});
    tellUnopened();
}

// A sentence that replaces another says nothing of it, so they are told together. Each file has its
// share of the lines there are.
void OpenCommands::tellUnopened()
{
    if (m_opensMore || m_imports.isBusy() || m_unopened.empty())
        return;
    const std::vector<Unopened> files = std::exchange(m_unopened, {});
    QStringList lines;
    if (files.size() > 1)
        lines << tr("%1 files were not opened; what was open still is.").arg(files.size());
    const std::size_t shown = std::min(files.size(), kFilesShown);
    const auto share = static_cast<qsizetype>(kProblemsShown / shown);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& [path, problems] = files[i];
        if (files.size() == 1)
            lines << (path.isEmpty() ? tr("The file was not opened; what was open still is.")
                                     : tr("%1 was not opened; what was open still is.").arg(path));
        else if (!path.isEmpty())
            lines << path;
        lines << problems.mid(0, share);
        if (problems.size() > share)
            lines << tr("and %1 more").arg(problems.size() - share);
    }
    if (files.size() > shown)
        lines << tr("and %1 more").arg(files.size() - shown);
    emit failed(lines.join(QLatin1Char('\n')));
}

void OpenCommands::keepRecent(QMenu* menu)
{
    // Other windows remember files too, so the list is read anew each time.
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillRecent(menu); });
    fillRecent(menu);
}

void OpenCommands::fillRecent(QMenu* menu)
{
    menu->clear();
    for (const QString& path : recentFiles(m_settings)) {
        // A single '&' in a menu's text would underline the letter after it.
        QString shown = path;
        QAction* action = menu->addAction(shown.replace(QLatin1Char('&'), QStringLiteral("&&")));
        // A file that is gone for now, on a disk that is not mounted, stays in the list.
        action->setEnabled(QFileInfo::exists(path));
        connect(action, &QAction::triggered, this, [this, path] { openPath(path); });
    }
    if (menu->isEmpty())
        menu->addAction(tr("none yet"))->setEnabled(false);
}

} // namespace gui
