#include "engine/plan/validate.h"

#include "engine/plan/op_slots.h"
#include "engine/plan/simulate.h"

#include <array>

namespace plan {
namespace {

class Complaints {
public:
    explicit Complaints(std::size_t limit)
        : m_limit(limit)
    {
    }

    bool full() const { return m_sentences.size() >= m_limit; }
    bool none() const { return m_sentences.empty(); }

    template <class Sentence>
    void add(Sentence&& make)
    {
        if (full())
            ++m_more;
        else
            m_sentences.push_back(make());
    }

    std::vector<std::string> take()
    {
        if (m_more > 0)
            m_sentences.push_back("and " + std::to_string(m_more) + " more");
        return std::move(m_sentences);
    }

private:
    std::size_t m_limit;
    std::size_t m_more = 0;
    std::vector<std::string> m_sentences;
};

// How often each part of one (stage, microbatch) stands in the order.
using Counts = std::array<std::uint8_t, 4>; // by OpKind; stops counting at 2

std::size_t cell(const Shape& shape, const Op& op)
{
    return static_cast<std::size_t>(op.stage) * static_cast<std::size_t>(shape.microbatches)
        + static_cast<std::size_t>(op.microbatch);
}

std::vector<Counts> countOps(const Schedule& schedule, Complaints& complaints)
{
    const OpSlots slots(schedule.shape);
    std::vector<Counts> counts(slots.count() / 2);
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank)
        for (const Op& op : schedule.order[rank]) {
            const auto where = [&] { return toText(op) + " on rank " + std::to_string(rank); };
            if (!slots.holds(op)) {
                complaints.add([&] { return where() + " lies outside the shape"; });
                continue;
            }
            const int home = schedule.placement.rankOf(op);
            if (home != static_cast<int>(rank))
                complaints.add([&] {
                    return where() + " stands where stage " + std::to_string(op.stage)
                        + " is not; its weights are on rank " + std::to_string(home);
                });
            auto& count = counts[cell(schedule.shape, op)][static_cast<std::size_t>(op.kind)];
            if (count == 1)
                complaints.add([&] { return where() + " stands a second time"; });
            if (count < 2)
                ++count;
        }
    return counts;
}

void checkComplete(const Shape& shape, const std::vector<Counts>& counts, Complaints& complaints)
{
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto [forwards, backwards, inputGrads, weightGrads] = counts[i];
        const auto name = [&] {
            return "stage " + std::to_string(i / std::size_t(shape.microbatches))
                + ", microbatch " + std::to_string(i % std::size_t(shape.microbatches));
        };
        if (forwards == 0)
            complaints.add([&] { return name() + " has no forward"; });
        if (backwards > 0 && (inputGrads > 0 || weightGrads > 0))
            complaints.add([&] { return name() + " has a whole backward and a part of one"; });
        else if (backwards == 0 && inputGrads == 0 && weightGrads == 0)
            complaints.add([&] { return name() + " has no backward"; });
        else if (backwards == 0 && inputGrads == 0)
            complaints.add([&] { return name() + " has a weight gradient but no input gradient"; });
        else if (backwards == 0 && weightGrads == 0)
            complaints.add([&] { return name() + " has an input gradient but no weight gradient"; });
    }
}

} // namespace

std::vector<std::string> violations(const Schedule& schedule, std::size_t limit)
{
    if (const auto sound = checkShape(schedule.shape); !sound)
        return {sound.error().message};
    if (schedule.order.size() != static_cast<std::size_t>(schedule.shape.ranks)
        || schedule.placement.stages() != schedule.shape.stages())
        return {"the schedule's lists do not match its shape"};

    Complaints complaints(limit);
    const std::vector<Counts> counts = countOps(schedule, complaints);
    checkComplete(schedule.shape, counts, complaints);
    // Only a complete order can be asked whether it runs to its end.
    if (complaints.none())
        if (const auto ran = simulate(schedule, Costs::unit()); !ran)
            complaints.add([&] { return ran.error().message; });
    return complaints.take();
}

} // namespace plan
