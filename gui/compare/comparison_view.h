// Steps on one axis: their pictures one under the other, and under those their numbers. Worked out
// on a thread, while the view is in sight.

#pragma once

#include "gui/compare/comparison_table.h"
#include "gui/compare/comparison_work.h"
#include "gui/timeline/timeline_panel.h"

#include <QWidget>

class QLabel;
class QMenu;
class QTableView;
class QTimer;
class QToolButton;

namespace gui {

class Workspace;

// In the table Delete takes a row away, Alt+Up and Alt+Down move it, Enter opens it; its name can
// be dragged up and down.
class ComparisonView : public QWidget {
    Q_OBJECT
public:
    // Both must outlive the view. What is open in the workspace can be added.
    ComparisonView(OpenComparison& comparison, Workspace& workspace, QWidget* parent = nullptr);
    ~ComparisonView() override;

    // The visible range of time, the selection and the rest that all tracks of the view share.
    ViewState& viewState() { return m_state; }
    TimelinePanel& panel() { return *m_panel; }
    const ComparisonTable& table() const { return m_table; }
    // The pictures alone.
    void setPresenting(bool presenting);

    // What is on screen is of the sources as they are now. False while it is worked out, and until
    // the view has been shown.
    bool isCurrent() const { return m_current; }

    // Emitted on the GUI thread. compared(): newer numbers and pictures are on screen.
    // openWanted(): a row is to be opened. said(): a sentence for the status line.
signals:
    void compared();
    void openWanted(int place);
    void said(const QString& sentence);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeBar();
    void makeTable();
    void applyLook();
    QToolButton* makeButton(const QString& iconName, const QString& name, const QString& keys,
                            void (ComparisonView::*act)());
    void fillAddMenu();
    void fillScheduleMenu(QMenu* menu);
    void addMeasured(QMenu* menu, OpenStrategy& open);
    void addImported(QMenu* menu, const OpenImport& open);

    // Of what that row shows, among the sources as they are now, which may be others already; -1:
    // it is no longer compared.
    int placeOf(int row) const;
    int place() const; // of the row that is chosen; -1: none
    void removeChosen();
    void moveUp() { moveChosen(-1); }
    void moveDown() { moveChosen(1); }
    void moveChosen(int by);
    void moveTo(int from, int to); // places of sources
    void copy(TableFormat format);

    // Asks for a new comparison, or gives up the one under way where it could not be seen.
    void refresh();
    // Shows what has come to be known of the sources; nothing where that is not yet a row of each.
    void take(const KnownSteps& done);
    void show(KnownSteps rows, bool isCurrent);
    void refreshButtons();

    OpenComparison& m_comparison;
    Workspace& m_workspace;
    ViewState m_state; // before the panel, which refers to it
    ComparisonTable m_table;
    KnownSteps m_shown;     // the rows
    int m_wanted = 0;       // the row that is to be chosen once there are new ones
    TimelinePanel* m_panel; // children
    QWidget* m_bar;         //
    QTableView* m_numbers;  //
    QLabel* m_note;         //
    QMenu* m_addMenu;       //
    QToolButton* m_add = nullptr;
    QToolButton* m_remove = nullptr;
    QToolButton* m_up = nullptr;
    QToolButton* m_down = nullptr;
    QTimer* m_late; // runs while an answer is new
    bool m_current = false;
    ComparisonWork m_work; // last: its thread ends first
};

} // namespace gui
