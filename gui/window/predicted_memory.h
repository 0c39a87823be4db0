// What every rank is predicted to hold over the step, as lanes under its row.

#pragma once

#include "engine/plan/cost/op_memory.h"
#include "gui/background/newest_work.h"
#include "gui/estimate/estimator.h"
#include "gui/timeline/memory_lane.h"

#include <QObject>

#include <memory>
#include <vector>

namespace gui {

// The most ops of a step that lanes are made for: each takes some hundred bytes.
inline constexpr std::size_t kMaxMemoryOps = std::size_t{1} << 17;

// [rank]; the most of each lane is the rank's peak, to the byte, and `limit`, in bytes, is what its
// device has. Pure.
//
// Precondition: all are of that schedule and its prediction.
std::vector<MemoryLane> predictedLanes(const plan::Timeline& timeline,
                                       const plan::Schedule& schedule,
                                       const std::vector<plan::RankMemory>& memory,
                                       const std::vector<std::vector<plan::OpMemory>>& ops,
                                       double limit);

// Follows the estimate of a document, and works behind it. GUI thread.
class PredictedMemory : public QObject {
    Q_OBJECT
public:
    // `estimator` must outlive it.
    explicit PredictedMemory(const Estimator& estimator, QObject* parent = nullptr);

    // Of the newest estimate that there are lanes of; null where it has none.
    const std::shared_ptr<const std::vector<MemoryLane>>& lanes() const { return m_lanes; }
    // None are being worked out.
    bool isCurrent() const { return m_isCurrent; }

signals:
    void changed();

private:
    void follow();
    void take(std::shared_ptr<const std::vector<MemoryLane>> lanes);

    const Estimator& m_estimator;
    PredictionPtr m_asked; // whose were asked for last
    std::shared_ptr<const std::vector<MemoryLane>> m_lanes;
    bool m_isCurrent = true;
    NewestWork m_work; // last: its thread ends first
};

} // namespace gui
