#include "engine/plan/validate/completeness.h"

#include "engine/plan/op_slots.h"
#include "engine/plan/validate/slot_map.h"

#include <array>

namespace plan {
namespace {

// What was seen of one (stage, microbatch): a bit by OpKind, and whether a part came
// before the one it needs.
using Seen = std::uint8_t;
constexpr Seen kEarlyBackward = 1 << 4;
constexpr Seen kEarlyWeightGrad = 1 << 5;
constexpr Seen kMisplaced = 1 << 6; // on different ranks, early and late mean nothing

constexpr Seen bit(OpKind kind) { return static_cast<Seen>(1 << static_cast<int>(kind)); }
constexpr bool has(Seen seen, OpKind kind) { return (seen & bit(kind)) != 0; }

constexpr Seen kParts = bit(OpKind::InputGrad) | bit(OpKind::WeightGrad);
constexpr Seen kBackwards = kParts | bit(OpKind::Backward);

// What a (stage, microbatch) lacks; nullptr: nothing. At most a forward and a backward.
std::array<const char*, 2> lacks(Seen seen)
{
    std::array<const char*, 2> sentences{};
    if (!has(seen, OpKind::Forward))
        sentences[0] = " has no forward";
    if ((seen & kBackwards) == 0)
        sentences[1] = " has no backward";
    else if ((seen & kBackwards) == bit(OpKind::WeightGrad))
        sentences[1] = " has a weight gradient but no input gradient";
    else if ((seen & kBackwards) == bit(OpKind::InputGrad))
        sentences[1] = " has an input gradient but no weight gradient";
    return sentences;
}

class OpCheck {
public:
    OpCheck(const Schedule& schedule, std::size_t ops, Complaints& wrong, Complaints& missing)
        : m_schedule(schedule)
        , m_slots(schedule.shape)
        , m_microbatches(static_cast<std::size_t>(schedule.shape.microbatches))
        , m_seen(m_slots.count() / 2, ops)
        , m_wrong(wrong)
        , m_missing(missing)
    {
    }

    void look(const Op& op, std::size_t rank)
    {
        const auto where = [&] { return toText(op) + " on rank " + std::to_string(rank); };
        if (op.kind > OpKind::WeightGrad) {
            m_wrong.add([&] {
                return "an op on rank " + std::to_string(rank)
                    + " is neither a forward nor a part of a backward";
            });
            return;
        }
        if (!m_slots.holds(op)) {
            m_wrong.add([&] { return where() + " lies outside the shape"; });
            return;
        }
        const int home = m_schedule.placement.rankOf(op);
        Seen& seen = m_seen[cell(op)];
        if (home != static_cast<int>(rank)) {
            seen |= kMisplaced;
            m_wrong.add([&] {
                return where() + " stands where stage " + std::to_string(op.stage)
                    + " is not; its weights are on rank " + std::to_string(home);
            });
        }
        if (has(seen, op.kind))
            m_wrong.add([&] { return where() + " stands a second time"; });
        if (!has(seen, OpKind::Forward) && (bit(op.kind) & kBackwards) != 0)
            seen |= kEarlyBackward;
        if (!has(seen, OpKind::InputGrad) && op.kind == OpKind::WeightGrad)
            seen |= kEarlyWeightGrad;
        seen |= bit(op.kind);
    }

    // After every op has been looked at.
    void finish()
    {
        m_seen.forEachWritten([&](std::size_t cell, Seen seen) { checkParts(cell, seen); });
        std::size_t next = 0;
        for (; next < m_seen.slots() && !m_missing.full(); ++next)
            for (const char* sentence : lacks(m_seen.get(next)))
                if (sentence != nullptr)
                    m_missing.add([&] { return name(next) + sentence; });
        // The rest is counted without walking over what was never written.
        std::size_t writtenBehind = 0;
        m_seen.forEachWritten([&](std::size_t cell, Seen seen) {
            if (cell < next)
                return;
            ++writtenBehind;
            for (const char* sentence : lacks(seen))
                m_missing.countMore(sentence != nullptr ? 1 : 0);
        });
        m_missing.countMore(2 * (m_seen.slots() - next - writtenBehind));
    }

private:
    std::size_t cell(const Op& op) const
    {
        return static_cast<std::size_t>(op.stage) * m_microbatches
            + static_cast<std::size_t>(op.microbatch);
    }

    std::string name(std::size_t cell) const
    {
        return "stage " + std::to_string(cell / m_microbatches) + ", microbatch "
            + std::to_string(cell % m_microbatches);
    }

    std::string text(std::size_t cell, OpKind kind) const
    {
        return toText(Op{static_cast<std::int32_t>(cell / m_microbatches), kind,
                         static_cast<std::int32_t>(cell % m_microbatches)});
    }

    void checkParts(std::size_t cell, Seen seen)
    {
        if (has(seen, OpKind::Backward) && (seen & kParts) != 0)
            m_wrong.add([&] { return name(cell) + " has a whole backward and a part of one"; });
        if ((seen & kMisplaced) != 0)
            return;
        if ((seen & kEarlyBackward) != 0 && has(seen, OpKind::Forward)) {
            const OpKind kind = has(seen, OpKind::Backward) ? OpKind::Backward
                : has(seen, OpKind::InputGrad)              ? OpKind::InputGrad
                                                            : OpKind::WeightGrad;
            m_wrong.add([&] {
                return text(cell, kind) + " stands before its forward "
                    + text(cell, OpKind::Forward);
            });
        } else if ((seen & kEarlyWeightGrad) != 0 && has(seen, OpKind::InputGrad)) {
            m_wrong.add([&] {
                return text(cell, OpKind::WeightGrad) + " stands before its input gradient "
                    + text(cell, OpKind::InputGrad);
            });
        }
    }

    const Schedule& m_schedule;
    const OpSlots m_slots;
    const std::size_t m_microbatches;
    SlotMap<Seen> m_seen;
    Complaints& m_wrong;
    Complaints& m_missing;
};

} // namespace

void checkOps(const Schedule& schedule, Complaints& wrong, Complaints& missing)
{
    std::size_t count = 0;
    for (const auto& ops : schedule.order)
        count += ops.size();
    OpCheck check(schedule, count, wrong, missing);
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
        for (const Op& op : schedule.order[rank])
            check.look(op, rank);
    check.finish();
}

} // namespace plan
