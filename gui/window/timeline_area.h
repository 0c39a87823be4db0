// The middle of the window: the predicted track, the measured one under it while a run is shown,
// and the lines above them that say how they differ and what is wrong.

#pragma once

#include "gui/estimate/estimator.h"
#include "gui/live/run_view.h"
#include "gui/timeline/timeline_panel.h"
#include "gui/window/notice_strip.h"

#include <QTimer>
#include <QWidget>

#include <functional>

namespace gui {

// Strips over the panel, from the top: an offer, a failure, a notice about the prediction, and how
// measured and predicted step compare. One that has nothing to say takes no room. All texts are
// shown as plain text; GUI thread.
class TimelineArea : public QWidget {
    Q_OBJECT
public:
    // All must outlive the area. It follows the document's prediction and the step that `view`
    // shows, and puts newer ones into the panel whenever they change; `estimator` says what the
    // ranks of the document's strategy hold.
    TimelineArea(Document& document, RunController& controller, RunView& view,
                 const Estimator& estimator, QWidget* parent = nullptr);

    // Both live as long as the area. Track 0 of the panel is predicted, track 1 measured.
    ViewState& viewState() { return m_state; }
    TimelinePanel& panel() { return *m_panel; }

    // A failure, in a strip that stays until the user dismisses it or clearFailure() is called. One
    // that comes later takes its place.
    void showFailure(const QString& sentence);
    void clearFailure() { m_failure->clear(); }
    QString failure() const { return m_failure->text(); }

    // A question with two answers, in a strip that stays until the user has chosen one of them. The
    // function of that answer is called once, after the strip has been cleared; neither may be
    // empty.
    struct Offer {
        // Translated: the question, and the words of the two buttons.
        QString text;
        QString accept;
        QString refuse;
        std::function<void()> onAccept;
        std::function<void()> onRefuse;
    };
    void offer(const Offer& offer);
    QString offered() const { return m_offer->text(); }

    // What the two strips say, for tests and pictures; empty where a strip is hidden.
    QString comparison() const { return m_comparison->text(); }
    QString notice() const { return m_notice->text(); }

    // Emitted when the user asks for the strategy of the run shown, by the button beside the
    // comparison.
signals:
    void runStrategyWanted();

private:
    void refreshPredicted();
    static QString predictedTitle(const Prediction& prediction);
    // The prediction says nothing of how long a step of the run on show takes, so it is not drawn
    // beside it. See RunView::isTimeless().
    bool isTimeless() const;
    void refreshCauses();
    // Puts the step on show into the panel, or takes the track away where none is.
    void refreshMeasured();
    // The step is one that never became complete, and another has begun since or the run is over.
    bool isCutShort(const ShownStep& shown) const;
    // What each rank of the run on show is predicted to hold at most: null where the run is not of
    // the document, or takes no memory of its own.
    EstimatePtr estimateOfRun() const;
    QString measuredTitle(const ShownStep& shown) const;
    void refreshNotice();
    // Says that the prediction is being worked out, once that has taken longer than a moment.
    void announce();
    void refreshComparison();

    Document& m_document;
    RunController& m_controller;
    RunView& m_view;
    const Estimator& m_estimator;
    ViewState m_state;         // before the panel, which refers to it
    NoticeStrip* m_offer;      // children
    NoticeStrip* m_failure;    //
    NoticeStrip* m_notice;     //
    NoticeStrip* m_comparison; //
    TimelinePanel* m_panel;    //
    PredictionPtr m_predicted; // in the panel
    bool m_timeless = false;   // what isTimeless() was when the track was last made
    StepPtr m_measured;        // in the panel
    SchedulePtr m_measuredSchedule;
    std::shared_ptr<const plan::Ledger> m_measuredLedger;
    MemoryLanesPtr m_measuredMemory;
    KernelWorkPtr m_measuredKernels;
    EstimatePtr m_measuredEstimate; // what the predicted memory is of
    bool m_hasMeasuredTrack = false;
    QTimer m_late; // runs while a prediction is new
    bool m_announced = false;
};

} // namespace gui
