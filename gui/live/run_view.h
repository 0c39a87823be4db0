// The step of the run that is on show, with its numbers: what the timeline, the ledger and the run
// panel all draw, worked out once a tick.
//
// Two halves, in one direction (the flow is drawn in gui/README.md). First the run and the user say
// which step is on show, and the document is told how to predict its strategy beside it. Then the
// step is held against the prediction the document has; a new prediction begins there, and never
// chooses a step or asks for another prediction.

#pragma once

#include "gui/live/comparison.h"
#include "gui/live/kept_answer.h"
#include "gui/live/prediction_follower.h"
#include "gui/live/run_controller.h"
#include "gui/live/run_watch.h"
#include "gui/live/step_choice.h"

#include <QElapsedTimer>
#include <QObject>

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

namespace gui {

struct ShownStep {
    StepPtr step;         // drawn; null while there is none
    bool filling = false; // it is under way, or was cut short: its numbers would mean nothing
    StepPtr complete;     // the one the numbers are of: `step`, or the newest before it
    MeasuredNumbers numbers;
    SchedulePtr schedule; // of `step`; null while unknown
    // The document's, where it is of the run's work with the schedule of `complete`; null where it
    // is not, or while that is unknown.
    PredictionPtr prediction;
    MemoryLanesPtr memory; // of `step`; null where the run says nothing of it
    KernelWorkPtr kernels; // likewise
};

class RunView : public QObject {
    Q_OBJECT
public:
    // Both must outlive the view. The document is predicted as the newest of its views asks, so
    // there is one view for each.
    RunView(Document& document, RunController& controller, QObject* parent = nullptr);

    const LiveSession& session() const { return m_controller.session(); }
    const RunSnapshotPtr& run() const { return m_run; } // null while no run is shown
    const ShownStep& shown() const { return m_shown; }
    bool isFollowing() const { return m_choice.isFollowing(); }
    std::optional<int> held() const { return m_choice.held(); } // the step's number
    // What is shown of the steps on hand will not change by itself: no order and no prediction of
    // the run's own strategy is still being worked out.
    bool isSettled() const { return !m_controller.launched().isWorking(); }

    // Which step is on show. hold() takes a step number >= 0 and stops following the run; moveBy()
    // counts from the step on show, and moving onto the newest step follows the run again.
    void setShow(ShowStep show);
    void follow();
    void hold(int step);
    void moveBy(int steps);

    // See RunWatch.
    std::vector<measured::Straggler> stragglers() const { return m_watch.stragglers(); }
    const std::deque<measured::SlowReplica>& slowReplicas() const { return m_watch.slowReplicas(); }
    std::string paceWarning() const { return m_watch.paceWarning(); }
    std::optional<int> lateSince() const { return m_watch.lateSince(); }

    // The prediction says how long a step takes: the run is emulated, its strategy has costs, or
    // the cost model knows its device. Else they are a guess, and only the bubble is worth
    // comparing.
    bool knowsTime() const;
    // The same of a strategy, if it were predicted.
    bool knowsTimeOf(const strategy::Strategy& strategy) const;
    // Without costs every op counts for the same made-up moment: which says how a schedule is, but
    // nothing beside the time of a device. Nor does what the cost model says of another device.
    // False where no run is shown.
    bool isTimeless(const PredictionPtr& prediction) const;
    // What a step of the run is accounted with: those of the shown prediction, else of the run's
    // own, else a unit each.
    plan::Costs costs() const;
    // The document's strategy is what the run on show runs, under its own schedule or under the
    // one that the step on show follows.
    bool isOfDocument() const;
    // The strategy that the run runs, with the document's costs where that is the same work; null
    // where it is not known. Until the next change of any of them.
    const strategy::Strategy* runStrategy() const;

    // Names the difference to the prediction, and what it is worth: whether the run is emulated at
    // a scale, and whether it could keep up. Empty while there is nothing to compare.
    QString comparison() const;

signals:
    void changed(); // any of the above

private:
    void take(const RunSnapshotPtr& run);
    void clear();
    void refresh();
    void chooseStep();
    void holdAgainstPrediction();
    void refreshMemory();
    void refreshKernels();
    PredictionPtr predictionUnder(const measured::FollowedSchedule& schedule);

    const Document& m_document;
    RunController& m_controller;
    PredictionFollower m_follower;
    RunWatch m_watch;
    StepChoice m_choice;
    RunSnapshotPtr m_run;
    ShownStep m_shown;
    struct {
        StepPtr complete;
        PredictionPtr prediction; // of the document
        PredictionPtr own;        // of the run's strategy
        SchedulePtr order;
    } m_numbered; // what m_shown.numbers were worked out from
    using Asked = std::tuple<std::uint64_t, std::uint64_t, std::string>; // revisions, schedule
    mutable KeptAnswer<Asked> m_ofDocument;
    KeptAnswer<std::tuple<PredictionPtr, std::uint64_t, std::string>> m_ofRun; // the prediction is
    KeptAnswer<std::pair<PredictionPtr, SchedulePtr>> m_sameOrder;
    int m_memoryStep = -1; // what m_shown.memory is of
    std::size_t m_memoryRevision = 0;
    QElapsedTimer m_memoryAge; // since then
    StepPtr m_kernelsStep;     // what m_shown.kernels are of
    std::size_t m_kernelsRevision = 0;
    QElapsedTimer m_kernelsAge;
};

} // namespace gui
