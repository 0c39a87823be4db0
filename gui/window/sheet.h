// What the window shows of one open item: the middle, and what it has to put into the parts around
// it. Made when the item is first in front, and thrown away with the window; the item stays.

#pragma once

#include "gui/frame/drawer.h"
#include "gui/frame/verdict.h"
#include "gui/window/action_registry.h"

#include <QWidget>

#include <functional>
#include <vector>

namespace gui {

class OpenItem;
class TimelinePanel;
struct Exports;

// What one is about to do. Each has a panel of its own beside the rail.
enum class Mode { Design, Run, Learn, Runs };

inline constexpr std::size_t kModes = 4;

// GUI thread. A sheet is the widget of the middle itself; the pages that it gives for other places
// are its children, wherever they are shown.
class Sheet : public QWidget {
    Q_OBJECT
public:
    explicit Sheet(QWidget* parent = nullptr);

    virtual OpenItem& item() = 0;

    // What it can do, and whether it can do it now.
    const ActionRegistry& actions() const { return m_actions; }
    QAction* action(const char* id) const { return m_actions.action(id); }

    // Null: it has nothing to show there. Made when first asked for.
    virtual QWidget* panel(Mode) { return nullptr; }
    // What stands over it; empty: the name of the mode.
    virtual QString panelTitle(Mode) const { return {}; }
    // What it shows hangs on the options in its panel, which therefore has an arrangement of its
    // own, and is open at first.
    virtual bool hasOptions() const { return false; }
    virtual QWidget* inspector() { return nullptr; }
    virtual std::vector<DrawerPage> drawerPages(Mode) { return {}; }

    const Verdict& verdict() const { return m_verdict; }

    // In its middle; null: there is none.
    virtual TimelinePanel* timeline() { return nullptr; }
    // Under the timeline: the steps of a run. Null: there are none.
    virtual QWidget* scrubber() { return nullptr; }

    // Its picture alone is wanted, without tables, buttons and questions over it.
    virtual void setPresenting(bool) {}

    // What has the keyboard when the sheet comes to the front.
    virtual QWidget* focused() { return this; }

    // What of it can leave the window, as it is now (gui/export).
    virtual Exports exports();

    // Calls `onward` once nothing would be lost by closing it: at once, or after a question. Never
    // where the user stays.
    virtual void leave(const std::function<void()>& onward) { onward(); }

    // Shows a failure where it stays until it is dismissed.
    virtual void showFailure(const QString& sentence) = 0;

signals:
    void verdictChanged();
    void pagesChanged(); // of the drawer
    void said(const QString& sentence);
    void failed(const QString& sentence);

protected:
    ActionRegistry& ownActions() { return m_actions; }
    void setVerdict(const Verdict& verdict);

private:
    ActionRegistry m_actions;
    Verdict m_verdict;
};

} // namespace gui
