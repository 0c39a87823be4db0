// One track of the timeline: a whole step, predicted or measured.

#pragma once

#include "engine/plan/insight/critical_path.h"
#include "engine/plan/ledger.h"
#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"
#include "gui/timeline/inner_work.h"
#include "gui/timeline/kernel_lane.h"
#include "gui/timeline/memory_lane.h"
#include "gui/timeline/peer_work.h"
#include "gui/timeline/run_ranks.h"
#include "gui/timeline/time_axis.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace gui {

// What a track shows. Most members may be null, and each says what is then missing. Everything is
// shared and must not change once handed over: give another snapshot to show more. Times are
// nanoseconds from the beginning of the step.
struct TrackData {
    QString title;                                  // "Predicted"
    std::shared_ptr<const plan::Timeline> timeline; // null: the track says it is empty

    // For the stories of ops and bubbles, the chunk shades and the phases of idle
    // ranks. Without it they are told as far as the spans go.
    std::shared_ptr<const plan::Schedule> schedule;

    // account()'s answer for exactly this timeline. Without it every gap is a
    // bubble; with it gaps it leaves unexplained are drawn as no data.
    std::shared_ptr<const plan::Ledger> ledger;

    // What of an op is recomputation, and what a collective, where the timeline has no parts that
    // say so. Null: nothing is known of that.
    std::shared_ptr<const plan::Costs> costs{};

    // What bubbles and ops waited for, and what made the step as long as it is, both of
    // exactly this timeline. Without them no causes are shown.
    std::shared_ptr<const plan::Explainer> explainer{};
    std::shared_ptr<const plan::CriticalPath> critical{};

    // [rank]: drawn under the rank's row. Null: the run says nothing of memory; an empty lane: that
    // rank does not.
    std::shared_ptr<const std::vector<MemoryLane>> memory{};

    // [rank] the most that the estimate says is held, in bytes, of what `memory` shows: by a
    // device, where those count, or else by the rank itself. A line over its lane of memory. Null:
    // nothing is predicted.
    std::shared_ptr<const std::vector<std::uint64_t>> predictedMemory{};

    // Of exactly this timeline; null where nothing is known.
    std::shared_ptr<const InnerWork> inner{};

    // Under each rank's row; null where the run did not look at its kernels.
    std::shared_ptr<const KernelWork> kernels{};

    // The ranks that share each place with the one of the timeline; null: there are none. One row
    // stands for all that are alike.
    std::shared_ptr<const PeerWork> peers{};

    // Of a run: the numbers its ranks have, and their hosts. Null: a rank is called by its place.
    std::shared_ptr<const RunRanks> ranks{};

    // Of a measured track: the prediction of the same work, whose ops are outlined over the rows
    // and told beside those that ran. Null: none is, whatever other tracks there are.
    std::shared_ptr<const plan::Timeline> planned{};

    // The rows keep room for reductions beside the ops, though none is known yet.
    bool reducesAside = false;

    bool measured = false; // may lack data
    bool emulated = false; // said in the track's header,
    QString stands{};      // with what a second of it stands for, "21.5 s"; empty: itself
    bool turns = false;    // its ranks took turns; likewise
    bool live = false;     // what lies after a rank's last span has not happened yet: blank

    // Where the track ends; 0 for the makespan. A live track may be given the
    // predicted makespan, so that the axis does not creep while it fills.
    Nanoseconds end{};

    // Among Theme::curves: the colour of its header and of a stripe beside its rows, where several
    // are compared. -1: it needs none.
    int band = -1;

    // Where its numbers come from: "costs given in the file", "measured, step 162". Translated;
    // empty: not said.
    QString source{};

    // Nothing has to be said for a track; said in the middle of an empty one.
    QString emptyText;
};

// Whether its rows have a strip for them at the bottom.
inline bool hasSideReductions(const TrackData& track)
{
    return track.reducesAside || (track.inner && !track.inner->reductions.empty());
}

// Nothing but what its step came to was sent by the rank that is drawn at that place: when it idled
// is not known.
inline bool sentNoOps(const TrackData& track, int place)
{
    const PeerTotal* total = track.peers && track.peers->totals()
        ? track.peers->totals()->of(place, track.peers->shown())
        : nullptr;
    return total
        && (total->known == PeerTotal::Known::Summary || total->known == PeerTotal::Known::Length);
}

// What the rank of the track at that place is called.
inline int rankNumber(const TrackData& track, int place)
{
    return track.ranks ? track.ranks->number(place) : place;
}

// An op in a track. It names the op and not its place, so it stays right while a live track grows,
// and when the track is replaced by one of another step.
struct OpRef {
    int slot = -1;
    int rank = -1;
    plan::Op op;

    bool operator==(const OpRef&) const = default;
};

// A stretch in which a rank of a track idles.
struct GapRef {
    int slot = -1;
    int rank = -1;
    TimeRange range;

    bool operator==(const GapRef&) const = default;
};

} // namespace gui
