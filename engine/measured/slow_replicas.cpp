#include "engine/measured/slow_replicas.h"

#include <algorithm>

namespace measured {

void ReplicaWatch::add(const Step& step, int replicas)
{
    if (!step.complete() || step.world.empty() || replicas < kFewest)
        return;
    std::vector<Nanoseconds> times;
    for (std::size_t first = 0; first < step.world.size();
         first += static_cast<std::size_t>(replicas)) {
        const auto count = std::min(static_cast<std::size_t>(replicas), step.world.size() - first);
        times.clear();
        for (std::size_t peer = 0; peer < count; ++peer)
            if (const RankStep& rank = step.world[first + peer]; rank.hasWork())
                times.push_back(rank.ops);
        if (times.size() < kFewest)
            continue;
        const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
        std::nth_element(times.begin(), middle, times.end());
        if (*middle <= Nanoseconds{0})
            continue;
        for (std::size_t peer = 0; peer < count; ++peer)
            if (const RankStep& rank = step.world[first + peer]; rank.hasWork())
                judge(static_cast<int>(first + peer),
                      static_cast<double>(rank.ops.count()) / static_cast<double>(middle->count()),
                      step.number);
    }
}

void ReplicaWatch::judge(int number, double factor, int step)
{
    auto at = m_ranks.find(number);
    if (at == m_ranks.end() && factor < kSlow)
        return; // nearly all
    Rank& rank = at == m_ranks.end() ? m_ranks[number] : at->second;
    if (!rank.isFound) {
        if (factor < kSlow) {
            m_ranks.erase(number);
            return;
        }
        if (rank.slow++ == 0)
            rank.since = step;
        rank.factors += factor;
        ++rank.counted;
        if (rank.slow < kSteps)
            return;
        rank.isFound = true;
        m_found.push_back({number, rank.factors / rank.counted, rank.since, {}});
        if (m_found.size() > kMaxFound)
            m_found.pop_front();
        return;
    }
    SlowReplica* entry = entryOf(number);
    if (factor >= 1 + (kSlow - 1) / 2) {
        rank.well = 0;
        rank.factors += factor;
        ++rank.counted;
        if (entry)
            entry->factor = rank.factors / rank.counted;
        return;
    }
    if (rank.well++ == 0)
        rank.since = step;
    if (rank.well < kSteps)
        return;
    if (entry)
        entry->until = rank.since;
    m_ranks.erase(number);
}

SlowReplica* ReplicaWatch::entryOf(int rank)
{
    const auto found = std::find_if(m_found.rbegin(), m_found.rend(), [rank](const auto& each) {
        return each.rank == rank && !each.until;
    });
    return found == m_found.rend() ? nullptr : &*found;
}

} // namespace measured
