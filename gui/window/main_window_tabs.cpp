// The tabs of the window, and what is asked before one of them is left.

#include "gui/text/shown_text.h"
#include "gui/window/main_window.h"
#include "gui/workspace/workspace.h"

#include <QScopedValueRollback>
#include <QSignalBlocker>

namespace gui {
namespace {

constexpr int kMostOfTitle = 120; // characters

QString runMarkOf(const OpenItem& item)
{
    switch (item.alarm()) {
    case RunAlarm::Warned:
        return QStringLiteral("▲");
    case RunAlarm::Failed:
        return QStringLiteral("■");
    case RunAlarm::None:
        break;
    }
    return item.isLive() ? QStringLiteral("●") : QString();
}

} // namespace

void MainWindow::connectTabs()
{
    DocumentTabs& tabs = m_frame->tabs();
    connect(&m_workspace, &Workspace::added, this, [this, &tabs](int place) {
        const QSignalBlocker quiet(tabs);
        tabs.insertTab(place, QString());
        refreshTab(place);
        OpenItem& item = m_workspace.at(place);
        connect(&item, &OpenItem::changed, this, [this, &item] {
            if (const int now = m_workspace.placeOf(item); now >= 0)
                refreshTab(now);
        });
    });
    connect(&m_workspace, &Workspace::aboutToRemove, this, [this](int place) {
        const auto found = m_sheets.find(&m_workspace.at(place));
        if (found == m_sheets.end())
            return;
        if (found->second == m_sheet) {
            m_frame->setScrubber(nullptr);
            m_frame->drawer().setPages({});
            m_actions.follow(nullptr);
            m_sheet = nullptr;
        }
        delete found->second;
        m_sheets.erase(found);
    });
    connect(&m_workspace, &Workspace::removed, this, [&tabs](int place) {
        const QSignalBlocker quiet(tabs);
        tabs.removeTab(place);
    });
    connect(&m_workspace, &Workspace::moved, this, [this, &tabs](int from, int to) {
        if (m_movesTab)
            return;
        const QSignalBlocker quiet(tabs);
        tabs.moveTab(from, to);
    });
    connect(&m_workspace, &Workspace::currentChanged, this, &MainWindow::showCurrent);
    connect(&tabs, &QTabBar::currentChanged, &m_workspace, &Workspace::setCurrent);
    connect(&tabs, &QTabBar::tabMoved, this, [this](int from, int to) {
        const QScopedValueRollback moved(m_movesTab, true);
        m_workspace.move(from, to);
    });
    connect(&tabs, &QTabBar::tabCloseRequested, this, &MainWindow::closeTab);
    for (int place = 0; place < m_workspace.count(); ++place)
        emit m_workspace.added(place);
    showCurrent();
}

void MainWindow::closeTab(int place)
{
    if (place < 0)
        return;
    OpenItem& item = m_workspace.at(place);
    leaveFrom(place, [this, &item] {
        // Others may have been closed or moved while the question stood there.
        const int now = m_workspace.placeOf(item);
        if (now < 0)
            return;
        const QString goesOn = item.isLive()
            ? tr("The run of %1 goes on; Ctrl+R finds it again").arg(item.title())
            : QString();
        item.forgetChanges();
        m_workspace.remove(now);
        if (m_workspace.count() == 0)
            m_opener.openStart();
        if (!goesOn.isEmpty())
            m_frame->say(goesOn);
    });
}

void MainWindow::leaveFrom(int place, const std::function<void()>& onward)
{
    OpenItem& item = m_workspace.at(place);
    if (!item.isModified()) {
        onward();
        return;
    }
    // One sees what is asked about.
    m_workspace.setCurrent(place);
    sheetOf(item).leave(onward);
}

void MainWindow::leaveAll(const std::function<void()>& onward)
{
    for (int place = 0; place < m_workspace.count(); ++place)
        if (m_workspace.at(place).isModified() && !m_left.contains(&m_workspace.at(place))) {
            const OpenItem* item = &m_workspace.at(place);
            leaveFrom(place, [this, item, onward] {
                m_left.insert(item);
                leaveAll(onward);
            });
            return;
        }
    onward();
}

void MainWindow::refreshTab(int place)
{
    const OpenItem& item = m_workspace.at(place);
    m_frame->tabs().setLook(place,
                            {item.title(), item.tip().isEmpty() ? item.title() : item.tip(),
                             item.isModified(), runMarkOf(item)});
    if (place == m_workspace.currentPlace())
        refreshTitle();
}

void MainWindow::refreshTitle()
{
    const OpenItem* front = m_workspace.current();
    const QString title = front ? shownText(front->title(), kMostOfTitle) : QString();
    setWindowTitle((front ? title + QStringLiteral("[*] – ") : QString())
                   + QStringLiteral("Bubblescope"));
    setWindowModified(front && front->isModified());
}

} // namespace gui
