// Which step of a run is drawn: the newest, as it fills in or once it is complete, or an older one
// that is held.

#pragma once

#include "gui/live/live_session.h"

#include <optional>

namespace gui {

enum class ShowStep {
    Automatic, // the one filling in if steps are long enough to watch, else the newest complete one
    Complete,  // the newest complete one
    Filling,   // the one under way
};

// A value. It holds no step, only the number of one, so it does not keep old steps alive.
class StepChoice {
public:
    // Steps shorter than this would flicker if they were drawn as they fill.
    static constexpr std::chrono::milliseconds kWatchable{400};

    // Which step is drawn while the run is followed; a step that is held stays.
    void setShow(ShowStep show) { m_show = show; }
    void follow() { m_held = -1; }
    void hold(int step) { m_held = step; } // a step number, >= 0
    bool isFollowing() const { return m_held < 0; }
    // The number that was given to hold(); nothing while the run is followed.
    std::optional<int> held() const { return isFollowing() ? std::nullopt : std::optional(m_held); }

    // The step to be drawn; null while there is none. A held step that is no longer kept gives one
    // that is.
    StepPtr shown(const RunSnapshot& run, const StepHistory& history) const;

private:
    ShowStep m_show = ShowStep::Automatic;
    int m_held = -1; // number of the step looked at; -1: follow
};

} // namespace gui
