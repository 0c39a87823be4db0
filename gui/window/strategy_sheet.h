// The sheet of a strategy: its editor, its timeline, the run beside it, and what is to be known of
// both. What the parts do is in the parts; here they are put together.

#pragma once

#include "gui/window/file_commands.h"
#include "gui/window/order_mode.h"
#include "gui/window/run_charts.h"
#include "gui/window/run_cockpit.h"
#include "gui/window/run_commands.h"
#include "gui/window/sheet.h"
#include "gui/window/strategy_verdict.h"
#include "gui/window/timeline_area.h"
#include "gui/workspace/open_strategy.h"

class QSettings;

namespace gui {

class Inspector;
class LedgerPanel;
class LossView;
class MiddleViews;
class OpenCommands;
class RunPanel;
class RunLibrary;
class Scrubber;
class StrategyEditor;
class Workspace;

// What a sheet needs of the window that it stands in; all of it outlives the sheet.
struct SheetPlace {
    OpenCommands& opener;
    Workspace& workspace;
    QSettings& settings;
    RunLibrary& library;
    bool keeps = true; // choices of the user are read from the settings, and written there
    QWidget* window;   // dialogs stand over it
};

class StrategySheet : public Sheet {
    Q_OBJECT
public:
    // `open` must outlive the sheet.
    StrategySheet(OpenStrategy& open, const SheetPlace& place);
    ~StrategySheet() override;

    OpenItem& item() override { return m_open; }
    Document& document() { return m_open.document(); }
    RunController& controller() { return m_open.controller(); }

    // The parts, for the application, pictures and tests.
    TimelineArea& timelineArea() { return *m_area; }
    MiddleViews& middle() { return *m_middle; }
    RunCharts& charts() { return m_charts; }
    const Estimator& estimator() const { return m_estimator; }
    RunView& runView() { return m_runView; }
    RunCommands& runCommands() { return m_runCommands; }
    RunCockpit& cockpit() { return m_cockpit; }

    OrderMode& orderMode() { return m_order; }

    ViewState& viewState() { return m_area->viewState(); }

    QWidget* panel(Mode mode) override;
    QWidget* inspector() override;
    std::vector<DrawerPage> drawerPages(Mode mode) override;
    QWidget* scrubber() override;
    void setPresenting(bool presenting) override { m_area->setPresenting(presenting); }
    QWidget* focused() override;
    Exports exports() override;
    void leave(const std::function<void()>& onward) override;
    TimelinePanel* timeline() override { return &m_area->panel(); }
    void showFailure(const QString& sentence) override { m_area->showFailure(sentence); }

private:
    void connectEditor();
    void connectFile();
    void exportTo(); // asks which framework
    void connectUndo();
    void connectView();
    void connectWords();
    void makeRunPanel();
    QWidget* learnPage();
    LedgerPanel& ledger(); // made when first asked for

    // A choice that is shown by a mark in the menu. `key`: in the settings; empty: it is not kept.
    void toggle(const char* id, const QString& key, bool first,
                const std::function<void(bool)>& show);

    OpenStrategy& m_open;
    SheetPlace m_place;
    // Members are destroyed before the child widgets further down, which hold references to some of
    // them. The destructors of those widgets must therefore not use them.
    RunView m_runView;    // before everything that shows a step
    FileCommands m_files; // before the commands that ask through it
    Estimator m_estimator;
    RunCommands m_runCommands;
    RunCharts m_charts;
    RunCockpit m_cockpit;
    StrategyVerdict m_judge;
    TimelineArea* m_area;     // children
    MiddleViews* m_middle;    //
    StrategyEditor* m_editor; //
    OrderMode m_order;
    RunPanel* m_runPanel = nullptr;
    QWidget* m_runPage = nullptr;
    QWidget* m_learnPage = nullptr;
    LedgerPanel* m_ledger = nullptr;
    LossView* m_report = nullptr;
    QWidget* m_inspector = nullptr;
    Scrubber* m_scrubber = nullptr;
};

} // namespace gui
