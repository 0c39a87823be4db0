#include "gui/window/predicted_memory.h"

#include "engine/strategy/estimate/planned_job.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

namespace gui {
namespace {

using LanesPtr = std::shared_ptr<const std::vector<MemoryLane>>;

std::uint64_t wholeBytes(double bytes)
{
    return static_cast<std::uint64_t>(std::llround(std::max(0.0, bytes)));
}

// What the rank holds beside activations and what a running op needs.
MemoryBytes stateOf(const plan::RankMemory& memory)
{
    return {wholeBytes(memory.weights), wholeBytes(memory.gradients), wholeBytes(memory.optimizer),
            0, 0};
}

// The place of the span's op in the order, which is the span's own or, in a fused pair, the next.
std::size_t placeOf(const std::vector<plan::Op>& order, std::size_t span, const plan::Op& op)
{
    for (const std::size_t place : {span, span + 1, span - 1})
        if (place < order.size() && order[place] == op)
            return place;
    return order.size();
}

LanesPtr lanesOf(const EstimatePtr& estimate)
{
    const Prediction& prediction = *estimate->prediction;
    if (opsOf(*prediction.schedule) > kMaxMemoryOps)
        return nullptr;
    try {
        const auto planned = strategy::planJob(prediction.strategy, *prediction.schedule);
        if (!planned)
            return nullptr;
        return std::make_shared<const std::vector<MemoryLane>>(
            predictedLanes(*prediction.timeline, planned->schedule, strategy::memoryOf(*planned),
                           plan::opMemory(planned->job, planned->schedule, planned->split),
                           estimate->numbers.memoryLimit));
    } catch (const std::bad_alloc&) {
        return nullptr; // the picture does without them
    }
}

} // namespace

std::vector<MemoryLane> predictedLanes(const plan::Timeline& timeline,
                                       const plan::Schedule& schedule,
                                       const std::vector<plan::RankMemory>& memory,
                                       const std::vector<std::vector<plan::OpMemory>>& ops,
                                       double limit)
{
    constexpr auto kActivations = static_cast<std::size_t>(MemoryKind::Activations);
    constexpr auto kBuffers = static_cast<std::size_t>(MemoryKind::Buffers);
    std::vector<MemoryLane> lanes;
    for (std::size_t rank = 0; rank < timeline.spans.size() && rank < ops.size(); ++rank) {
        double running = 0; // at the peak
        double most = 0;
        for (const plan::OpMemory& op : ops[rank])
            if (op.kept + op.running > most) {
                most = op.kept + op.running;
                running = op.running;
            }
        MemoryBytes state = stateOf(memory[rank]);
        const std::uint64_t whole = totalOf(state);
        const std::uint64_t peak = wholeBytes(memory[rank].peak());
        // What remains the step through; so that the sums are the peak's own, to the byte.
        state[kBuffers] = wholeBytes(memory[rank].other() - running);
        const auto& spans = timeline.spans[rank];
        std::vector<MemoryEdge> edges;
        edges.reserve(2 * spans.size() + 1);
        edges.push_back({Nanoseconds{0}, state});
        for (std::size_t i = 0; i < spans.size(); ++i) {
            const std::size_t place = placeOf(schedule.order[rank], i, spans[i].op);
            if (place >= ops[rank].size())
                continue;
            const plan::OpMemory& op = ops[rank][place];
            MemoryBytes during = state;
            during[kActivations] = wholeBytes(op.kept);
            during[kBuffers] = op.kept + op.running == most
                ? peak - std::min(peak, whole + during[kActivations])
                : state[kBuffers] + wholeBytes(op.running);
            MemoryBytes after = state;
            after[kActivations] = wholeBytes(op.after);
            edges.push_back({spans[i].start, during});
            edges.push_back({spans[i].end, after});
        }
        lanes.push_back(
            MemoryLane(edges, {}).withDevice({.edges = {}, .total = wholeBytes(limit)}));
    }
    return lanes;
}

PredictedMemory::PredictedMemory(const Estimator& estimator, QObject* parent)
    : QObject(parent)
    , m_estimator(estimator)
{
    connect(&estimator, &Estimator::changed, this, &PredictedMemory::follow);
    follow();
}

void PredictedMemory::follow()
{
    const EstimatePtr& estimate = m_estimator.estimate();
    if (!estimate) {
        m_work.forget();
        m_asked.reset();
        return take(nullptr);
    }
    if (estimate->prediction == m_asked)
        return;
    m_asked = estimate->prediction;
    m_isCurrent = false;
    m_work.request([this, estimate](const auto&) -> NewestWork::Delivery {
        return [this, lanes = lanesOf(estimate)] { take(lanes); };
    });
}

void PredictedMemory::take(std::shared_ptr<const std::vector<MemoryLane>> lanes)
{
    m_isCurrent = true;
    if (std::exchange(m_lanes, std::move(lanes)) != m_lanes)
        emit changed();
}

} // namespace gui
