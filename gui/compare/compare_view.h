// Up to four schedules for the strategy's ranks, microbatches and costs: their pictures on one
// axis, and their numbers under it. Worked out on a thread, while the view is in sight.

#pragma once

#include "gui/compare/comparison_table.h"
#include "gui/document/document.h"
#include "gui/timeline/timeline_panel.h"
#include "gui/work/newest_work.h"

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
    // `document` must outlive the view.
    explicit CompareView(Document& document, QWidget* parent = nullptr);

    ViewState& viewState() { return m_state; }
    TimelinePanel& panel() { return *m_panel; }
    const ComparisonTable& table() const { return m_table; }

    // What is compared, as "name" or "name:chunks" each; what is not understood is left out.
    void setSchedules(const QStringList& schedules);
    QStringList schedules() const;

    // The numbers on screen are those of the document's last valid strategy.
    bool isCurrent() const { return m_current; }

signals:
    void compared(); // newer numbers are on screen
    void said(const QString& sentence);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Box {
        ScheduleChooser* schedule = nullptr; // children
        QSpinBox* chunks = nullptr;
    };

    QWidget* makeBoxes();
    void choose(Box& box);
    void refresh();
    void take(const ScheduleComparisonPtr& comparison);
    void copy(TableFormat format);
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
