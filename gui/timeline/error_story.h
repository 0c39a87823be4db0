// How far an op, its stage and its phase are from their prediction, in words.

#pragma once

#include "gui/timeline/frame_renderer.h"
#include "gui/timeline/time_text.h"

#include <QStringList>

namespace gui {

// A line for each; empty where the op is not both predicted and measured, and where it is not sure
// that the prediction is that of the run: of several of either, and of steps that are compared.
// Plain text.
QStringList errorLines(const Tracks& tracks, const OpRef& ref, TimeUnit unit);

// "+1.2 ms", "−1.2 ms": three digits, with the signs that relativeDifference() of gui/text writes.
QString signedTime(Nanoseconds time, TimeUnit unit);
// "+3.4 %", "0.0 %": what `more` is of `whole`, as relativeDifference() writes it. Precondition:
// whole > 0.
QString signedShare(Nanoseconds more, Nanoseconds whole);

// "+1.2 ms (+3.4 %)", "−1.2 ms": more than predicted has a plus. The share is left out where
// nothing was predicted.
QString signedError(Nanoseconds error, Nanoseconds predicted, TimeUnit unit);

} // namespace gui
