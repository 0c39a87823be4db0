// The window: tabs of what is open over one axis of attention. From the top, the verdict on what is
// in front; under it the rail with one panel, the timeline, the inspector; under that the scrubber
// and the drawer. What stands in each of them comes from the sheet in front (sheet.h).

#pragma once

#include "gui/inspector/selection_caption.h"
#include "gui/window/action_registry.h"
#include "gui/window/frame_layout.h"
#include "gui/window/look_actions.h"
#include "gui/window/open_commands.h"
#include "gui/window/run_tabs.h"
#include "gui/window/sheet.h"

#include <QMainWindow>

#include <functional>
#include <map>
#include <set>

class QSettings;

namespace gui {

class OpenStrategy;
class StartSheet;
class StrategySheet;
class TimelinePanel;
class Workspace;

// What the application decides about a window before it is made.
struct WindowOptions {
    bool keepLayout = true;                    // restore it at the start and save it at the end
    std::function<void(const Look&)> onLook{}; // theme, size and language are the application's
    Look look{};
};

// Everything here is on the GUI thread.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    // All but the options must outlive the window, which shows what is open in the workspace. With
    // `keepLayout` the layout is read from `settings` here, and written when the window is closed.
    MainWindow(Workspace& workspace, QSettings& settings, WindowOptions options);
    ~MainWindow() override;

    const ActionRegistry& actions() const { return m_actions; }
    OpenCommands& opener() { return m_opener; }
    FrameLayout& frame() { return *m_frame; }

    // Of what is in front; null: nothing is open, or no strategy.
    Sheet* sheet() const { return m_sheet; }
    StrategySheet* strategySheet() const;
    StrategySheet& sheetOf(OpenStrategy& open);

    // As File > Open with that file chosen, or those.
    void openFile(const QString& path) { m_opener.openPath(path); }
    void openFiles(const QStringList& paths) { m_opener.openPaths(paths); }
    RunTabs& runTabs() { return m_runTabs; }

    // The sheet of that item, made where there is none yet.
    Sheet& sheetOf(OpenItem& item);

    // Of the sheet of that item; null: it has none, or there is no sheet yet.
    TimelinePanel* timelineOf(const OpenItem& item) const;

    Mode mode() const { return m_mode; }
    void setMode(Mode mode);

    // The timeline alone, on the whole screen and in type that is read from the last row.
    void present(bool presenting);

signals:
    void closed(); // in good order: what is not saved is not wanted

protected:
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeMenus();
    void connectFileActions();
    void connectViewActions();
    void connectCaption();
    void connectTabs();
    // Brings the sheet of the item in front to the front, and makes it where there is none yet.
    void showCurrent();
    // Fills rail, inspector, drawer, scrubber and verdict from the sheet in front.
    void fillFrame();
    QWidget* panelOfMode(); // null: there is none
    Sheet* makeSheet(OpenItem& item);
    void connectStart(StartSheet& sheet);
    void openOrder(const QString& path);
    void showLosses(OpenItem& item, const QString& summary);
    void closeTab(int place);
    void refreshTab(int place);
    void refreshTitle();
    void fail(const QString& sentence);
    void savePicture();
    // Call `onward` once nothing of it, or of all that is open, would be lost; never where the user
    // stays.
    void leaveAll(const std::function<void()>& onward);
    void leaveFrom(int place, const std::function<void()>& onward);

    Workspace& m_workspace;
    QSettings& m_settings;
    WindowOptions m_options;
    ActionRegistry m_actions;
    OpenCommands m_opener;
    RunTabs m_runTabs;
    LookActions m_look;
    FrameLayout* m_frame;       // child
    SelectionCaption m_caption; // while presenting
    std::map<const OpenItem*, Sheet*> m_sheets;
    Sheet* m_sheet = nullptr;
    QWidget* m_learnPage = nullptr; // child, for sheets that have none; made when first shown
    Mode m_mode = Mode::Design;
    QSize m_sizeBefore;                 // presenting
    bool m_placed = false;              // the parts have their sizes
    bool m_movesTab = false;            // by hand: the tab is where it belongs already
    bool m_mayClose = false;            // the user was asked about unsaved changes
    std::set<const OpenItem*> m_left{}; // those that were asked about
};

} // namespace gui
