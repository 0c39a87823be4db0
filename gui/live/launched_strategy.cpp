#include "gui/live/launched_strategy.h"

#include "engine/strategy/estimate/schedule_of.h"

#include <utility>

namespace gui {
namespace {

constexpr std::size_t kMaxOrders = 8; // remembered; a run goes over to few schedules

// Empty: that of the launch, whatever its name.
std::string orderKey(const measured::FollowedSchedule& schedule)
{
    return schedule.swapped ? schedule.name : std::string();
}

} // namespace

LaunchedStrategy::LaunchedStrategy(QObject* parent)
    : QObject(parent)
{
}

void LaunchedStrategy::clear()
{
    m_work.forget();
    m_strategy.reset();
    m_info.reset();
    ++m_revision;
    m_logBytes = 0;
    m_prediction.reset();
    m_predicting = false;
    m_orders.clear();
    m_making.clear();
}

void LaunchedStrategy::set(const strategy::Strategy& strategy, PredictionPtr prediction)
{
    m_strategy = strategy;
    ++m_revision;
    m_prediction = std::move(prediction);
    m_predicting = false; // of that strategy
    m_making.clear();
    m_orders.clear();
    if (m_info)
        predictAs(predictedAs(*m_info));
    else if (!m_prediction)
        predictAs({}); // until the run says what it keeps to
    emit changed();
}

void LaunchedStrategy::setRun(const measured::RunInfo& info, std::uint64_t logBytes)
{
    m_logBytes = logBytes;
    if (m_info == info)
        return;
    m_info = info;
    ++m_revision;
    m_orders.clear();
    if (m_strategy)
        predictAs(predictedAs(info));
    if (!m_making.empty())
        makeOrders();
}

// Orders that were being made are asked for again once it is there.
void LaunchedStrategy::predictAs(const PredictedAs& as)
{
    if (m_prediction ? m_prediction->as == as : m_predicting && m_as == as)
        return;
    m_as = as;
    m_prediction.reset(); // one at another scale is worse than none
    m_making.clear();
    m_predicting = true;
    m_work.request(
        [this, asked = *m_strategy, as](const plan::StopAsked& outdated) -> NewestWork::Delivery {
            const auto made = predict(asked, outdated, as);
            return [this, prediction = made ? *made : nullptr] { takePrediction(prediction); };
        });
}

void LaunchedStrategy::takePrediction(const PredictionPtr& prediction)
{
    m_predicting = false;
    m_prediction = prediction;
    emit changed();
}

PredictionPtr LaunchedStrategy::predictionOfRun() const
{
    return m_prediction && m_info && m_prediction->schedule->shape == m_info->shape ? m_prediction
                                                                                    : nullptr;
}

SchedulePtr LaunchedStrategy::order(const measured::FollowedSchedule& schedule)
{
    if (!m_info || m_predicting)
        return nullptr;
    const PredictionPtr own = predictionOfRun();
    if (own && !schedule.swapped)
        return own->schedule;
    const std::string key = orderKey(schedule);
    if (const auto known = m_orders.find(key); known != m_orders.end())
        return known->second;
    // A log that only claims a huge shape must not make this program allocate for it.
    const bool mayBeMade = own || isBorneOut(m_info->shape, m_logBytes);
    if (mayBeMade && m_making.emplace(key, schedule).second)
        makeOrders();
    return nullptr;
}

// All that are asked for, for this request replaces the one before.
void LaunchedStrategy::makeOrders()
{
    const auto own = predictionOfRun() ? m_strategy : std::nullopt;
    m_work.request([this, own, info = *m_info,
                    making = m_making](const plan::StopAsked& outdated) -> NewestWork::Delivery {
        Orders orders;
        for (const auto& [key, schedule] : making)
            orders[key] = makeOrder(own ? &*own : nullptr, info, schedule, outdated);
        return [this, orders] { takeOrders(orders); };
    });
}

void LaunchedStrategy::takeOrders(const Orders& orders)
{
    m_making.clear();
    // Those still needed are asked for again; which they are is not known here.
    if (m_orders.size() + orders.size() > kMaxOrders)
        m_orders.clear();
    for (const auto& [key, order] : orders)
        m_orders[key] = order;
    emit changed();
}

bool LaunchedStrategy::isOf(const strategy::Strategy& strategy, const std::string& schedule) const
{
    return m_strategy && m_info
        && isWorkOf(strategy::swappedTo(*m_strategy, schedule), m_info->emulated, strategy);
}

} // namespace gui
