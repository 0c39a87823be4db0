// Beside the timeline: what is known of the op or the bubble that is selected, where its numbers
// come from, and where the time of the area went.

#pragma once

#include "gui/timeline/timeline_panel.h"

#include <QWidget>

class QLabel;

namespace gui {

class AreaTable;
class LessonLink;
class OpFacts;

class Inspector : public QWidget {
    Q_OBJECT
public:
    // Follows what is selected in `panel`, and else the op that the pointer is on; also while
    // tracks change, as those of a run do. Both must outlive it.
    Inspector(ViewState& state, TimelinePanel& panel, QWidget* parent = nullptr);

signals:
    // A step of the course that explains the selected bubble: "three-phases:places".
    void lessonWanted(const QString& wanted);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void applyLook();
    // Of the track of that slot, and whose time it is.
    QString sourceOf(int slot, int rank) const;

    ViewState& m_state;
    TimelinePanel& m_panel;
    QLabel* m_title; // children
    QLabel* m_story; //
    QLabel* m_peers; //
    LessonLink* m_lesson;
    OpFacts* m_facts;
    QLabel* m_source;
    AreaTable* m_area;
};

} // namespace gui
