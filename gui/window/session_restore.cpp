// Opens again what a session kept.

#include "engine/strategy/yaml.h"
#include "gui/text/joined.h"
#include "gui/window/main_window.h"
#include "gui/window/session_keeper.h"
#include "gui/window/strategy_sheet.h"
#include "gui/workspace/open_challenge.h"
#include "gui/workspace/open_import.h"
#include "gui/workspace/open_lesson.h"
#include "gui/workspace/open_start.h"
#include "gui/workspace/open_strategy.h"
#include "gui/workspace/workspace.h"

#include <QFileInfo>

#include <algorithm>

namespace gui {

bool SessionKeeper::restore(const QString& withoutRun)
{
    m_restored = readSession(m_settings);
    m_withoutRun = withoutRun;
    const std::vector<SessionTab>& tabs = m_restored.tabs;
    m_opened.assign(tabs.size(), nullptr);
    for (std::size_t tab = 0; tab < tabs.size(); ++tab)
        open(tab);
    openMade();
    if (m_window && m_restored.mode >= 0 && m_restored.mode < static_cast<int>(kModes))
        m_window->setMode(static_cast<Mode>(m_restored.mode));
    if (m_workspace.count() == 0)
        return false;
    OpenItem* const front
        = tabs.empty() ? nullptr : m_opened[static_cast<std::size_t>(m_restored.front)];
    m_workspace.setCurrent(front ? m_workspace.placeOf(*front) : 0);
    m_inFront = m_workspace.current();
    showAsBefore(*m_workspace.current());
    return true;
}

void SessionKeeper::keepFront()
{
    m_inFront.clear();
    m_keepsFront = true;
}

QString SessionKeeper::missingSentence() const
{
    return m_missing.isEmpty()
        ? QString()
        : tr("These were open when the last window was closed, and cannot be opened now: %1")
              .arg(enumerated(m_missing));
}

// Empty: what it shows is ours.
QString SessionKeeper::foreignPath(const SessionTab& tab) const
{
    if (!tab.foreign.isEmpty())
        return tab.foreign;
    return !tab.path.isEmpty() && !QFileInfo::exists(tab.path) ? tab.path : QString();
}

void SessionKeeper::open(std::size_t place)
{
    const SessionTab& tab = m_restored.tabs[place];
    const auto read = [this](const QString& path) {
        if (QFileInfo::exists(path))
            m_imports.read(path);
        else if (!m_missing.contains(path))
            m_missing << path;
    };
    for (const SessionSource& source : tab.sources)
        if (source.kind == QLatin1String("import"))
            read(source.path);
    if (tab.kind == TabKind::Start)
        settle(place, m_workspace.addBehind(std::make_unique<OpenStart>()));
    if (tab.kind == TabKind::Challenge)
        settle(place, m_workspace.addBehind(std::make_unique<OpenChallenge>()));
    if (tab.kind == TabKind::Lesson)
        openLesson(place, tab);
    if (tab.kind != TabKind::Document)
        return;
    if (const QString path = foreignPath(tab); !path.isEmpty()) {
        read(path);
        return;
    }
    auto made = this->made(tab);
    if (!made)
        return;
    OpenItem& item = m_workspace.addBehind(std::move(made));
    settle(place, item);
    beginRun(static_cast<OpenStrategy&>(item), tab);
}

void SessionKeeper::openLesson(std::size_t place, const SessionTab& tab)
{
    const bool isFile = !tab.path.isEmpty();
    if (isFile && !QFileInfo::exists(tab.path)) {
        m_missing << tab.path;
        return;
    }
    if (auto made = OpenLesson::make(isFile ? tab.path : tab.name, isFile, m_workspace))
        settle(place, m_workspace.addBehind(std::move(made)));
}

// Null: it cannot be opened, and is named among what is missing.
std::unique_ptr<OpenItem> SessionKeeper::made(const SessionTab& tab)
{
    const bool ownStrategy = !tab.path.isEmpty() || !tab.text.isEmpty();
    if (!tab.recording.isEmpty() && !QFileInfo::exists(tab.recording)) {
        m_missing << tab.recording;
        if (!ownStrategy)
            return nullptr;
    }
    auto made = std::make_unique<OpenStrategy>(m_workspace.runProgram());
    if (!tab.path.isEmpty()) {
        if (!made->document().open(tab.path).empty()) {
            m_missing << tab.path;
            return nullptr;
        }
    } else if (const auto read = strategy::readStrategy(tab.text.toStdString());
               !tab.text.isEmpty() && read.strategy) {
        made->document().start(*read.strategy);
    } else {
        made->document().start(builtInStrategy());
    }
    return made;
}

void SessionKeeper::beginRun(OpenStrategy& item, const SessionTab& tab)
{
    const bool hasRecording = !tab.recording.isEmpty() && QFileInfo::exists(tab.recording);
    if ((!hasRecording && tab.run.isEmpty()) || (!tab.path.isEmpty() && tab.path == m_withoutRun))
        return;
    const bool ownStrategy = !tab.path.isEmpty() || !tab.text.isEmpty() || !tab.foreign.isEmpty();
    if (m_window && !ownStrategy)
        m_window->sheetOf(item).runCommands().openStrategyOfNextRun();
    if (hasRecording) {
        item.controller().replayPath(tab.recording);
        return;
    }
    if (m_window)
        m_window->sheetOf(item); // a run that goes on is watched, in front or not
    attach(item, tab.run);
}

void SessionKeeper::takeImport(const QString& path, const ForeignFile& file)
{
    if (file.trace)
        m_traces[path] = file.trace;
    else if (!file.strategy)
        m_missing << path;
    for (std::size_t place = 0; place < m_restored.tabs.size(); ++place) {
        const SessionTab& tab = m_restored.tabs[place];
        if (tab.kind != TabKind::Document || foreignPath(tab) != path)
            continue;
        // Somebody was faster and opened it.
        if (OpenItem* const there = openedElsewhere(path)) {
            settle(place, *there);
        } else if (file.trace) {
            settle(place, m_workspace.addBehind(std::make_unique<OpenImport>(file.trace)));
        } else if (file.strategy) {
            auto made = std::make_unique<OpenStrategy>(m_workspace.runProgram());
            made->begin(*file.strategy);
            OpenItem& item = m_workspace.addBehind(std::move(made));
            settle(place, item);
            beginRun(static_cast<OpenStrategy&>(item), tab);
        }
    }
    openMade();
    if (!m_imports.isBusy() && m_window && m_window->sheet() && !m_missing.isEmpty())
        m_window->sheet()->showFailure(missingSentence());
}

// Null: that file is open in none but the tabs of the session.
OpenItem* SessionKeeper::openedElsewhere(const QString& path) const
{
    for (int place = 0; place < m_workspace.count(); ++place) {
        OpenItem& item = m_workspace.at(place);
        if (item.source() == path
            && std::find(m_opened.begin(), m_opened.end(), &item) == m_opened.end())
            return &item;
    }
    return nullptr;
}

void SessionKeeper::openMade()
{
    if (m_imports.isBusy())
        return;
    const auto itemOf = [this](int tab) -> OpenItem* {
        return tab < 0 ? nullptr : m_opened[static_cast<std::size_t>(tab)].data();
    };
    for (std::size_t place = 0; place < m_restored.tabs.size(); ++place) {
        const SessionTab& tab = m_restored.tabs[place];
        if (!isMadeKind(tab.kind))
            continue;
        auto made = makeAgain(tab, itemOf, m_traces, m_missing);
        if (!made)
            continue;
        // The step of a run is known to the sheet that shows it.
        for (const SessionSource& source : tab.sources)
            if (auto* of = qobject_cast<OpenStrategy*>(itemOf(source.of));
                of && m_window && source.kind == QLatin1String("step"))
                m_window->sheetOf(*of);
        settle(place, m_workspace.addBehind(std::move(made)));
    }
    m_traces.clear();
}

void SessionKeeper::settle(std::size_t tab, OpenItem& item)
{
    m_opened[tab] = &item;
    const SessionTab& kept = m_restored.tabs[tab];
    if (kept.end > kept.begin || kept.view != 0)
        m_shown[&item] = kept;
    // It was added behind all others, and belongs before whatever stood to its right.
    for (std::size_t after = tab + 1; after < m_opened.size(); ++after)
        if (const OpenItem* right = m_opened[after]) {
            m_workspace.move(m_workspace.placeOf(item), m_workspace.placeOf(*right));
            break;
        }
    // It came later than the window was shown, and nobody has turned to something else since.
    OpenStrategy* const free = m_window && !m_keepsFront ? m_window->opener().freePlace() : nullptr;
    const bool isExpected
        = m_inFront && m_inFront == m_workspace.current() && int(tab) == m_restored.front;
    if (isExpected || free)
        m_workspace.setCurrent(m_workspace.placeOf(item));
    if (free)
        m_workspace.remove(m_workspace.placeOf(*free));
}

void SessionKeeper::attach(OpenStrategy& item, const QString& run)
{
    RunController& controller = item.controller();
    m_runs[&item] = run;
    connect(&controller, &RunController::runChanged, this, [this, &item] {
        if (item.controller().run())
            m_runs.erase(&item);
    });
    controller.attachNamed(run, [this, &item](const QString& sentence) {
        m_runs.erase(&item);
        if (m_window && m_window->sheet())
            m_window->sheet()->showFailure(sentence);
    });
}

} // namespace gui
