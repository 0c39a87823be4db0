#include "gui/window/session_keeper.h"

#include "engine/strategy/yaml.h"
#include "gui/window/import_sheet.h"
#include "gui/window/main_window.h"
#include "gui/window/middle_views.h"
#include "gui/window/strategy_sheet.h"
#include "gui/workspace/open_challenge.h"
#include "gui/workspace/open_import.h"
#include "gui/workspace/open_lesson.h"
#include "gui/workspace/open_start.h"
#include "gui/workspace/open_strategy.h"
#include "gui/workspace/workspace.h"

#include <QFileInfo>

namespace gui {
namespace {

constexpr int kSoonMs = 1000;

// Shows the range as soon as there is a step that it is of.
void showRangeIn(TimelinePanel& panel, const TimeRange& range)
{
    ViewState& state = panel.viewState();
    const auto show = [&state, range] {
        if (state.extent() <= Nanoseconds{0})
            return false;
        state.setVisible(range);
        return true;
    };
    if (show())
        return;
    auto once = std::make_shared<QMetaObject::Connection>();
    *once = QObject::connect(&panel, &TimelinePanel::frameShown, &state, [show, once] {
        if (show())
            QObject::disconnect(*once);
    });
}

} // namespace

SessionKeeper::SessionKeeper(Workspace& workspace, QSettings& settings, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_settings(settings)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &SessionKeeper::write);
    connect(&m_imports, &ImportQueue::done, this, &SessionKeeper::takeImport);
    connect(&workspace, &Workspace::currentChanged, this, [this] {
        // Once the window has made the sheet of what is in front now.
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (const OpenItem* front = m_workspace.current())
                    showAsBefore(*front);
            },
            Qt::QueuedConnection);
    });
    connect(&workspace, &Workspace::aboutToRemove, this, [this](int place) {
        m_shown.erase(&m_workspace.at(place));
        m_runs.erase(&m_workspace.at(place));
    });
}

void SessionKeeper::setWindow(MainWindow* window) { m_window = window; }

void SessionKeeper::begin()
{
    m_keeps = true;
    const auto soon = [this] { m_soon.start(); };
    connect(&m_workspace, &Workspace::currentChanged, this, soon);
    connect(&m_workspace, &Workspace::removed, this, soon);
    connect(&m_workspace, &Workspace::moved, this, soon);
    const auto follow = [this, soon](int place) {
        connect(&m_workspace.at(place), &OpenItem::changed, this, soon);
        soon();
    };
    connect(&m_workspace, &Workspace::added, this, follow);
    for (int place = 0; place < m_workspace.count(); ++place)
        follow(place);
}

void SessionKeeper::write()
{
    if (!m_keeps)
        return;
    m_soon.stop();
    writeSession(m_settings, current());
}

Session SessionKeeper::current() const
{
    std::set<const OpenItem*> referredTo;
    for (int place = 0; place < m_workspace.count(); ++place)
        for (const OpenItem* from : madeFrom(m_workspace.at(place)))
            referredTo.insert(from);
    const auto documentAt = [&](int place) {
        const OpenItem& item = m_workspace.at(place);
        return documentTab(item, referredTo.contains(&item));
    };
    // First which are kept, and then as what: they refer to each other by place.
    std::map<const OpenItem*, int> tabs;
    const auto tabOf = [&tabs](const OpenItem* item) {
        const auto found = tabs.find(item);
        return found == tabs.end() ? -1 : found->second;
    };
    for (int place = 0; place < m_workspace.count(); ++place)
        if (!isMade(m_workspace.at(place)) && !(documentAt(place) == SessionTab{}))
            tabs[&m_workspace.at(place)] = 0;
    int count = 0;
    std::vector<int> kept;
    for (int place = 0; place < m_workspace.count(); ++place) {
        const OpenItem& item = m_workspace.at(place);
        if (isMade(item)) {
            const SessionTab tab = madeTab(item, tabOf);
            if (tab.kind == TabKind::Compare && tab.sources.empty())
                continue;
        } else if (tabOf(&item) < 0) {
            continue;
        }
        tabs[&item] = count++;
        kept.push_back(place);
    }
    Session session;
    session.mode = m_window ? static_cast<int>(m_window->mode()) : 0;
    for (const int place : kept) {
        const OpenItem& item = m_workspace.at(place);
        SessionTab tab = isMade(item) ? madeTab(item, tabOf) : documentAt(place);
        addShown(tab, item);
        if (place == m_workspace.currentPlace())
            session.front = static_cast<int>(session.tabs.size());
        session.tabs.push_back(std::move(tab));
    }
    return session;
}

SessionTab SessionKeeper::documentTab(const OpenItem& item, bool isReferredTo) const
{
    SessionTab tab;
    // Items are asked through their own interfaces, which are not const.
    auto& open = const_cast<OpenItem&>(item);
    if (qobject_cast<OpenStart*>(&open))
        tab.kind = TabKind::Start;
    if (qobject_cast<OpenChallenge*>(&open))
        tab.kind = TabKind::Challenge;
    if (auto* lesson = qobject_cast<OpenLesson*>(&open)) {
        tab.kind = TabKind::Lesson;
        tab.path = lesson->source();
        tab.name = lesson->source().isEmpty() ? lesson->name() : QString();
    }
    if (auto* trace = qobject_cast<OpenImport*>(&open))
        tab.foreign = trace->trace().folder;
    if (auto* strategy = qobject_cast<OpenStrategy*>(&open)) {
        Document& document = strategy->document();
        tab.path = document.path();
        if (tab.path.isEmpty() && strategy->imported() && !document.isModified())
            tab.foreign = strategy->imported()->report.path;
        else if (tab.path.isEmpty() && !document.isModified()
                 && (isReferredTo || !(document.strategy() == builtInStrategy())))
            tab.text = QString::fromStdString(strategy::writeStrategy(document.strategy()));
        // What was changed is kept by Autosave, under a lock.
        if (const auto& run = strategy->controller().run())
            (strategy->controller().isReplay() ? tab.recording : tab.run)
                = strategy->controller().isReplay() ? run->directory : run->commandName();
        else if (const auto wanted = m_runs.find(&item); wanted != m_runs.end())
            tab.run = wanted->second;
    }
    return tab;
}

void SessionKeeper::addShown(SessionTab& tab, const OpenItem& item) const
{
    if (const auto waiting = m_shown.find(&item); waiting != m_shown.end()) {
        tab.begin = waiting->second.begin;
        tab.end = waiting->second.end;
        tab.view = waiting->second.view;
        return;
    }
    TimelinePanel* const panel = m_window ? m_window->timelineOf(item) : nullptr;
    if (!panel)
        return; // its sheet was never made
    if (const ViewState& state = panel->viewState(); !state.showsAll()) {
        tab.begin = state.visible().begin;
        tab.end = state.visible().end;
    }
    if (auto* strategy = qobject_cast<OpenStrategy*>(const_cast<OpenItem*>(&item)))
        tab.view = static_cast<int>(m_window->sheetOf(*strategy).middle().current());
}

void SessionKeeper::showAsBefore(const OpenItem& item)
{
    const auto waiting = m_shown.find(&item);
    TimelinePanel* const panel = m_window ? m_window->timelineOf(item) : nullptr;
    if (waiting == m_shown.end() || !panel)
        return;
    const SessionTab kept = waiting->second;
    m_shown.erase(waiting);
    if (kept.end > kept.begin)
        showRangeIn(*panel, {kept.begin, kept.end});
    auto* strategy = qobject_cast<OpenStrategy*>(const_cast<OpenItem*>(&item));
    if (strategy && kept.view >= 0 && kept.view < static_cast<int>(kMiddleViews))
        m_window->sheetOf(*strategy).middle().setCurrent(static_cast<MiddleView>(kept.view));
}

} // namespace gui
