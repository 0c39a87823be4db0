// The middle of the window: the predicted track, the measured one under it while a run is shown,
// and the lines above them that say how they differ and what is wrong.

#pragma once

#include "gui/estimate/estimator.h"
#include "gui/live/run_view.h"
#include "gui/timeline/timeline_panel.h"
#include "gui/window/detail_asker.h"
#include "gui/window/notice_strip.h"
#include "gui/window/peers_shown.h"
#include "gui/window/predicted_memory.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

namespace gui {

// The strips lie over the foot of the picture: why run and prediction are not compared, a notice
// about the prediction, an offer, a failure. The first two can be closed, also with Escape in the
// timeline. All texts are shown as plain text; GUI thread.
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

    // What ranks are predicted to hold belongs to the newest estimate.
    bool isMemoryCurrent() const { return m_predictedMemory.isCurrent(); }

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
    // Offers then wait until that is over: they would cover what is presented.
    void setPresenting(bool presenting);

    // What the two strips say, for tests and pictures; empty where a strip is hidden.
    QString remarks() const { return m_comparison->text(); }
    QString notice() const { return m_notice->text(); }

    // Emitted when the user asks for the strategy of the run shown, by the button beside the
    // comparison.
signals:
    void runStrategyWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // What a measured track shows: where all of it is the same, so is the track.
    struct MadeFrom {
        StepPtr step;
        SchedulePtr schedule;
        std::shared_ptr<const plan::Ledger> ledger;
        MemoryLanesPtr memory;
        KernelWorkPtr kernels;
        PredictionPtr prediction; // what it is held against
        EstimatePtr estimate;     // what the predicted memory is of
        std::shared_ptr<const RunRanks> ranks;
        bool cutShort = false;

        bool operator==(const MadeFrom&) const = default;
    };

    void placeNotices();
    bool closeNotices(); // false: there was none to close, or something else comes first
    void refreshPredicted();
    // What the ranks are predicted to hold, under the rows of the prediction: null where that is
    // not known, or the run on show has lanes of its own, which say it too.
    std::shared_ptr<const std::vector<MemoryLane>> predictedLanesShown() const;
    // Null where no run is shown.
    std::shared_ptr<const RunRanks> ranksOfRun();
    // Those, where the prediction has a row for each place of the run.
    std::shared_ptr<const RunRanks> ranksPredicted();
    static QString predictedTitle(const Prediction& prediction);
    // The prediction says nothing of how long a step of the run on show takes, so it is not drawn
    // beside it. See RunView::isTimeless().
    bool isTimeless() const;
    void refreshCauses();
    // Puts the step on show into the panel, or takes the track away where none is.
    void refreshMeasured();
    TrackData measuredTrack(const ShownStep& shown, const MadeFrom& from);
    // The step is one that never became complete, and another has begun since or the run is over.
    bool isCutShort(const ShownStep& shown) const;
    // What each rank of the run on show is predicted to hold at most: null where the run is not of
    // the document, or takes no memory of its own.
    EstimatePtr estimateOfRun() const;
    void keepAxis();
    QString measuredTitle(const ShownStep& shown) const;
    void refreshNotice();
    // Says that the prediction is being worked out, once that has taken longer than a moment.
    void announce();
    void refreshComparison();

    Document& m_document;
    RunController& m_controller;
    RunView& m_view;
    const Estimator& m_estimator;
    PredictedMemory m_predictedMemory;
    ViewState m_state;         // before the panel, which refers to it
    DetailAsker m_details;     // of what is on show there
    TimelinePanel* m_panel;    // children
    QWidget* m_notices;        // over it
    NoticeStrip* m_offer;      // in that
    NoticeStrip* m_failure;    //
    NoticeStrip* m_notice;     //
    NoticeStrip* m_comparison; //
    PredictionPtr m_predicted; // in the panel
    std::shared_ptr<const std::vector<MemoryLane>> m_predictedLanes; // likewise
    bool m_timeless = false;            // what isTimeless() was when the track was last made
    std::optional<MadeFrom> m_madeFrom; // the measured track in the panel; none: there is none
    PeersShown m_peers;                 // of it
    RunRanksShown m_ranks;              // of the run on show
    std::shared_ptr<const RunRanks> m_predictedRanks; // what the predicted track calls its ranks
    QTimer m_late;                                    // runs while a prediction is new
    bool m_announced = false;
    bool m_presenting = false;
};

} // namespace gui
