// What there is to say of a schedule that somebody lays: how far it is, what holds it up, and what
// it turned out to be.

#pragma once

#include "engine/lesson/build_board.h"
#include "gui/lanes/lane_words.h"

#include <QString>

namespace gui {

// "So far 12 u; most in flight: 3, 2, 1."
QString progressWords(const lesson::BuildBoard& board, LaneUnit unit);

// Of the first op that is laid and cannot run: "1F0 waits for 0F0, which is not laid yet." Empty:
// all of them run.
QString heldUpWords(const lesson::BuildBoard& board);

// "This is ZB-H1. No order of this placement is shorter." `cap`: most in flight on a rank; empty:
// any number. Empty for what is neither known nor bounded. Precondition: it has a timeline.
QString builtWords(const lesson::Planned& built, const std::vector<int>& cap);

} // namespace gui
