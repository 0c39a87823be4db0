#include "gui/live/step_history.h"

#include <algorithm>

namespace gui {

std::size_t spansIn(const measured::Step& step)
{
    std::size_t spans = 0;
    const auto count = [&spans](const auto& ranks) {
        for (const auto& rank : ranks)
            spans += rank.size();
    };
    count(step.timeline.spans);
    count(step.timeline.parts);
    count(step.inner);
    count(step.reruns);
    count(step.reductions);
    for (const auto& place : step.peers)
        count(place);
    spans += step.world.size();
    return spans;
}

StepPtr StepHistory::add(measured::Step step)
{
    m_lostSpans += step.lost;
    m_spans += spansIn(step);
    const auto added = std::make_shared<const measured::Step>(std::move(step));
    m_steps.push_back(added);
    if (m_steps.back()->ended) {
        ++m_ended;
        m_newestEnded = m_steps.back();
    }
    // A single step may be over the bound by itself, and is kept all the same.
    while (m_steps.size() > 1 && (m_steps.size() > kMaxSteps || m_spans > kMaxSpans)) {
        m_spans -= spansIn(*m_steps.front());
        m_steps.pop_front();
    }
    return added;
}

StepPtr StepHistory::atOrAfter(int number) const
{
    if (m_steps.empty())
        return nullptr;
    const auto after
        = std::lower_bound(m_steps.begin(), m_steps.end(), number,
                           [](const StepPtr& step, int wanted) { return step->number < wanted; });
    return after == m_steps.end() ? m_steps.back() : *after;
}

std::vector<StepPtr> StepHistory::newest(std::size_t most) const
{
    const auto count = static_cast<std::ptrdiff_t>(std::min(most, m_steps.size()));
    return {m_steps.end() - count, m_steps.end()};
}

} // namespace gui
