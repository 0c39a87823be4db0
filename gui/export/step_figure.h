// Steps as a figure: their ranks as rows on one axis of time.

#pragma once

#include "gui/export/figure.h"
#include "gui/timeline/time_axis.h"
#include "gui/timeline/track_data.h"

#include <QString>

#include <memory>
#include <vector>

namespace gui {

// What is drawn: stretches of time and ranks of one or more tracks. Tracks without a timeline are
// left out. Shared snapshots, so that it can be drawn on any thread while the window goes on.
struct ShownSteps {
    QString title; // any text
    std::vector<TrackData> tracks;
    TimeRange range; // must not be longer than anything there is to see
    int firstRank = 0;
    int lastRank = -1; // included; -1: the last one of each track
};

// Everything from the beginning to the end of the longest track.
TimeRange wholeRange(const std::vector<TrackData>& tracks);

// On paper it is as high as its rows need, and on a slide they fill the slide; ranks that have no
// room are left out, and counted. Colours are those of the light theme. Pure; the text is measured,
// so there must be an application.
Figure stepFigure(const ShownSteps& steps, const FigureLook& look);

} // namespace gui
