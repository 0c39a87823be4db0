// What a figure shows of a rank besides its ops: what lay within them, what was predicted of them,
// the kernels that they ran, and the memory that it held. The same as the timeline does, as boxes.
// Pure.

#pragma once

#include "gui/export/figure.h"
#include "gui/export/figure_row.h"

#include <array>
#include <vector>

namespace gui {

// What of it there is to be shown.
FigureExtras extrasOf(const std::vector<TrackData>& tracks);

// For each of these: the precondition and the lengths of boxesOf().

// Exchanges and recomputation inside the ops, and second runs between them.
std::vector<FigureBox> sectionsOf(const TrackData& track, int rank, const TimeAxis& axis,
                                  double dot);

// The ops of `planned` that are wide enough for a frame.
std::vector<FigureBox> ghostsOf(const plan::Timeline& planned, int rank, const TimeAxis& axis,
                                double dot);

// Those on the critical path, and the tail that ends the step.
std::vector<FigureBox> criticalOf(const TrackData& track, int rank, const TimeAxis& axis);

// One row of the lane of kernels; empty where there is none.
std::vector<FigureBox> kernelsOf(const TrackData& track, int rank, KernelKind kind,
                                 const TimeAxis& axis, double dot);

// A stretch in which nothing of what is held changes.
struct FigureStack {
    double left = 0;
    double right = 0;                         // > left
    std::array<double, kMemoryKinds> heads{}; // shares of the lane, from its bottom; rising
};

// No two moments within a `dot` are told apart: the fuller one counts. Empty: nothing is known.
std::vector<FigureStack> memoryOf(const TrackData& track, int rank, const MemoryScale& scale,
                                  const TimeAxis& axis, double dot);

} // namespace gui
