#include "gui/estimate/estimator.h"
#include "gui/text/engine_text.h"

#include <new>

namespace gui {
namespace {

plan::Result<EstimatePtr> estimated(const PredictionPtr& prediction, const plan::StopAsked& stop)
{
    const strategy::Strategy& strategy = prediction->strategy;
    try {
        auto made = strategy::estimate(strategy, plan::AttentionCount::Full, stop);
        if (!made)
            return made.error();
        // The prediction holds the same, and they may be large.
        made->schedule = {};
        made->costs = {};
        made->timeline = {};
        return EstimatePtr(std::make_shared<StrategyEstimate>(
            StrategyEstimate{strategy, *std::move(made), prediction}));
    } catch (const std::bad_alloc&) {
        return plan::Error{kNoMemory};
    }
}

} // namespace

Estimator::Estimator(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    connect(&document, &Document::strategyChanged, this, &Estimator::changed);
    connect(&document, &Document::problemsChanged, this, &Estimator::changed);
    // The picture comes first, and by then the schedule is known to be one the window can hold.
    connect(&document, &Document::predictionChanged, this, &Estimator::follow);
    follow();
}

bool Estimator::isCurrent() const
{
    return m_estimate && m_document.isPredictionCurrent()
        && m_estimate->prediction == m_document.prediction();
}

void Estimator::follow()
{
    if (!m_document.isPredictionCurrent())
        return;
    if (!m_document.strategy().model) {
        m_work.forget();
        m_asked = {};
        m_estimate.reset();
        m_reason.clear();
        emit changed();
        return;
    }
    const PredictionPtr& shown = m_document.prediction();
    if (m_asked == shown)
        return;
    // Beside a run the same strategy is predicted again at the run's time scale; what it costs on
    // its cluster does not change with that.
    const bool onlyAnew = m_estimate && m_asked == m_estimate->prediction
        && shown->strategy == m_estimate->strategy;
    m_asked = shown;
    if (onlyAnew) { // predicted once more
        m_estimate = std::make_shared<StrategyEstimate>(
            StrategyEstimate{m_estimate->strategy, m_estimate->numbers, shown});
        emit changed();
        return;
    }
    m_work.request(
        [this, asked = m_asked](const plan::StopAsked& outdated) -> NewestWork::Delivery {
            return [this, answer = estimated(asked, outdated)] { take(answer); };
        });
}

void Estimator::take(const plan::Result<EstimatePtr>& answer)
{
    m_estimate = answer ? *answer : nullptr;
    m_reason = answer ? QString() : engineText(answer.error().message);
    emit changed();
}

} // namespace gui
