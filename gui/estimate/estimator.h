// What the document's strategy costs on its cluster: step time, memory, whether it fits. Worked out
// behind the picture, off the GUI thread.

#pragma once

#include "engine/strategy/estimate/estimate.h"
#include "gui/background/newest_work.h"
#include "gui/document/document.h"

#include <QObject>

#include <memory>

namespace gui {

// Without the schedule, the costs and the timeline, which the prediction holds: it says how long
// a step takes and how much of it is bubble.
struct StrategyEstimate {
    strategy::Strategy strategy;
    strategy::Estimate numbers;
    PredictionPtr prediction; // that the picture shows; not null
};

using EstimatePtr = std::shared_ptr<const StrategyEstimate>; // immutable once published

// Works once for each prediction: the estimate of a strategy that was only predicted anew, as
// beside a run, is kept. GUI thread, but for the work itself.
class Estimator : public QObject {
    Q_OBJECT
public:
    // `document` must outlive the estimator, which follows its predictions.
    explicit Estimator(Document& document, QObject* parent = nullptr);

    // Of the last strategy that had no problems; null where that has no model.
    const EstimatePtr& estimate() const { return m_estimate; }
    // False while the one there is of an earlier state of the strategy.
    bool isCurrent() const;
    // Why there is none though there is a model: a sentence, or empty where there is nothing to
    // say.
    QString reason() const { return m_reason; }

    // Emitted when there is another estimate or none, and whenever isCurrent() may have changed.
signals:
    void changed();

private:
    void follow();
    // Both outcomes of a job: an estimate, or the reason why there is none.
    void take(const plan::Result<EstimatePtr>& answer);

    Document& m_document;
    EstimatePtr m_estimate;
    PredictionPtr m_asked; // whose was asked for last
    QString m_reason;
    NewestWork m_work; // last: its thread ends first
};

} // namespace gui
