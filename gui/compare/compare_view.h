// Up to four schedules for the strategy's ranks, microbatches and costs: their pictures on one
// axis, and their numbers under it. Worked out on a thread, while the view is in sight.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/compare/comparison_table.h"
#include "gui/document/document.h"
#include "gui/timeline/timeline_panel.h"

#include <QWidget>

#include <array>

class QLabel;
class QSpinBox;
class QTableView;
class QTimer;

namespace gui {

class ScheduleChooser;

class CompareView : public QWidget {
    Q_OBJECT
public:
    // `document` must outlive the view. The view begins with the schedules that have a
    // CatalogEntry::compareTurn. Every new prediction of the document makes it compare anew, though
    // only while it is visible; otherwise it does so when it is shown again.
    explicit CompareView(Document& document, QWidget* parent = nullptr);

    // The visible range of time, the selection and the rest that all tracks of the view share.
    ViewState& viewState() { return m_state; }
    TimelinePanel& panel() { return *m_panel; }
    const ComparisonTable& table() const { return m_table; }

    // What the boxes hold, from the left, as "name" or "name:chunks" each; empty where a box has
    // none. Names that are unknown leave their box empty, and names beyond the last box are left
    // out. The list that schedules() returns can be given back to setSchedules().
    void setSchedules(const QStringList& schedules);
    QStringList schedules() const;

    // The numbers on screen are those of the document's last valid strategy.
    // False while a newer comparison is on its way, and until the view has been shown.
    bool isCurrent() const { return m_current; }

    // Emitted on the GUI thread. compared(): newer numbers and pictures are on screen. said(): a
    // sentence for the status line.
signals:
    void compared();
    void said(const QString& sentence);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Box {
        ScheduleChooser* schedule = nullptr; // children
        // 0 means the number of chunks that the schedule has by itself.
        QSpinBox* chunks = nullptr;
    };

    QWidget* makeBoxes();
    // Takes the schedule that was chosen in a box.
    void choose(Box& box);
    // Asks for a new comparison, or gives up the one under way where it could not be seen.
    void refresh();
    void take(const ScheduleComparisonPtr& comparison);
    void copy(TableFormat format);
    // What the boxes hold, led by the strategy's own schedule where none of them has it.
    // Precondition: the document has a prediction.
    std::vector<plan::ComparedSchedule> asked() const;

    Document& m_document;
    ViewState m_state; // before the panel, which refers to it
    ComparisonTable m_table;
    std::array<Box, kMostCompared> m_boxes;
    TimelinePanel* m_panel; // children
    QTableView* m_numbers;  //
    QLabel* m_note;         //
    QTimer* m_late;         // runs while an answer is new
    bool m_current = false;
    NewestWork m_work; // last: its thread ends first
};

} // namespace gui
