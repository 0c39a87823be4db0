// The sheet of a trace: its iterations, measured over predicted, and what reading it took for
// granted.

#pragma once

#include "gui/exchange/loss_view.h"
#include "gui/timeline/timeline_panel.h"
#include "gui/window/strip_sheet.h"
#include "gui/workspace/open_import.h"

class QSlider;
class QLabel;
class QTableWidget;

namespace gui {

class OpenCommands;
class Workspace;

class ImportSheet : public StripSheet {
    Q_OBJECT
public:
    // All but `parent` must outlive the sheet.
    ImportSheet(OpenImport& open, Workspace& workspace, OpenCommands& opener, QWidget* parent);
    ~ImportSheet() override;

    OpenItem& item() override { return m_open; }
    TimelinePanel* timeline() override { return m_panel; }
    // Of the iterations of the trace, from 0.
    int shown() const { return m_shown; }
    void show(int step);

    QWidget* panel(Mode mode) override;
    QString panelTitle(Mode) const override { return tr("Trace"); }
    QWidget* inspector() override;
    std::vector<DrawerPage> drawerPages(Mode mode) override;
    QWidget* scrubber() override { return m_scrubber; }
    QWidget* focused() override { return m_panel; }

signals:
    void strategyWanted(); // with the costs of the iteration on show

private:
    void makeActions();
    QWidget* makeScrubber();
    QWidget* makePanel();
    QTableWidget* makeTable();
    void refreshVerdict();

    OpenImport& m_open;
    OpenCommands& m_opener;
    ViewState m_state; // before the panel, which refers to it
    int m_shown = -1;
    TimelinePanel* m_panel; // children
    QSlider* m_slider = nullptr;
    QLabel* m_number = nullptr;
    QWidget* m_scrubber;
    QWidget* m_page;
    QTableWidget* m_table;
    LossView* m_report;
    QWidget* m_inspector = nullptr;
};

} // namespace gui
