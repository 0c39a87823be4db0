// Changing a schedule by hand, one step at a time: each answers at once whether the
// schedule still can run, or why it could not.
//
// Every edit makes a new schedule and leaves the given one as it was, so that undoing is keeping
// the old one. tryEdit() lets an edit leave the schedule incomplete, as an op that is removed here
// may be put in elsewhere next, but not wrong.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/validate/validate.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace plan {

// Places are indices into order[rank]. An op of a fused pair stands for the pair: the two
// move and swap places together, and nothing comes between them.

// `to`: where the op (the first of its pair) stands afterwards.
struct MoveOp {
    int rank = 0;
    std::size_t from = 0;
    std::size_t to = 0;
};

struct SwapOps {
    int rank = 0;
    std::size_t one = 0;
    std::size_t other = 0;
};

// Before the op that is there, or at the end.
struct InsertOp {
    int rank = 0;
    std::size_t at = 0;
    Op op;
};

// Takes one op away; its partner in a fused pair stays.
struct RemoveOp {
    int rank = 0;
    std::size_t at = 0;
};

// Makes the op there and the one after it a fused pair.
struct FuseOps {
    int rank = 0;
    std::size_t at = 0;
};

// Takes apart the pair that the op there belongs to.
struct UnfuseOps {
    int rank = 0;
    std::size_t at = 0;
};

using Edit = std::variant<MoveOp, SwapOps, InsertOp, RemoveOp, FuseOps, UnfuseOps>;

struct EditResult {
    std::optional<Schedule> schedule; // edited; nothing if the edit is illegal
    std::vector<std::string> reasons; // why it is
    std::vector<std::string> missing; // what the edited schedule still lacks

    bool legal() const { return schedule && missing.empty(); }
};

// The edit done, whether the result is legal or not. Fails with a sentence if it names
// what is not there or splits a pair. The phases of the rank are taken anew from its
// order, if the schedule has phases.
//
// Precondition of all: the schedule's lists have the sizes of its shape.
Result<Schedule> edited(const Schedule& schedule, const Edit& edit);

// The edit, if nothing is wrong afterwards; an op may be missing, and is then named. A
// reason begins at the rank that was edited: "4F0 cannot run before 3F0 of rank 3 has run,
// which waits for 2F0 of rank 2, ...". The given schedule stays as it is.
EditResult tryEdit(const Schedule& schedule, const Edit& edit, const ValidateOptions& options = {});

// Where an op may move to on its rank: MoveOp.to in [first, last], except between the ops
// of a fused pair. Holds where it stands. Linear in the ops.
struct MoveTargets {
    std::size_t first = 0;
    std::size_t last = 0;

    bool operator==(const MoveTargets&) const = default;
};

// Precondition: nothing is wrong with the schedule (validate.h), though ops may be
// missing; and the op is there.
MoveTargets legalTargets(const Schedule& schedule, int rank, std::size_t index);

} // namespace plan
