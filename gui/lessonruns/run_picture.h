// What a run of a lesson came to: how long each of its steps took, and one of them under what was
// predicted.

#pragma once

#include "gui/lessonruns/lesson_runner.h"
#include "gui/timeline/timeline_panel.h"
#include "gui/timeline/view_state.h"

#include <QWidget>

#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;

namespace gui {

class StepBars;

// GUI thread.
class RunPicture : public QWidget {
    Q_OBJECT
public:
    static constexpr int kPredictedSlot = 0;
    static constexpr int kMeasuredSlot = 1;

    // `state` must outlive it.
    explicit RunPicture(ViewState& state, QWidget* parent = nullptr);

    // Shows its typical step, or the one in which an op stalled.
    void show(const LessonRunResult& result);
    // While a run goes on: how far it is, and a button that ends it.
    void showUnderWay(int done, int wanted);
    // Of the steps of the run: their place among them, from 0.
    void showStep(std::size_t step);
    std::size_t shownStep() const { return m_shown; }

    TimelinePanel& timeline() { return *m_timeline; }
    StepBars& bars() { return *m_bars; }

    // Of the letters in the timeline, in pixels; 0: as small as elsewhere.
    void setLetterHeight(int pixels) { m_timeline->setTypeHeight(pixels); }

    // Offers the recording that the program brings along, under what was measured.
    void offerRecording(bool offers);

signals:
    void cancelWanted();
    void recordingWanted();

private:
    void setUnderWay(bool isUnderWay);
    TrackData measuredTrack(const StepPtr& step) const;

    std::optional<LessonRunResult> m_result;
    std::size_t m_shown = 0;
    QLabel* m_source;          // children
    QProgressBar* m_progress;  //
    QPushButton* m_cancel;     //
    QPushButton* m_instead;    //
    TimelinePanel* m_timeline; //
    StepBars* m_bars;          //
};

} // namespace gui
