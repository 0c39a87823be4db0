// What a search came to, as the plot and the table show it: one list for both.

#pragma once

#include "gui/charts/front_chart.h"
#include "gui/search/open_search.h"

#include <QString>

#include <optional>
#include <vector>

namespace gui {

struct FoundPoint {
    const strategy::FoundStrategy* found = nullptr; // of the answer
    bool isOwn = false;                             // the strategy that the search began with
    QString name;                                   // whole
    QString shortName; // for a table, with what tells it apart from the others
    QString toOwn;     // "-12.3 %" of its step time; empty for itself
    // Of a step, in seconds; nothing: that is not known.
    std::optional<strategy::Interval> interval;
    QString standing; // in words: "fastest", "does not fit, by 3.2 GiB"
};

// The search's own strategy first, then what it found, by step time, then what does not fit. Refers
// to `answer`, which must outlive the list. Pure.
std::vector<FoundPoint> foundPoints(const SearchAnswer& answer);

// As many points, in their order.
FrontPicture frontPicture(const std::vector<FoundPoint>& points);

// All that is known of it, a line each.
QString foundTip(const FoundPoint& point);

} // namespace gui
