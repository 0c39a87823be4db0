// What a step shows: its state played on lanes, or several side by side, the timelines of those
// that are too large for that, or lanes to lay ops on. Grey while a prediction is asked for, and
// drawn from left to right once it was made; the guess stays in the picture.

#pragma once

#include "gui/lanes/lane_track.h"
#include "gui/lanes/played_step.h"
#include "gui/lessons/lesson_session.h"
#include "gui/timeline/timeline_panel.h"
#include "gui/timeline/view_state.h"

#include <QWidget>

class QStackedLayout;
class QVBoxLayout;

namespace gui {

class BuildBar;
class BuildLanes;

// GUI thread.
class LessonPicture : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it.
    LessonPicture(LessonSession& session, ViewState& state, QWidget* parent = nullptr);

    TimelinePanel& timeline() { return *m_timeline; }
    PlayedStep& played() { return *m_played; }
    PlayClock& clock() { return m_played->clock(); }
    BuildLanes* lanes() { return m_lanes; }     // null: the step builds nothing
    BuildBar* buildBar() { return m_buildBar; } // likewise
    bool isPlayed() const;                      // on lanes, not on the timeline

    // Whether the picture is kept back until somebody has answered: it would give the answer away.
    bool isCovered() const;
    // Draws it all the same, as after a vote.
    void reveal();

    // From now on there is nothing to play or build with, and nobody's guess, as where the answer
    // is given for all.
    void setForAudience();
    // Of the letters in ops, in pixels; 0: by the room there is.
    void setLetterHeight(int pixels);

signals:
    void refused(const QString& reason); // by the lanes

private:
    void beginStep();
    void makeBuild();
    void refresh();
    void showTracks();
    QString titleWithUnit(const LaneTrack& track) const; // of the first one
    QString refusalText() const;                         // empty: something is shown
    void takeGuess();
    void noteBuild();
    std::vector<LaneTrack> wantedTracks() const;
    LaneUnit unit() const { return m_session.read().lesson.unit; }

    LessonSession& m_session;
    ViewState& m_state;
    QStackedLayout* m_stack;   // of the three
    PlayedStep* m_played;      //
    TimelinePanel* m_timeline; //
    QWidget* m_build;          // holds the bar and the lanes
    QVBoxLayout* m_buildPlace; //
    BuildBar* m_buildBar = nullptr;
    BuildLanes* m_lanes = nullptr;
    int m_letters = 0;
    bool m_isForAudience = false;
    bool m_isRevealed = false; // though nothing was answered
    bool m_isFirstTry = true;  // no order was complete and not good enough
    bool m_isNoted = false;    // that the build was passed
};

} // namespace gui
