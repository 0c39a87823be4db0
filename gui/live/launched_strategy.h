// The strategy that the run on show was launched with, and what follows from it: its prediction,
// as the run goes, and the order of ops under each schedule that the run follows.
//
// Both may take seconds to work out, so a thread does it: what is asked for here is null at first,
// and changed() says when it is known. A newer question stops the work on an older one. The
// document's strategy may be another; its prediction is the document's to give.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/live/run_order.h"

#include <QObject>

#include <map>
#include <optional>

namespace gui {

class LaunchedStrategy : public QObject {
    Q_OBJECT
public:
    explicit LaunchedStrategy(QObject* parent = nullptr);

    // Another run is shown, or none: nothing of the one before is known or delivered any more.
    void clear();

    // The run was launched with that strategy. `prediction`: of it, where there is one already;
    // null: it is worked out now.
    void set(const strategy::Strategy& strategy, PredictionPtr prediction = nullptr);

    // What the run's ranks said of it. The prediction is worked out anew unless it is of what the
    // run keeps to: of an emulated run at its time scale, of any other at none. `logBytes`: of the
    // run's event log so far.
    void setRun(const measured::RunInfo& info, std::uint64_t logBytes);

    // Empty where it is not known: a bare recording, or a run of another machine.
    const std::optional<strategy::Strategy>& strategy() const { return m_strategy; }
    // Null while it is worked out, and where there is none.
    const PredictionPtr& prediction() const { return m_prediction; }
    // The same, where it is cut as the run says; else null.
    PredictionPtr predictionOfRun() const;

    // The order of ops under `schedule`; null while it is worked out, which asking for it begins,
    // and where it cannot be known. Precondition: setRun() was called, else it is null.
    SchedulePtr order(const measured::FollowedSchedule& schedule);

    // What is null now may be known with the next changed().
    bool isWorking() const { return m_predicting || !m_making.empty(); }

    // `strategy` is the work that the run does, under `schedule` (empty: that of the launch). A
    // real device takes the time it takes, whatever the costs of its strategy say: they may
    // differ. False while the run has not said what it is.
    bool isOf(const strategy::Strategy& strategy, const std::string& schedule) const;
    // Rises where isOf() may answer otherwise than before of the same strategy, which it copies.
    std::uint64_t revision() const { return m_revision; }

signals:
    void changed(); // strategy, prediction or an order: known, or known not to be had

private:
    using Orders = std::map<std::string, SchedulePtr>; // by orderKey(); null: there is none

    void predictAs(const PredictedAs& as);
    void makeOrders();
    void takePrediction(const PredictionPtr& prediction);
    void takeOrders(const Orders& orders);

    std::optional<strategy::Strategy> m_strategy;
    std::optional<measured::RunInfo> m_info;
    std::uint64_t m_revision = 0; // of both
    std::uint64_t m_logBytes = 0;
    PredictionPtr m_prediction;
    PredictedAs m_as; // what is, or was last, predicted
    bool m_predicting = false;
    Orders m_orders;
    std::map<std::string, measured::FollowedSchedule> m_making; // by orderKey()
    NewestWork m_work;                                          // last: its thread ends first
};

} // namespace gui
