// What a step shows: the timelines of its state, or of several side by side, or lanes to lay ops
// on. Grey while a prediction is asked for, and drawn once it was made.

#pragma once

#include "gui/lessons/lesson_session.h"
#include "gui/timeline/timeline_panel.h"
#include "gui/timeline/view_state.h"

#include <QWidget>

class QLabel;
class QStackedLayout;

namespace gui {

class BuildLanes;

// The track of a state, as every picture of a lesson has it.
TrackData trackOf(const QString& title, const lesson::PlannedPtr& planned);

// GUI thread.
class LessonPicture : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it.
    LessonPicture(LessonSession& session, ViewState& state, QWidget* parent = nullptr);

    TimelinePanel& timeline() { return *m_timeline; }
    BuildLanes* lanes() { return m_lanes; } // null: the step builds nothing
    // Whether the answer is kept back: it could be read off the picture.
    bool isCovered() const;

signals:
    void refused(const QString& reason); // by the lanes

private:
    void beginStep();
    void refresh();
    void showTracks();

    LessonSession& m_session;
    QStackedLayout* m_stack;   // of the three
    TimelinePanel* m_timeline; //
    QWidget* m_build;          // holds the lanes
    QLabel* m_cover;           //
    BuildLanes* m_lanes = nullptr;
    std::vector<lesson::PlannedPtr> m_tracks; // on show
};

} // namespace gui
