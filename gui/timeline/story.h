// What an op or a bubble was, in words: for tooltips, the status line and screen
// readers. Plain text, a line each.

#pragma once

#include "gui/timeline/frame_renderer.h"
#include "gui/timeline/time_text.h"

#include <QString>
#include <QStringList>

namespace gui {

// "rank 773 on n96": the one that is drawn at that place.
QString rankInWords(const TrackData& track, int place);

// "Forward of microbatch 3 on stage 5 (rank 1, chunk 1)". Precondition: the track has a timeline.
QString opTitle(const TrackData& track, const OpRef& ref);

// That, when, how long, what it waited for, and how it differs from the same op of the other
// tracks. Empty if the track has no such op.
QStringList opStory(const Tracks& tracks, const OpRef& ref, TimeStyle style);

// Of the gap `gap` of a rank: its phase, length, and what it waits for; or that
// nothing is known of it. Precondition: the track of `slot` has a timeline.
QStringList gapStory(const Tracks& tracks, int slot, int rank, TimeRange gap, TimeStyle style);

// What the rank does at the time `at` behind its last op; empty if that is no part of the
// step's end.
QStringList tailStory(const TrackData& track, int rank, Nanoseconds at, TimeStyle style);

// "forward of microbatch 3 on stage 5"
QString opInWords(const plan::Op& op);

// "forward", as within a sentence.
QString kindInWords(plan::OpKind kind);

QString phaseInWords(plan::Phase phase);

// The bubble that begins at `start`, where the track has a ledger; else null.
const plan::Bubble* bubbleAt(const TrackData& track, int rank, Nanoseconds start);

} // namespace gui
