// What of the controller has to do with the order that a run's steps follow, and with the
// prediction that they are held against.

#include "gui/live/run_controller.h"

namespace gui {
namespace {

constexpr std::size_t kMaxSwapped = 8; // schedules remembered; a run goes over to few

// What steps of the run are held against. An emulated one keeps to what is predicted, at its
// scale; one that is older than scales, to the costs given or 1 us an op part.
PredictedAs predictedAs(const measured::RunInfo& info)
{
    if (!info.emulated)
        return {};
    return info.timeScale == 0 ? PredictedAs{.costs = CostSource::Unit}
                               : PredictedAs{.timeScale = info.timeScale};
}

bool sameWork(strategy::Strategy a, strategy::Strategy b)
{
    a.name.clear();
    b.name.clear();
    a.batch.global = a.batch.micro * strategy::dataParallel(a) * strategy::microbatches(a);
    b.batch.global = b.batch.micro * strategy::dataParallel(b) * strategy::microbatches(b);
    return a == b;
}

// A shape that a log only claims is no reason for a schedule of millions of ops: each of its
// cells is recorded as two spans at least.
bool isBorneOut(const plan::Shape& shape, std::uint64_t logBytes)
{
    constexpr std::uint64_t kFreeCells = std::uint64_t{1} << 18;
    constexpr std::uint64_t kBytesACell = 24;
    const auto stages = static_cast<std::uint64_t>(shape.stages());
    return stages * static_cast<std::uint64_t>(shape.microbatches)
        <= kFreeCells + logBytes / kBytesACell;
}

} // namespace

void RunController::setPrediction(PredictionPtr prediction)
{
    m_prediction = std::move(prediction);
    m_swapped.clear();
    pacePrediction();
    predictAsShown();
}

// The costs that an emulated run keeps to are known once it has said its scale.
void RunController::pacePrediction()
{
    if (!m_prediction || !m_info || !m_info->emulated)
        return;
    const PredictedAs as = predictedAs(*m_info);
    if (m_prediction->as == as)
        return;
    if (const auto made = predict(m_prediction->strategy, {}, as))
        m_prediction = *made;
}

void RunController::follow(const measured::FollowedSchedule& schedule)
{
    m_follows = schedule;
    predictAsShown();
}

void RunController::predictAsShown()
{
    PredictedAs as;
    if (m_info) {
        as = predictedAs(*m_info);
        if (m_follows.swapped && isOf(m_document.strategy(), {}))
            as.schedule = m_follows.name;
    }
    m_document.predictAs(as);
}

bool RunController::isOf(const strategy::Strategy& strategy, const std::string& schedule) const
{
    if (!m_prediction || !m_info)
        return false;
    strategy::Strategy launched = swappedTo(m_prediction->strategy, schedule);
    launched.costsFittedTo = strategy.costsFittedTo;
    if (!m_info->emulated)
        launched.costs = strategy.costs;
    return sameWork(std::move(launched), strategy);
}

bool RunController::isOfDocument() const
{
    return isOf(m_document.strategy(), {})
        || (m_follows.swapped && isOf(m_document.strategy(), m_follows.name));
}

std::optional<strategy::Strategy> RunController::runStrategy() const
{
    if (isOfDocument() && m_document.problems().empty())
        return m_document.strategy();
    return m_prediction ? std::optional(m_prediction->strategy) : std::nullopt;
}

RunController::Followed RunController::followed(const measured::RunInfo& info,
                                                const measured::FollowedSchedule& schedule)
{
    const PredictionPtr& shown = m_document.prediction();
    Followed followed{orderOf(info, schedule), nullptr};
    const std::string swap = schedule.swapped ? schedule.name : std::string();
    if (shown && followed.schedule && isOf(shown->strategy, swap)
        && hasOrder(shown, followed.schedule))
        followed.prediction = shown;
    return followed;
}

// Compared once: it is asked for with every tick.
bool RunController::hasOrder(const PredictionPtr& prediction,
                             const std::shared_ptr<const plan::Schedule>& schedule)
{
    if (prediction->schedule == schedule)
        return true;
    if (m_compared.prediction != prediction || m_compared.schedule != schedule)
        m_compared = {prediction, schedule, prediction->schedule->order == schedule->order};
    return m_compared.same;
}

std::shared_ptr<const plan::Schedule>
RunController::orderOf(const measured::RunInfo& info, const measured::FollowedSchedule& schedule)
{
    if (!schedule.swapped)
        return launched(info);
    const auto known = m_swapped.find(schedule.name);
    if (known != m_swapped.end())
        return known->second;
    if (m_swapped.size() >= kMaxSwapped)
        m_swapped.clear();
    auto made = swapped(info, schedule.name);
    if (made || isBorneOut(info.shape, m_session.logBytes()))
        m_swapped[schedule.name] = made;
    return made;
}

// As the run makes it.
std::shared_ptr<const plan::Schedule> RunController::swapped(const measured::RunInfo& info,
                                                             const std::string& name) const
{
    if (m_prediction && m_prediction->schedule->shape == info.shape)
        if (auto made = strategy::scheduleOf(swappedTo(m_prediction->strategy, name));
            made && made->shape == info.shape)
            return std::make_shared<plan::Schedule>(std::move(*made));
    if (!isBorneOut(info.shape, m_session.logBytes()))
        return {};
    auto made = plan::makeSchedule(name, info.shape);
    if (!made || made->shape != info.shape)
        return {};
    return std::make_shared<plan::Schedule>(std::move(*made));
}

std::shared_ptr<const plan::Schedule> RunController::launched(const measured::RunInfo& info)
{
    if (m_prediction && m_prediction->schedule->shape == info.shape)
        return m_prediction->schedule;
    if (m_scheduleInfo != info) {
        if (!isBorneOut(info.shape, m_session.logBytes()))
            return nullptr;
        m_scheduleInfo = info;
        m_schedule.reset();
        if (auto made = plan::makeSchedule(info.schedule, info.shape))
            m_schedule = std::make_shared<plan::Schedule>(std::move(*made));
    }
    return m_schedule;
}

} // namespace gui
