// What a run's own checks found, in words.

#pragma once

#include "engine/measured/slow_replicas.h"
#include "engine/measured/straggler.h"
#include "gui/live/last_checkpoint.h"
#include "gui/live/live_session.h"

#include <QString>

#include <vector>

namespace gui {

// "Ops computed twice in the bubbles: 82; all equal", or which differed and what that means.
// Empty where none were.
QString checksText(const CheckTotals& checks);

// A sentence of the engine, with the ops in it named as the stories of the timeline name them: for
// "2F0>3" "forward of microbatch 0 on stage 2, to rank 3".
QString opsInWords(const QString& sentence);

// "Rank 1, step 12, 2F0: the second run gave different bits; …"
QString differentText(const DifferentOp& op);

// What a run that failed leaves behind, and what to look at: the step that it did not finish, the
// last checkpoint, which it can go on from, where the words of its ranks are.
QString endEvidence(const RunSnapshot& run, const std::optional<LastCheckpoint>& last);

// That somebody has slowed that rank of the world, and how to take that back.
QString slowedByHandText(int rank);

// Which ranks somebody has slowed and not let go again, a line each: "Rank 1 has been
// slowed by hand since step 242, ×3".
QString slowedNowText(const measured::RunConditions& conditions);

// "Rank 2 slow ×1.80 since step 40", or until when, by its number in the world.
// Of a rank beside the others at its place: the same words. `evidence`: beside how many.
QString slowReplicaText(const measured::SlowReplica& slow);
QString slowReplicaEvidence(const measured::SlowReplica& slow, const measured::RunInfo& info,
                            const measured::RankHosts& hosts,
                            const measured::RunConditions& conditions);

QString slowRankText(const measured::Straggler& straggler, const measured::RunInfo& info);

// The same, what it costs, and whether somebody has slowed it: "; the step takes 12 % longer".
// `makespan`: of a step with it; 0: not known.
QString stragglerText(const measured::Straggler& straggler, const measured::RunInfo& info,
                      const measured::RunConditions& conditions, plan::Nanoseconds makespan);

// All that is to be said of the run, a line each; empty: nothing. Of many stragglers those that
// are slow, or else the newest.
QString verdictText(const RunSnapshot& run, const std::vector<measured::Straggler>& stragglers,
                    const measured::RunConditions& conditions, plan::Nanoseconds makespan);

} // namespace gui
