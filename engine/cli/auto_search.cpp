#include "engine/cli/auto_search.h"

#include "engine/cli/interrupt.h"
#include "engine/cli/report_units.h"
#include "engine/plan/schedules/entries.h"

#include <fmt/format.h>

#include <algorithm>

#include <unistd.h>

namespace cli {
plan::Result<plan::Schedule> searchWatched(const plan::Shape& shape,
                                           const plan::ScheduleOptions& options,
                                           const plan::Costs& costs, int effort,
                                           std::optional<Searched>& searched)
{
    // Before anything is searched: an error after minutes of searching would be a waste of them.
    if (const auto fits = plan::checkConditions(plan::kZbAuto.name, shape, options); !fits)
        return fits.error();
    const plan::AutoRequest request = plan::autoRequest(shape, costs, options.maxInFlight);
    plan::AutoLimits limits = plan::quickLimits(shape);
    limits.ops *= effort;

    // The progress is one line that is written over again and again, which would only fill a log.
    const bool watched = isatty(STDERR_FILENO) == 1;
    const InterruptNoted interrupt;
    auto found = plan::searchOrder(request, limits, [&](const plan::AutoProgress& progress) {
        if (watched)
            fmt::print(
                stderr,
                "\rsearching: {:3.0f} %, {} orders, best {:.3f} us ({}), at least {:.3f} us\033[K",
                100 * std::min(1.0, double(progress.ops) / double(limits.ops)), progress.candidates,
                us(progress.value), progress.origin, us(progress.lowerBound));
        return !interrupt.interrupted();
    });
    if (watched)
        fmt::print(stderr, "\r\033[K");
    if (!found)
        return found.error();
    searched
        = Searched{found->lowerBound, found->gap(), found->progress.candidates, found->stopped};
    if (found->stopped)
        fmt::print(stderr, "the search was stopped; this is the best of {} orders\n",
                   searched->candidates);
    return std::move(found->schedule);
}

} // namespace cli
