#include "engine/launch/list_entry.h"

#include "engine/launch/ending_json.h"

#include <nlohmann/json.hpp>

namespace launch {

namespace {

// A stop signal holds its supervisor, and with it the ranks.
bool isHeldNow(const RunRecord& run)
{
    return run.state == RunState::Running && !run.elsewhere && isHeld(run.supervisor);
}

nlohmann::ordered_json wordOf(const std::optional<Elsewhere>& elsewhere)
{
    if (!elsewhere)
        return nullptr;
    return *elsewhere == Elsewhere::Lives ? "lives" : "silent";
}

} // namespace

nlohmann::ordered_json listEntryOf(const RunRecord& run)
{
    return {{"run", run.run},
            {"state", textOf(run.state)},
            {"held", isHeldNow(run)},
            {"paused", run.paused},
            {"standing", standingOf(run)},
            {"elsewhere", wordOf(run.elsewhere)},
            {"place", jsonOf(run.place)},
            {"outcome", run.outcome},
            {"ending", jsonOf(run.ending)},
            {"predicted", jsonOf(run.predicted)},
            {"pace_warning", run.paceWarning},
            {"unlogged", run.unlogged},
            {"strategy", run.strategy},
            {"strategy_name", run.strategyName},
            {"started", run.started},
            {"ended", run.ended},
            {"ranks", run.ranks},
            {"steps", run.steps},
            {"device", run.device},
            {"directory", run.directory.string()},
            {"session", sessionText(run.session)},
            {"viewer_endpoint", run.viewerEndpoint},
            {"log", run.log().string()},
            {"events", run.events().string()}};
}

} // namespace launch
