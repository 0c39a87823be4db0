#include "gui/estimate/estimator.h"

#include <new>

namespace gui {
namespace {

plan::Result<EstimatePtr> estimated(const strategy::Strategy& strategy, const plan::StopAsked& stop)
{
    try {
        auto made = strategy::estimate(strategy, plan::AttentionCount::Full, stop);
        if (!made)
            return made.error();
        made->schedule = {};
        made->costs = {};
        made->timeline = {};
        return EstimatePtr(
            std::make_shared<StrategyEstimate>(StrategyEstimate{strategy, *std::move(made)}));
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
    return m_estimate && m_estimate->strategy == m_document.strategy();
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
    if (m_asked == m_document.strategy())
        return;
    m_asked = m_document.strategy();
    m_work.request(
        [this, asked = m_asked](const plan::StopAsked& outdated) -> NewestWork::Delivery {
            return [this, answer = estimated(asked, outdated)] { take(answer); };
        });
}

void Estimator::take(const plan::Result<EstimatePtr>& answer)
{
    m_estimate = answer ? *answer : nullptr;
    m_reason = answer ? QString() : QString::fromStdString(answer.error().message);
    emit changed();
}

} // namespace gui
