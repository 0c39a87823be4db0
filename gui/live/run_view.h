// The step of the run that is on show, with its numbers: what the timeline, the ledger and the run
// panel all draw, worked out once a tick.

#pragma once

#include "engine/measured/pace.h"
#include "engine/measured/straggler.h"
#include "gui/live/comparison.h"
#include "gui/live/run_controller.h"
#include "gui/live/step_choice.h"

#include <QElapsedTimer>
#include <QObject>

namespace gui {

struct ShownStep {
    StepPtr step;         // drawn; null while there is none
    bool filling = false; // it is under way, or was cut short: its numbers would mean nothing
    StepPtr complete;     // the one the numbers are of: `step`, or the newest before it
    MeasuredNumbers numbers;
    std::shared_ptr<const plan::Schedule> schedule; // of `step`; null while unknown
    // The document's, where it is of the run's work with the schedule of `complete`; null where it
    // is not, or while that is unknown.
    PredictionPtr prediction;
    MemoryLanesPtr memory; // of `step`; null where the run says nothing of it
};

class RunView : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxWatchedOps = 200'000; // of a step

    // `controller` must outlive the view.
    explicit RunView(RunController& controller, QObject* parent = nullptr);

    const RunSnapshotPtr& run() const { return m_run; } // null while no run is shown
    const ShownStep& shown() const { return m_shown; }
    bool isFollowing() const { return m_choice.isFollowing(); }

    void setShow(ShowStep show);
    void follow();
    void hold(int step);
    void moveBy(int steps); // from the step on show; the newest one follows again

    // Ranks that were found to compute slower than they should, oldest first; empty where steps
    // have more ops than kMaxWatchedOps.
    std::vector<measured::Straggler> stragglers() const;

    // The prediction says how long a step takes: the run is emulated, its strategy has costs, or
    // the cost model knows its device. Else they are a guess, and only the bubble is worth
    // comparing.
    bool knowsTime() const;
    // The strategy says it on its own: a prediction of it would.
    bool knowsTimeOf(const strategy::Strategy& strategy) const;
    // Without costs every op counts for the same made-up moment: which says how a schedule is, but
    // nothing beside the time of a device. Nor does what the cost model says of another device.
    // False where no run is shown.
    bool isTimeless(const PredictionPtr& prediction) const;
    // The document's strategy is what the run on show runs.
    bool isOfDocument() const { return m_controller.isOfDocument(); }

    // Names the difference to the prediction, and what it is worth: whether the run is emulated at
    // a scale, and whether it could keep up. Empty while there is nothing to compare.
    QString comparison() const;

signals:
    void changed();

private:
    void take(const RunSnapshotPtr& run);
    void clear();
    void refresh();
    void refreshMemory();
    void refreshNumbers();
    PredictionPtr knownRun() const;
    bool watches(const measured::FollowedSchedule& schedule);
    void watch(const std::vector<StepPtr>& steps);
    void watchPace(const std::vector<StepPtr>& steps);

    RunController& m_controller;
    StepChoice m_choice;
    RunSnapshotPtr m_run;
    ShownStep m_shown;
    PredictionPtr m_heldAgainst; // by the numbers on show
    std::optional<measured::StragglerWatch> m_watch;
    std::optional<measured::PaceWatch> m_pace;      // of an emulated run that is predicted
    std::vector<measured::StepPace> m_notWeighed{}; // steps that came before its prediction
    measured::FollowedSchedule m_watched;           // what m_watch follows
    int m_memoryStep = -1;                          // what m_shown.memory is of
    std::size_t m_memoryRevision = 0;
    QElapsedTimer m_memoryAge; // since then
};

} // namespace gui
