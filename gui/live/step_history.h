// The steps of a run that can still be looked at: whole timelines of the newest, numbers of all.

#pragma once

#include "engine/measured/step_assembler.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

namespace gui {

using StepPtr = std::shared_ptr<const measured::Step>;

// How much of it there is to copy: its ops, and whatever else has a beginning and an end.
std::size_t spansIn(const measured::Step& step);

// GUI thread. Steps are shared: one that a view still shows lives on after it was dropped here.
class StepHistory {
public:
    // Bounds of what is kept; the newest step always is.
    static constexpr std::size_t kMaxSteps = 256;
    static constexpr std::size_t kMaxSpans = 4'000'000;

    // Keeps the step, drops the oldest ones beyond the bounds, and returns the step as it is kept.
    StepPtr add(measured::Step step);

    bool isEmpty() const { return m_steps.empty(); }
    // The newest step that every rank ended; a run that is stopped leaves one cut short behind it.
    StepPtr newestEnded() const { return m_newestEnded; }
    // -1 where no step is kept.
    int oldestNumber() const { return m_steps.empty() ? -1 : m_steps.front()->number; }
    int newestNumber() const { return m_steps.empty() ? -1 : m_steps.back()->number; }

    // The step with that number; where it is not kept the next newer one, or else the newest. Null
    // when no step is kept.
    StepPtr atOrAfter(int number) const;

    // The newest ones, at most so many, oldest first.
    std::vector<StepPtr> newest(std::size_t most) const;

    std::uint64_t ended() const { return m_ended; } // in all, kept or not
    // Recorded by a rank and not in the picture, of all steps ever added.
    std::uint64_t lostSpans() const { return m_lostSpans; }

private:
    std::deque<StepPtr> m_steps; // by number
    std::size_t m_spans = 0;     // in m_steps
    StepPtr m_newestEnded;
    std::uint64_t m_ended = 0;
    std::uint64_t m_lostSpans = 0;
};

} // namespace gui
