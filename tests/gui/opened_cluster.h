// A window on a strategy of 32 devices, with their views.

#pragma once

#include "gui/cluster/cluster_state.h"
#include "gui/window/middle_views.h"
#include "tests/gui/modelled.h"
#include "tests/gui/opened.h"

namespace gui::test {

// 4 nodes of 8: 2 tensor, 4 pipeline and 4 data ranks.
struct OpenedCluster : Opened {
    MiddleViews& middle = sheet.middle();
    ClusterState& cluster = middle.cluster();

    OpenedCluster()
    {
        document.start(llama());
        [&] { QTRY_VERIFY(document.isPredictionCurrent() && sheet.estimator().isCurrent()); }();
    }
    void open(const char* command) { window.actions().action(command)->trigger(); }
    template <typename View>
    View* shown()
    {
        auto* view = middle.page(middle.current())->findChild<View*>();
        return view && view->isVisible() ? view : nullptr;
    }
    std::optional<int> rankOfTimeline() const
    {
        const auto& timeArea = sheet.viewState().area();
        return timeArea && timeArea->ranks() == 1 ? std::optional(timeArea->firstRank)
                                                  : std::nullopt;
    }
};

} // namespace gui::test
