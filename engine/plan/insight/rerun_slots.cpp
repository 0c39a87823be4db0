#include "engine/plan/insight/rerun_slots.h"

#include "engine/plan/metrics.h"
#include "engine/plan/op_slots.h"

#include <algorithm>
#include <deque>
#include <map>
#include <queue>
#include <tuple>

namespace plan {
namespace {

constexpr std::size_t kLengths = 64;

// A stretch of idle time, between whole ops: whatever has ended before it begins and is
// kept until it is over can run in any part of it.
struct Gap {
    Nanoseconds begin{};
    Nanoseconds end{};
    Nanoseconds free{}; // where the part not given away yet begins
};

// An op that may run again, in the gaps [first, last).
struct Job {
    std::size_t span = 0;
    std::size_t first = 0;
    std::size_t last = 0;
};

class RankReruns {
public:
    RankReruns(const Schedule& schedule, const Timeline& timeline, const Costs& costs,
               KeepPairs keep, std::size_t rank)
        : m_spans(timeline.spans[rank])
        , m_end(timeline.tails.empty() ? timeline.makespan : timeline.tails[rank].begin)
        , m_fused(m_spans.size())
    {
        for (const std::uint32_t first : schedule.pairsOf(rank))
            m_fused[first] = true;
        findGaps();
        const std::vector<Nanoseconds> kept = keptUntil(peakInFlight(timeline, rank), keep);
        for (std::size_t span = 0; span < m_spans.size(); ++span)
            addJob(span, kept[span], costs.of(m_spans[span].op, static_cast<int>(rank)));
    }

    std::vector<Rerun> best()
    {
        std::vector<Rerun> ascending = placed(m_jobs.begin(), m_jobs.end());
        if (m_jobs.size() <= 1)
            return ascending;
        std::vector<Rerun> descending = placed(m_jobs.rbegin(), m_jobs.rend());
        return descending.size() > ascending.size() ? descending : ascending;
    }

    // Were gaps one stretch and jobs free to go anywhere in it, the shortest would all fit;
    // with one length alone, `found` is the most there is.
    std::size_t bound(std::size_t found) const
    {
        if (m_jobs.size() <= 1 && m_untried == 0)
            return found;
        Nanoseconds idle{0};
        for (const Gap& gap : m_gaps)
            idle += gap.end - gap.begin;
        std::size_t most = m_untried;
        for (const auto& [length, jobs] : m_jobs) {
            const auto fit = std::min(jobs.size(), static_cast<std::size_t>(idle / length));
            most += fit;
            idle -= length * static_cast<Nanoseconds::rep>(fit);
        }
        return std::max(found, most);
    }

private:
    using Jobs = std::map<Nanoseconds, std::vector<Job>>; // by length; each by first gap

    void findGaps()
    {
        Nanoseconds free{0};
        for (const Span& span : m_spans) {
            if (span.start > free)
                m_gaps.push_back({free, span.start, free});
            free = std::max(free, span.end);
        }
        if (m_end > free)
            m_gaps.push_back({free, m_end, free});
        for (const Gap& gap : m_gaps)
            m_longestGap = std::max(m_longestGap, gap.end - gap.begin);
    }

    // [span]: when its pair is let go.
    std::vector<Nanoseconds> keptUntil(int peak, KeepPairs keep) const
    {
        std::map<std::pair<int, int>, Nanoseconds> letGo; // by (stage, microbatch)
        std::deque<std::pair<int, int>> kept;             // the oldest first
        int held = 0;
        for (const Span& span : m_spans) {
            const std::pair pair{static_cast<int>(span.op.stage),
                                 static_cast<int>(span.op.microbatch)};
            if (isForward(span.op.kind)) {
                ++held;
                while (!kept.empty() && held + static_cast<int>(kept.size()) > peak) {
                    letGo[kept.front()] = span.start;
                    kept.pop_front();
                }
            } else if (span.op.kind != OpKind::InputGrad) {
                --held;
                letGo[pair] = keep == KeepPairs::UntilBackward ? span.end : m_end;
                if (keep == KeepPairs::WhileRoom)
                    kept.push_back(pair);
            }
        }
        std::vector<Nanoseconds> until;
        until.reserve(m_spans.size());
        for (const Span& span : m_spans) {
            const auto found = letGo.find({span.op.stage, span.op.microbatch});
            until.push_back(found == letGo.end() ? m_end : found->second);
        }
        return until;
    }

    void addJob(std::size_t span, Nanoseconds keptUntil, Nanoseconds length)
    {
        const Nanoseconds ended = m_spans[m_fused[span] ? span + 1 : span].end;
        const auto first
            = std::lower_bound(m_gaps.begin(), m_gaps.end(), ended,
                               [](const Gap& gap, Nanoseconds time) { return gap.begin < time; });
        const auto last
            = std::upper_bound(m_gaps.begin(), m_gaps.end(), keptUntil,
                               [](Nanoseconds time, const Gap& gap) { return time < gap.end; });
        if (first >= last || length == Nanoseconds{0} || length > m_longestGap)
            return;
        m_jobs[length].push_back({span, static_cast<std::size_t>(first - m_gaps.begin()),
                                  static_cast<std::size_t>(last - m_gaps.begin())});
        if (m_jobs.size() > kLengths) {
            m_untried += std::prev(m_jobs.end())->second.size();
            m_jobs.erase(std::prev(m_jobs.end()));
        }
    }

    // Length by length, in that order; of one length in every gap, from the first on, those
    // whose last gap comes first: the most there can be of equally long jobs.
    template <class Iterator>
    std::vector<Rerun> placed(Iterator begin, Iterator end)
    {
        for (Gap& gap : m_gaps)
            gap.free = gap.begin;
        std::vector<Rerun> reruns;
        for (auto lengths = begin; lengths != end; ++lengths)
            placeAll(lengths->first, lengths->second, reruns);
        std::sort(reruns.begin(), reruns.end(), [](const Rerun& a, const Rerun& b) {
            return std::tie(a.slot.start, a.slot.end, a.span)
                < std::tie(b.slot.start, b.slot.end, b.span);
        });
        return reruns;
    }

    void placeAll(Nanoseconds length, const std::vector<Job>& jobs, std::vector<Rerun>& reruns)
    {
        const auto later = [](const Job& a, const Job& b) {
            return std::tie(a.last, a.span) > std::tie(b.last, b.span);
        };
        std::priority_queue<Job, std::vector<Job>, decltype(later)> waiting(later);
        auto next = jobs.begin();
        for (std::size_t i = next->first; i < m_gaps.size(); ++i) {
            Gap& gap = m_gaps[i];
            for (; next != jobs.end() && next->first <= i; ++next)
                waiting.push(*next);
            while (!waiting.empty() && waiting.top().last <= i)
                waiting.pop();
            for (; !waiting.empty() && gap.free + length <= gap.end; waiting.pop()) {
                const Job& job = waiting.top();
                reruns.push_back({job.span, {m_spans[job.span].op, gap.free, gap.free + length}});
                gap.free += length;
            }
        }
    }

    const std::vector<Span>& m_spans;
    const Nanoseconds m_end;   // of the time in which something can run again
    std::vector<bool> m_fused; // [span]: the first of a fused pair
    std::vector<Gap> m_gaps;
    Nanoseconds m_longestGap{};
    Jobs m_jobs;
    std::size_t m_untried = 0; // jobs of lengths beyond kLengths
};

} // namespace

RerunPlan rerunSlots(const Schedule& schedule, const Timeline& timeline, const Costs& costs,
                     KeepPairs keep)
{
    RerunPlan plan{};
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank) {
        RankReruns reruns(schedule, timeline, costs, keep, rank);
        plan.reruns.push_back(reruns.best());
        const std::size_t found = plan.reruns.back().size();
        plan.ranks.push_back({timeline.spans[rank].size(), found, reruns.bound(found)});
        for (const Span& span : timeline.spans[rank]) {
            ++plan.kinds[static_cast<std::size_t>(span.op.kind)].ops;
            ++plan.kinds[static_cast<std::size_t>(span.op.kind)].bound;
        }
        for (const Rerun& rerun : plan.reruns.back())
            ++plan.kinds[static_cast<std::size_t>(rerun.slot.op.kind)].rerun;
        plan.total.ops += plan.ranks.back().ops;
        plan.total.rerun += plan.ranks.back().rerun;
        plan.total.bound += plan.ranks.back().bound;
    }
    return plan;
}

} // namespace plan
