// What given costs are of, and the same model's costs under another division into stages.
//
// A p-th of the model, p being the ranks, is what one rank holds where every rank holds one piece:
// its share. Rescaling keeps the model: the p-ths cost what they cost, in model order, and a
// schedule of v chunks runs each as v stages of one v-th. Where all p-ths are alike, so that one
// number stands for them, that keeps each rank's whole share too, wherever its chunks stand.
//
// Limits:
// - A list names p-ths in model order. With chunks a rank holds pieces of several of them, so that
//   unlike entries are not the ranks' own times then.
// - In two directions each rank holds two p-ths, one of each copy of the model, and a microbatch
//   crosses p whole ones: nothing is divided.
// - Within a p-th every stage gets the same part. What the stages of one p-th differed in is lost
//   when they are added up.
// - Hops are those between neighbouring ranks; one between other ranks takes the longest of them.
// - What belongs to ranks stays: their factors, reduction and optimizer; and so does a single
//   transfer time or link, as one activation has the same bytes wherever the model is cut.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/placement.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"

#include <string_view>

namespace plan {

enum class CostBasis {
    Stage, // of one stage, whatever its size: more chunks are more work
    Rank,  // of one p-th of the model: more chunks divide it
};

std::string_view toText(CostBasis basis); // "stage", "rank"

// The costs of a schedule's stages from those of the p-ths. Chunks divide them to the
// nanosecond: the parts of one p-th add up to it. The placement is read only where there are
// hops. Fails with a sentence if `shares` has neither 1 nor p stages, or hops that are not one
// less than the ranks.
//
// Precondition: shape.directions is the schedule's, and divides its chunks.
Result<Costs> costsOfStages(const Costs& shares, const Shape& shape, const Placement& placement);

// The reverse: the costs of the p-ths from those of the stages. Divided again for the same shape
// they are what they were, but for unlike stages of one p-th and unlike hops of the same two ranks.
//
// Precondition: `stages` has 1 or shape.stages() stages, and no hops or one less; a step of them
// is no longer than kLongestStep (cost_limits.h).
Costs costsOfShares(const Costs& stages, const Shape& shape, const Placement& placement);

// Those of the cost model as somebody gives them: as times alone, without the bytes of a message
// and the nodes of ranks, and with one hop between two stages, which is the longer of two
// directions. What ops wait for the host is put to the part of a backward that the schedule's ops
// have it in, which is the input gradient of whole backwards. Where the schedule has both kinds of
// backwards, one number cannot say both, and the waits stay apart.
Costs asGiven(Costs costs, const Schedule& schedule);

} // namespace plan
