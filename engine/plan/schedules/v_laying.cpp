#include "engine/plan/schedules/v_laying.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace plan {
namespace {

constexpr bool isForward(VKind kind) { return kind <= kUpForward; }
constexpr bool isInputGrad(VKind kind) { return kind == kUpInputGrad || kind == kDownInputGrad; }
constexpr bool isWeightGrad(VKind kind) { return kind >= kUpWeightGrad; }

template <class List>
auto& at(List& list, int rank)
{
    return list[static_cast<std::size_t>(rank)];
}

struct LaidRank {
    PerVKind done{};
    int held = 0;     // pairs from forward to weight gradient
    int downHeld = 0; // of these, chunk 0's
};

class Laying {
public:
    Laying(const Shape& shape, const VLimits& limits, const VPolicy& policy,
           const std::optional<Block>& block)
        : m_ranks(shape.ranks)
        , m_microbatches(shape.microbatches)
        , m_limits(limits)
        , m_policy(policy)
        , m_block(block)
        , m_states(limits.ofRank.size())
        , m_seen(limits.ofRank.size(), -1)
    {
        m_laying.order.resize(limits.ofRank.size());
        for (auto& order : m_laying.order)
            order.reserve(static_cast<std::size_t>(kVKinds) * std::size_t(m_microbatches));
        for (int i = 0; i < kVKinds; ++i)
            m_place[policy.preference[static_cast<std::size_t>(i)]] = i;
    }

    // False if it stopped before every op ran.
    bool run()
    {
        // Only a rank that ran an op in the slot before, and its neighbours, can do now
        // what they could not do then.
        std::vector<int> awake{0};
        std::vector<std::pair<int, VKind>> chosen;
        while (!awake.empty()) {
            chosen.clear();
            for (const int rank : awake)
                if (const auto kind = choose(rank))
                    chosen.emplace_back(rank, *kind);
            awake.clear();
            for (const auto& [rank, kind] : chosen) {
                take(rank, kind);
                for (int other = std::max(rank - 1, 0); other <= std::min(rank + 1, m_ranks - 1);
                     ++other)
                    if (std::exchange(at(m_seen, other), m_laying.slots) != m_laying.slots)
                        awake.push_back(other);
            }
            if (!chosen.empty())
                ++m_laying.slots;
        }
        return m_ops == static_cast<long long>(kVKinds) * m_ranks * m_microbatches;
    }

    VLaying result() && { return std::move(m_laying); }

private:
    int done(int rank, VKind kind) const { return at(m_states, rank).done[kind]; }

    // Whether the input of the rank's next op of that kind is there.
    bool isReady(int rank, VKind kind) const
    {
        const int next = done(rank, kind);
        const bool first = rank == 0;
        const bool last = rank == m_ranks - 1;
        switch (kind) {
        case kDownForward:
            return next < m_microbatches && (first || done(rank - 1, kind) > next);
        case kUpForward:
            return (last ? done(rank, kDownForward) : done(rank + 1, kind)) > next;
        case kUpInputGrad:
            return (first ? done(rank, kUpForward) : done(rank - 1, kind)) > next;
        case kDownInputGrad:
            return (last ? done(rank, kUpInputGrad) : done(rank + 1, kind)) > next;
        case kUpWeightGrad:
            return done(rank, kUpInputGrad) > next;
        case kDownWeightGrad:
            return done(rank, kDownInputGrad) > next;
        }
        return false;
    }

    // The lower, the more wanted.
    int rankingOf(int rank, VKind kind) const
    {
        constexpr int kLast = std::numeric_limits<int>::max() / 2;
        if (!m_block)
            return m_place[kind];
        const int slot = m_block->slotOf(rank, kind, done(rank, kind));
        return m_policy.weightsLast && isWeightGrad(kind) ? kLast + slot : slot;
    }

    std::optional<VKind> choose(int rank) const
    {
        const LaidRank& state = at(m_states, rank);
        const VKind lastEntry = m_policy.keepForUp ? kUpForward : kDownForward;
        const bool scarce = m_policy.keepFree > 0 && state.done[lastEntry] < m_microbatches
            && state.held > at(m_limits.ofRank, rank) - m_policy.keepFree
            && (isReady(rank, kUpWeightGrad) || isReady(rank, kDownWeightGrad));

        std::array<std::pair<int, VKind>, kVKinds> ready;
        std::size_t count = 0;
        for (int i = 0; i < kVKinds; ++i) {
            const auto kind = static_cast<VKind>(i);
            if (isReady(rank, kind) && !(scarce && isInputGrad(kind)))
                ready[count++] = {rankingOf(rank, kind), kind};
        }
        if (count == 1 && !isForward(ready[0].second))
            return ready[0].second;
        while (count > 0) {
            const auto best = std::min_element(ready.begin(), ready.begin() + count);
            if (!isForward(best->second) || admits(rank, best->second))
                return best->second;
            *best = ready[--count];
        }
        return std::nullopt;
    }

    bool admits(int rank, VKind kind) const
    {
        const LaidRank& state = at(m_states, rank);
        const int limit = at(m_limits.ofRank, rank);
        if (state.held >= limit)
            return false;
        if (m_block)
            return heldUntil(rank, m_block->slotOf(rank, kind, state.done[kind])) < limit;
        // One pair stays free for the way up, without which nothing comes back.
        return kind == kUpForward || (state.held + 2 <= limit && state.downHeld < downLimit(rank));
    }

    // The most pairs held if the rank now ran everything that its block puts before `slot`.
    int heldUntil(int rank, int slot) const
    {
        const bool prompt = m_policy.promptWeights;
        PerVKind next = at(m_states, rank).done;
        int held = at(m_states, rank).held;
        if (prompt)
            held -= next[kUpInputGrad] - next[kUpWeightGrad] + next[kDownInputGrad]
                - next[kDownWeightGrad];
        int most = held;
        while (true) {
            int earliest = slot;
            VKind kind{};
            for (int i = 0; i < (prompt ? kUpWeightGrad : kVKinds); ++i)
                if (next[std::size_t(i)] < m_microbatches) {
                    const auto other = static_cast<VKind>(i);
                    const int stands = m_block->slotOf(rank, other, next[other]);
                    if (stands < earliest) {
                        earliest = stands;
                        kind = other;
                    }
                }
            if (earliest == slot)
                return most;
            ++next[kind];
            if (isForward(kind))
                most = std::max(most, ++held);
            else if (prompt || isWeightGrad(kind))
                --held;
        }
    }

    // The share of chunk 0 falls from rank to rank, as its way back gets shorter.
    int downLimit(int rank) const
    {
        const int limit = at(m_limits.ofRank, rank);
        const int first = limit - m_policy.firstHeld;
        if (m_ranks == 1)
            return std::max(1, first);
        const long long fall = first - (limit / 2 + m_policy.lastHeld);
        return std::max(1, first - static_cast<int>(fall * rank / (m_ranks - 1)));
    }

    void take(int rank, VKind kind)
    {
        LaidRank& state = at(m_states, rank);
        const bool up = kind == kUpForward || kind == kUpInputGrad || kind == kUpWeightGrad;
        const OpKind opKind = isForward(kind) ? OpKind::Forward
            : isInputGrad(kind)               ? OpKind::InputGrad
                                              : OpKind::WeightGrad;
        const int stage = up ? 2 * m_ranks - 1 - rank : rank;
        at(m_laying.order, rank).push_back({stage, opKind, state.done[kind]++});
        ++m_ops;
        const int change = isForward(kind) ? 1 : isWeightGrad(kind) ? -1 : 0;
        state.held += change;
        state.downHeld += up ? 0 : change;
    }

    const int m_ranks;
    const int m_microbatches;
    const VLimits& m_limits;
    const VPolicy& m_policy;
    const std::optional<Block>& m_block;
    PerVKind m_place{}; // [kind] -> place in the preference
    std::vector<LaidRank> m_states;
    std::vector<int> m_seen; // [rank] -> slot after which it was last woken
    long long m_ops = 0;
    VLaying m_laying;
};

} // namespace

std::optional<VLaying> layOut(const Shape& shape, const VLimits& limits, const VPolicy& policy)
{
    std::optional<Block> block;
    if (policy.block) {
        block = makeBlock(shape.ranks, *policy.block, limits.most, policy.promptWeights);
        if (!block)
            return std::nullopt;
    }
    Laying laying(shape, limits, policy, block);
    if (!laying.run())
        return std::nullopt;
    return std::move(laying).result();
}

VLimits risingLimits(const Shape& shape, int most, int first)
{
    VLimits limits{most, {}};
    limits.ofRank.reserve(static_cast<std::size_t>(shape.ranks));
    const long long m = shape.microbatches;
    const long long onFirst = std::max<long long>(m + 1, first);
    for (long long rank = 0; rank < shape.ranks; ++rank)
        limits.ofRank.push_back(
            static_cast<int>(std::min({static_cast<long long>(most), 2 * m, onFirst + rank})));
    return limits;
}

} // namespace plan
