// A schedule while somebody lays it by hand: what is laid and when it runs, what could be laid
// next, and why an op may not stand where it was put.
//
// Lanes are orders, not slots of a clock: an op runs as soon as its rank is free and its input is
// there. One that waits for an op that is not laid yet may stand where it is; it runs later, and
// the board says what it lacks. What could never run is refused.

#pragma once

#include "engine/lesson/planned.h"
#include "engine/plan/edit/edit.h"
#include "engine/plan/edit/runnable.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lesson {

// How much of the schedule is laid at first.
enum class Faded {
    Shown,   // all of it
    Begun,   // the last third of each rank is missing
    Nothing, // none of it
};

struct BoardOptions {
    std::vector<int> cap{}; // [rank], or one for all: most in flight; empty: any number
    bool split = false;     // backwards may be laid as their two parts
};

// A value; everything it answers is of what is laid now.
class BuildBoard {
public:
    // `like`: whose shape, placement and costs it has. `from`: that is laid at first; null: nothing
    // is. Precondition: both have a timeline and one shape, and neither has fused pairs.
    BuildBoard(PlannedPtr like, BoardOptions options, const Planned* from = nullptr,
               Faded faded = Faded::Shown);

    // Each is a step that undo() takes back. The sentence says why nothing was done; empty: it was.
    // Lays the op before the one at `at` of its rank, or at the end.
    std::string lay(const plan::Op& op, std::size_t at);
    // Behind all that is laid on its rank.
    std::string append(const plan::Op& op);
    std::string move(int rank, std::size_t from, std::size_t to); // as plan::MoveOp
    std::string take(int rank, std::size_t at);                   // away
    // A whole backward becomes its two parts, one right behind the other; or parts a whole.
    std::string splitOrJoin(int rank, std::size_t at);

    bool canUndo() const { return !m_before.empty(); }
    void undo();

    const plan::Schedule& schedule() const { return m_schedule; }
    const plan::Runnable& runnable() const { return m_runnable; }
    bool isComplete() const; // every op is laid and runs

    // Ops of the rank that are not laid, in the order of their microbatches: forwards, and of the
    // backwards those kinds that can still be laid beside what is.
    struct Loose {
        plan::Op op;
        bool isReady = false; // its input has run
    };
    std::vector<Loose> looseOn(int rank) const;
    // What a learner who is stuck could lay next: of what can go to the end of its rank the op that
    // could begin first; nothing: there is none.
    std::optional<plan::Op> next() const;

    // [place]: whether lay() would take the op there; one more than ops are laid on its rank.
    std::vector<bool> targets(const plan::Op& op) const;

    // As a state that can be judged: of an order that is not complete one without a timeline.
    PlannedPtr planned() const;

    // Most in flight on the rank, as far as is laid; and what it may be at most, 0: any number.
    int peakOn(int rank) const;
    int capOf(int rank) const;

private:
    std::string become(const plan::Edit& edit);
    // When it would begin behind all that is laid on its rank. Precondition: its input has run.
    plan::Nanoseconds earliest(const plan::Op& op) const;
    void take(plan::Schedule schedule);

    PlannedPtr m_like;
    BoardOptions m_options;
    plan::Schedule m_schedule;
    plan::Runnable m_runnable;
    std::vector<plan::Schedule> m_before; // the newest last
};

} // namespace lesson
