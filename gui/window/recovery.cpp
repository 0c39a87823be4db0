#include "gui/window/recovery.h"

#include "gui/text/joined.h"
#include "gui/window/main_window.h"
#include "gui/window/strategy_sheet.h"
#include "gui/workspace/open_strategy.h"
#include "gui/workspace/workspace.h"

namespace gui {

Recovery::Recovery(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
{
}

QString Recovery::names() const
{
    QStringList names;
    for (const LeftBehind& each : m_left)
        if (!each.name.isEmpty())
            names << each.name;
    const auto unnamed = static_cast<int>(m_left.size()) - static_cast<int>(names.size());
    if (unnamed == 1)
        names << Document::tr("unnamed strategy");
    else if (unnamed > 1)
        names << tr("%n unnamed strategies", nullptr, unnamed);
    return enumerated(names);
}

void Recovery::ask(MainWindow& window, const QString& text, const QString& accept,
                   const QString& refuse, const std::function<void()>& onAccept,
                   const std::function<void()>& onRefuse)
{
    StrategySheet* sheet = window.strategySheet();
    if (!sheet)
        sheet = &window.sheetOf(window.opener().openNew());
    sheet->timelineArea().offer({text, accept, refuse, onAccept, onRefuse});
}

void Recovery::restore(std::vector<LeftBehind> left, MainWindow& window, const OpenItem* front)
{
    if (left.empty())
        return;
    m_left = std::move(left);
    const QString text
        = tr("The program ended before these were saved: %1. They are as they were left.")
              .arg(names());
    restoreAll();
    if (front)
        m_workspace.setCurrent(m_workspace.placeOf(*front));
    ask(
        window, text, tr("Keep them"), tr("Discard the changes"), [] {},
        [this] { discardRestored(); });
}

void Recovery::offer(std::vector<LeftBehind> left, MainWindow& window)
{
    if (left.empty())
        return;
    m_left = std::move(left);
    ask(
        window,
        tr("The program ended before changes to these were saved: %1. The changes were kept.")
            .arg(names()),
        tr("Restore"), tr("Discard"), [this] { restoreAll(); },
        [this] {
            for (const LeftBehind& each : m_left)
                each.discard();
            m_left.clear();
        });
}

void Recovery::restoreAll()
{
    // The oldest first, so that the newest comes to the front.
    for (auto each = m_left.rbegin(); each != m_left.rend(); ++each) {
        OpenStrategy* of = nullptr;
        for (int place = 0; place < m_workspace.count() && !of; ++place)
            if (auto* open = qobject_cast<OpenStrategy*>(&m_workspace.at(place)); open
                && !each->path.isEmpty() && open->document().path() == each->path
                && !open->isModified())
                of = open;
        for (int place = 0; place < m_workspace.count() && !of; ++place)
            if (auto* open = qobject_cast<OpenStrategy*>(&m_workspace.at(place));
                open && open->isUntouched())
                of = open;
        if (of)
            m_workspace.setCurrent(m_workspace.placeOf(*of));
        else
            of = &m_workspace.addStrategy();
        // It is kept anew before the old one is given up.
        each->restore(of->document(), &of->keepChanges());
        m_restored.emplace_back(of);
    }
    m_left.clear();
}

void Recovery::discardRestored()
{
    for (const QPointer<OpenStrategy>& each : m_restored) {
        if (!each)
            continue;
        OpenStrategy& open = *each;
        if (!open.document().path().isEmpty()) {
            open.document().undoStack().setIndex(0);
        } else if (m_workspace.count() > 1) {
            open.forgetChanges();
            m_workspace.remove(m_workspace.placeOf(open));
        } else {
            open.document().start(builtInStrategy());
            open.setUntouched();
        }
    }
    m_restored.clear();
}

} // namespace gui
