// Whether an emulated run could keep the pace of its plan. Its ranks sleep where others
// compute, so a step differs from the prediction only by what the machine could not do in
// time: messages larger, or ops shorter, than it can move or wake up for.
//
// One sentence says so wherever the difference is shown.

#pragma once

#include <cstdint>
#include <string>

namespace measured {

// The largest share of a step by which it may end after it was due, and of the predicted
// busy time that may be missing.
inline constexpr double kMostPaceLoss = 0.05;

// Of a whole step, measured or predicted.
struct StepPace {
    double seconds = 0;        // makespan
    double bubbleFraction = 0; // idle / (ranks * makespan)

    bool operator==(const StepPace&) const = default;
};

// Whether the step ended in time and its ranks were busy for as long as predicted, both within
// kMostPaceLoss. Busy is seconds * (1 - bubbleFraction). True where nothing is predicted.
bool keptPace(const StepPace& step, const StepPace& predicted);

// Counts the steps of a run that lag and words what that means: a machine that is too small for the
// run, or one that was busy with something else for a while.
class PaceWatch {
public:
    explicit PaceWatch(const StepPace& predicted)
        : m_predicted(predicted)
    {
    }

    const StepPace& predicted() const { return m_predicted; }

    // One more step that is whole.
    void add(const StepPace& step);

    // "the emulation could not keep up: …", or nothing where it did.
    std::string warning() const;

private:
    StepPace m_predicted;
    std::uint64_t m_steps = 0;
    std::uint64_t m_lagging = 0;
    double m_longest = 0; // seconds, of those that lag
};

} // namespace measured
