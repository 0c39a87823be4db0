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
    QString outcome;     // the same without why: "failed"
    bool bad = false;    // `state` says that the run has failed or is lost
    QString device;      // as the ranks named it, or that compute is emulated and at what scale
    QString deviceTip{}; // what is to be known of times on it; may be empty
    QString step;        // "7 of 50 done"
    QString lateness;    // median and largest, of the step given; may be empty
    QString losses;      // "nothing", or what is missing, counted
};

// Records that are in no file, because the disk was full: as far as the run says it while it goes
// on, and its record once it is over. `entry` may be null.
std::uint64_t unloggedOf(const RunSnapshot& run, const RunEntry* entry);

// `entry` may be null (a bare recording), and so may `shown` (no step yet). With `replay` the run
// is told of as a recording; `isPaused`: by somebody's command.
RunTexts describe(const RunSnapshot& run, const RunEntry* entry, bool replay,
                  const measured::Step* shown, bool isPaused = false);

} // namespace gui
