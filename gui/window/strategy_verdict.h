// The verdict on a strategy: what is predicted of it, what the last edit made of that, what the run
// beside it measured, and how that run stands. Every number is taken from where the timeline and
// the tables take it.

#pragma once

#include "gui/estimate/estimator.h"
#include "gui/frame/verdict.h"
#include "gui/live/alarm_watch.h"
#include "gui/live/run_view.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace gui {

class StrategyVerdict : public QObject {
    Q_OBJECT
public:
    // All must outlive it; it follows them by their signals.
    StrategyVerdict(Document& document, const Estimator& estimator, RunController& controller,
                    RunView& view, const AlarmWatch& alarms, QObject* parent = nullptr);

    const Verdict& verdict() const { return m_verdict; }

signals:
    void changed();

private:
    // What is known of one state of the strategy.
    struct Known {
        PredictionPtr prediction;
        EstimatePtr estimate; // null: the strategy has no model
    };

    // The present state, once all of it is worked out.
    std::optional<Known> present() const;
    void follow();
    void refresh();
    void addPredicted(Verdict& verdict) const;
    void addInterval(VerdictNumber& step) const;
    void addMeasured(Verdict& verdict) const;
    void addHealth(Verdict& verdict) const;

    Document& m_document;
    const Estimator& m_estimator;
    RunController& m_controller;
    RunView& m_view;
    const AlarmWatch& m_alarms;
    Known m_shown;                  // the newest that was worked out
    std::optional<Known> m_before;  // before the gesture that led to it
    std::optional<Known> m_earlier; // m_before, as it was before that gesture
    int m_gesture = 0;              // place in the history of what is shown
    Verdict m_verdict;
    QTimer m_stale; // until what stands there is greyed
};

} // namespace gui
