// What the rows of a figure have besides ops, as its look asks for it: frames and sections over
// them, lanes under them; and the keys of all of that.

#pragma once

#include "gui/export/figure_sheet.h"

namespace gui {

// The lanes under the rows of a track, in heights of a row; 0: it has none.
struct LaneShares {
    double kernels = 0;
    double memory = 0;

    double whole() const { return 1 + kernels + memory; } // with the row itself
};

LaneShares laneShares(const TrackData& track, const FigureExtras& extras);

// Where the row of a rank stands.
struct ExtrasPlace {
    int rank = 0;
    TimeAxis axis;
    double lanesTop = 0; // under the ops
    double step = 0;     // of a share of 1
};

// Precondition: the row's place is known.
void addExtras(FigureSheet::Row& row, const TrackData& track, const FigureLook& look,
               const ExtrasPlace& place);

// Of everything that is drawn, in the order of the legend, without their places.
std::vector<FigureSheet::Key> keysOf(const ShownSteps& steps, const FigureLook& look,
                                     const FigureInks& inks);

// What the legend leaves open: how much the lanes of memory show, of each track that has some, and
// which chunks look alike.
QStringList legendNotes(const ShownSteps& steps, const FigureLook& look);

} // namespace gui
