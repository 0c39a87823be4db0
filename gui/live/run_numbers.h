// What the run panel says about a run, as words; so that it can be read and tested without a
// window.

#pragma once

#include "gui/live/live_session.h"
#include "gui/live/run_program.h"

#include <QString>

namespace gui {

// In the language of the window. What is not known is empty.
struct RunTexts {
    QString run;
    QString state;
    bool bad = false;    // `state` says that the run has failed or is lost
    QString device;      // as the ranks named it, or that compute is emulated and at what scale
    QString deviceTip{}; // what is to be known of times on it; may be empty
    QString step;        // "7 of 50"
    QString lateness;    // median and largest, of the step given; may be empty
    QString losses;      // "none", or what is missing, counted
};

// `entry` may be null (a bare recording), and so may `shown` (no step yet). With `replay` the run
// is told of as a recording.
RunTexts describe(const RunSnapshot& run, const RunEntry* entry, bool replay,
                  const measured::Step* shown);

} // namespace gui
