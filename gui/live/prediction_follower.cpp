#include "gui/live/prediction_follower.h"

namespace gui {

PredictionFollower::PredictionFollower(Document& document, const LaunchedStrategy& launched,
                                       QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_launched(launched)
{
    connect(&document, &Document::strategyChanged, this, &PredictionFollower::update);
}

void PredictionFollower::follow(const std::optional<measured::RunInfo>& info,
                                const measured::FollowedSchedule& schedule)
{
    m_info = info;
    m_schedule = schedule;
    update();
}

void PredictionFollower::update()
{
    PredictedAs as;
    if (m_info) {
        as = predictedAs(*m_info);
        // A run's swap says nothing of the schedule of another strategy.
        if (m_schedule.swapped && m_isOfRun.of({m_document.revision(), m_launched.revision()}, [&] {
                return m_launched.isOf(m_document.strategy(), {});
            }))
            as.schedule = m_schedule.name;
    }
    m_document.predictAs(as);
}

} // namespace gui
