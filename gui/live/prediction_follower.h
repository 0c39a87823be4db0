// Has the document's strategy predicted as the steps on show go: at the run's time scale, under the
// schedule that they follow.
//
// This is the one place where what a run does reaches the document; see the flow in gui/README.md.
// What it decides depends on the run, on the strategy it was launched with and on the document's
// strategy, and never on a prediction of it: so nothing goes round in a circle.

#pragma once

#include "gui/document/document.h"
#include "gui/live/kept_answer.h"
#include "gui/live/launched_strategy.h"

#include <QObject>

#include <cstdint>
#include <optional>
#include <utility>

namespace gui {

class PredictionFollower : public QObject {
    Q_OBJECT
public:
    // Both must outlive it.
    PredictionFollower(Document& document, const LaunchedStrategy& launched,
                       QObject* parent = nullptr);

    // Steps of that run are on show, which follow that schedule. Only where the document's strategy
    // is the run's work is it predicted under a schedule other than its own. `info`: empty while
    // no run is on show, or none has said what it is; the strategy is then predicted by itself.
    void follow(const std::optional<measured::RunInfo>& info,
                const measured::FollowedSchedule& schedule);

    // What follow() was told last.
    const measured::FollowedSchedule& followed() const { return m_schedule; }

private:
    void update();

    Document& m_document;
    const LaunchedStrategy& m_launched;
    std::optional<measured::RunInfo> m_info;
    measured::FollowedSchedule m_schedule;
    KeptAnswer<std::pair<std::uint64_t, std::uint64_t>> m_isOfRun; // by revisions
};

} // namespace gui
