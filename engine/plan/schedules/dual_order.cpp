#include "engine/plan/schedules/dual_order.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

namespace plan {
namespace {

constexpr std::size_t kNear = 0;
constexpr std::size_t kFar = 1;

class DualOrder {
public:
    explicit DualOrder(const DualRank& rank)
        : m_depth(rank.depth)
        , m_inner(rank.position + 1)
        , m_outer(rank.depth - 1 - rank.position)
        , m_streams(rank.streams)
        , m_nominal(std::max(
              {2 * rank.depth, rank.streams[kNear].microbatches, rank.streams[kFar].microbatches}))
    {
        const auto microbatches = static_cast<std::size_t>(m_streams[kNear].microbatches
                                                           + m_streams[kFar].microbatches);
        ops.reserve(2 * microbatches + static_cast<std::size_t>(m_depth));
        pairs.reserve(microbatches);
    }

    void run()
    {
        warmUp();
        steady();
        coolDown();
    }

    std::vector<Op> ops;
    Pairs pairs;

private:
    // What of each stream has been passed by, of m_nominal.
    using Passed = std::array<int, 2>;

    void warmUp()
    {
        repeat(2 * m_outer, {{&m_forwards, kNear}}, [this](int) { addForward(kNear); });
        repeat(m_inner, {{&m_forwards, kNear}, {&m_forwards, kFar}}, [this](int) {
            addForward(kNear);
            addForward(kFar);
        });
        repeat(m_outer, {{&m_backwards, kFar}, {&m_forwards, kFar}}, [this](int) {
            addBackward(kFar, OpKind::InputGrad);
            addWeightGrad();
            addForward(kFar);
        });
    }

    void steady()
    {
        repeat(m_nominal - 2 * m_depth + m_inner,
               {{&m_forwards, kNear},
                {&m_backwards, kFar},
                {&m_forwards, kFar},
                {&m_backwards, kNear}},
               [this](int i) {
                   // In the middle the first backward follows the far stream's forward at
                   // once, too early to wait for a partner.
                   addBoth(kNear, kFar, i > 0 || m_outer > 0);
                   addBoth(kFar, kNear, true);
               });
        repeat(m_outer, {{&m_backwards, kFar}, {&m_forwards, kFar}, {&m_backwards, kNear}},
               [this](int) {
                   addBackward(kFar, OpKind::Backward);
                   addBoth(kFar, kNear, true);
               });
    }

    // From the middle of the last backwards on, the weight gradients wait, to fill the
    // slots in which the input gradients are still on their way.
    void coolDown()
    {
        repeat(m_inner, {{&m_backwards, kFar}, {&m_backwards, kNear}}, [this](int i) {
            const auto kind
                = [&](int k) { return k >= m_inner ? OpKind::InputGrad : OpKind::Backward; };
            addBackward(kFar, kind(2 * i));
            addBackward(kNear, kind(2 * i + 1));
        });
        repeat(m_outer, {{&m_backwards, kNear}}, [this](int) {
            addWeightGrad();
            addBackward(kNear, OpKind::InputGrad);
        });
        while (m_weightGrads < m_deferred.size())
            addWeightGrad();
    }

    // Calls body(i) for i < times, but passes by, at once, the first ones in which all
    // of `used` would be left out.
    template <class Body>
    void repeat(int times, std::initializer_list<std::pair<Passed*, std::size_t>> used, Body body)
    {
        int begin = std::max(times, 0);
        for (const auto& [passed, stream] : used)
            begin = std::min(begin, std::max(0, leftOut(stream) - (*passed)[stream]));
        for (const auto& [passed, stream] : used)
            (*passed)[stream] += begin;
        for (int i = begin; i < times; ++i)
            body(i);
    }

    // How many of the nominal microbatches the stream does not have: its first ones.
    int leftOut(std::size_t stream) const { return m_nominal - m_streams[stream].microbatches; }

    bool add(Passed& passed, std::size_t stream, OpKind kind)
    {
        const int microbatch = passed[stream]++ - leftOut(stream);
        if (microbatch >= 0)
            ops.push_back({m_streams[stream].stage, kind, m_streams[stream].first + microbatch});
        return microbatch >= 0;
    }

    bool addForward(std::size_t stream) { return add(m_forwards, stream, OpKind::Forward); }

    bool addBackward(std::size_t stream, OpKind kind)
    {
        const bool added = add(m_backwards, stream, kind);
        if (added && kind == OpKind::InputGrad)
            m_deferred.push_back({ops.back().stage, OpKind::WeightGrad, ops.back().microbatch});
        return added;
    }

    void addBoth(std::size_t forwards, std::size_t backwards, bool fused)
    {
        const auto at = static_cast<std::uint32_t>(ops.size());
        const bool first = addForward(forwards);
        if (addBackward(backwards, OpKind::Backward) && first && fused)
            pairs.push_back(at);
    }

    void addWeightGrad()
    {
        if (m_weightGrads < m_deferred.size())
            ops.push_back(m_deferred[m_weightGrads++]);
    }

    const int m_depth;
    const int m_inner; // ranks from the entry to this one
    const int m_outer; // ranks between this one and the middle
    const std::array<DualStream, 2> m_streams;
    const int m_nominal; // microbatches of each stream that the order is for
    Passed m_forwards{};
    Passed m_backwards{};
    std::vector<Op> m_deferred;    // weight gradients
    std::size_t m_weightGrads = 0; // of them, already placed
};

} // namespace

void appendDualOrder(const DualRank& rank, Schedule& schedule)
{
    DualOrder order(rank);
    order.run();
    schedule.phases.push_back(phasesOf(order.ops));
    schedule.order.push_back(std::move(order.ops));
    if (schedule.pairs.empty() && order.pairs.empty())
        return; // nothing is fused so far
    schedule.pairs.resize(schedule.order.size());
    schedule.pairs.back() = std::move(order.pairs);
}

} // namespace plan
