// Which rank computes slower than it should, by how much, and what that costs a step.
//
// Only computing counts: an op's span less the collectives in it, so a rank that waits for
// another is none. Of each step, every rank's ops are compared with the same ops of its
// earlier steps (or with a prediction, or with the other rank that holds the same stage),
// and the ranks with each other, so that what slows all of them together is nobody's fault.
//
// A rank is slow once its ops took over 15 % longer, and longer by over five standard
// deviations of its noise, on the mean of all steps since some step, three at least; it is slow
// since the step that tells the two best apart. Where other ranks are slower in those steps too,
// together or each for itself, the machine is loaded, and nothing is said. Until some
// sixteen steps have come, or come again after a swap, there is too little to compare with, and
// until some twenty-five the noise is taken for 5 to 10 % at least: a rank that is slow from the
// first step on is found only by a prediction or another holder.
//
// Under another order the ranks of a busy machine meet in another way, so what an op took before
// a swap says little of what it should take after it. Without a prediction the three steps after
// a swap are the new measure, and a rank found slow stays so, since the step it was found slow
// from, unless in those three its ops are as they were before, and those of the others are too.
//
// Where somebody makes a rank slower, the ranks of a busy machine meet in another way as well. Such
// steps measure nothing: no history is made of them, without a prediction no other rank is judged
// by them, and after a swap the three steps are those in which nobody does. A rank that was slowed
// so and is let go before them is well again.

#pragma once

#include "engine/measured/observed_units.h"
#include "engine/measured/slow_change.h"
#include "engine/measured/step_assembler.h"
#include "engine/plan/costs.h"
#include "engine/plan/schedule.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace measured {

struct Straggler {
    int rank = 0;               // of the pipeline
    double factor = 1;          // its ops take `factor` times as long; > 1
    int since = 0;              // the first slow step
    std::optional<int> until{}; // the first step in which it was as before; empty: it is slow
    // That noise alone does not look like this, [0, 1].
    double certainty = 0;
    // How much sooner a step would end without it; nothing where that cannot be simulated.
    // As it was when it was found, or last changed by over a tenth.
    std::optional<plan::Nanoseconds> stepCost{};
};

// Not thread-safe. Memory: some 600 bytes an op of the schedule.
class StragglerWatch {
public:
    static constexpr std::size_t kMaxFound = 256;

    // `predicted`: costs that were measured on this machine, or that a run emulates; nothing
    // where they are a guess.
    explicit StragglerWatch(plan::Schedule schedule, std::optional<plan::Costs> predicted = {});

    // Steps in order. One that is not whole, or ran another order, says nothing and is
    // counted. `isKeptSlow`: somebody makes that rank of the pipeline slower in this step: it is
    // not well again, whatever few or noisy steps look like. Linear in its ops.
    void add(const Step& step, const std::function<bool(int rank)>& isKeptSlow = {});

    // The steps from now on run this order. Verdicts stay.
    // Precondition: of the same shape and placement.
    void follow(plan::Schedule schedule);

    // By when they were found; of more than kMaxFound the newest.
    const std::deque<Straggler>& found() const { return m_found; }
    std::uint64_t forgotten() const { return m_forgotten; } // found before those
    std::uint64_t skippedSteps() const { return m_skipped; }

private:
    using Times = std::vector<double>; // ns

    struct Pending {
        Times times; // [op]
        std::optional<double> slowness;
        double common = 0;
    };
    struct Seen {
        int step = 0;
        double slowness = 0; // logarithm, of the rank alone
        double common = 0;   // likewise, of all ranks together
    };
    struct Rank {
        std::vector<std::deque<float>> history; // [op]: what it took, until found slow
        std::vector<std::deque<float>> before;  // likewise under the last order, while settling
        Times predicted;                        // [op]; empty: no prediction
        std::deque<double> noise;               // logarithms, likewise
        std::deque<Pending> pending;            // the last steps, not yet among those
        std::size_t unusual = 0;                // steps in a row that are no measure
        std::deque<Seen> seen;                  // the last steps; from a verdict on, those since
        std::optional<std::uint64_t> straggler; // number of its entry ever found
        int since = 0;                          // of it
        bool isKeptSlow = false;                // in the step being added
        bool wasKeptSlow = false;               // in any step since it was found slow
        double costFactor = 0;                  // of its stepCost; 0: none yet
    };

    void predict();
    std::vector<Times> computeTimes(const std::vector<ObservedUnit>& units) const;
    struct Slow {
        std::vector<std::optional<double>> alone; // [rank]
        double common = 0;
    };
    Slow slowOf(const std::vector<Times>& times) const;
    std::optional<double> slowness(std::size_t rank, const std::vector<Times>& times) const;
    double peerTime(const plan::Op& op, std::size_t rank, const std::vector<Times>& times) const;
    void settle(const std::vector<Times>& times, int step);
    void beginAnew(Rank& rank, bool isWell);
    double deviationOf(const Rank& rank, std::size_t steps) const;
    std::optional<SlowChange> changeOf(const Rank& rank) const;
    bool isAlone(std::size_t rank, const SlowChange& change) const;
    bool judge(std::size_t rank, const std::vector<ObservedUnit>& units,
               const plan::Timeline& timeline);
    void judgeSlow(std::size_t rank, const std::vector<ObservedUnit>& units,
                   const plan::Timeline& timeline);
    void keep(Rank& rank, Pending step);
    Straggler& entryOf(Rank& rank);
    void open(Rank& rank, Straggler straggler);

    plan::Schedule m_schedule;
    std::optional<plan::Costs> m_costs; // predicted
    std::vector<Rank> m_ranks;
    std::size_t m_settling = 0; // steps to come before there is a measure of this order
    int m_settlingSince = 0;
    std::deque<Straggler> m_found;
    std::uint64_t m_forgotten = 0;
    std::uint64_t m_skipped = 0;
};

} // namespace measured
