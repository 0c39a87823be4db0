// From an idle stretch, or from an op, back along what was waited for, a link at a time.

#pragma once

#include "engine/plan/insight/explain.h"
#include "gui/timeline/track_data.h"

#include <optional>
#include <span>
#include <vector>

namespace gui {

// The chain is the explainer's; this only says how far it was walked.
class WhyWalk {
public:
    // From there on, with nothing walked yet; no walk where the track knows no causes or has no
    // such op or bubble. The track need not outlive it.
    void begin(const TrackData& track, const OpRef& op);
    void begin(const TrackData& track, const GapRef& gap);
    void clear() { *this = {}; }

    bool isOn() const { return m_origin.has_value(); }
    // One link back; false: there is none.
    bool goBack();
    // One link less; false: nothing was walked.
    bool goForth();

    struct Origin {
        int slot = 0;
        int rank = 0;
        TimeRange range;
        std::optional<plan::Op> op{}; // nothing: of a bubble
    };
    const std::optional<Origin>& origin() const { return m_origin; }
    // Those walked, from the origin backwards.
    std::span<const plan::ChainLink> walked() const { return {m_links.data(), m_walked}; }
    std::size_t length() const { return m_links.size(); }
    // The whole chain was walked, to the start of the step.
    bool isAtRoot() const { return m_walked == m_links.size(); }

private:
    std::optional<Origin> m_origin;
    std::vector<plan::ChainLink> m_links;
    std::size_t m_walked = 0;
};

} // namespace gui
