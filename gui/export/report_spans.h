// The timelines of a report as data for its script, which reads them back (resources/report).

#pragma once

#include "gui/timeline/track_data.h"

#include <QJsonArray>

#include <vector>

namespace gui {

struct ReportSpans {
    QJsonArray tracks;
    int hiddenRanks = 0; // beyond `mostSpans`
};

// At most `mostSpans` ops in all, whole ranks, from the first of each track on. The room is shared
// evenly among the tracks, so that each has some; what one does not need is for the others.
ReportSpans reportSpans(const std::vector<TrackData>& tracks, std::size_t mostSpans);

} // namespace gui
