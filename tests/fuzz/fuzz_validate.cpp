// Any bytes as a schedule, its lists of whatever length and its numbers of whatever size:
// the validator answers, what it passes runs to its end, and a deadlock has a cycle.

#include "engine/plan/edit/edit.h"
#include "engine/plan/simulate.h"
#include "engine/plan/validate/validate.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size)
        : m_data(data)
        , m_size(size)
    {
    }

    bool empty() const { return m_size == 0; }

    // 0 behind the end.
    int byte()
    {
        if (m_size == 0)
            return 0;
        --m_size;
        return *m_data++;
    }

    // Mostly small, sometimes anything.
    int number()
    {
        const int first = byte();
        if (first < 250)
            return first % 12;
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i)
            value = value << 8 | static_cast<std::uint32_t>(byte());
        std::int32_t any = 0;
        std::memcpy(&any, &value, sizeof any);
        return any;
    }

private:
    const std::uint8_t* m_data;
    std::size_t m_size;
};

plan::Schedule anySchedule(Bytes& bytes)
{
    plan::Schedule schedule;
    schedule.shape = {bytes.number(), bytes.number(), bytes.number(), 1 + bytes.byte() % 3 / 2};
    const int flags = bytes.byte();
    if (plan::checkShape(schedule.shape) && schedule.shape.stages() <= 4096)
        schedule.placement = flags % 2 == 0 ? plan::loopedPlacement(schedule.shape)
                                            : plan::wavePlacement(schedule.shape);
    if (flags % 4 == 3)
        for (int i = bytes.byte() % 8; i > 0; --i)
            schedule.placement.mirror.push_back(bytes.number());
    schedule.placement.firstMirrored = bytes.number();
    schedule.order.resize(static_cast<std::size_t>(
        flags % 8 == 7 ? bytes.byte() : std::clamp(schedule.shape.ranks, 0, 64)));
    schedule.pairs.resize(flags % 16 < 8 ? 0 : schedule.order.size());
    while (!bytes.empty() && !schedule.order.empty()) {
        const auto rank = static_cast<std::size_t>(bytes.byte()) % schedule.order.size();
        const int kind = bytes.byte();
        if (kind >= 240 && !schedule.pairs.empty())
            schedule.pairs[rank].push_back(static_cast<std::uint32_t>(bytes.number()));
        else
            schedule.order[rank].push_back(
                {bytes.number(), static_cast<plan::OpKind>(kind % 5), bytes.number()});
    }
    return schedule;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    Bytes bytes(data, size);
    const plan::Schedule schedule = anySchedule(bytes);
    const plan::Verdict verdict
        = plan::validate(schedule, {.limit = 5, .maxInFlight = {}, .buffers = 0});
    if (verdict.deadlock
        && (verdict.deadlock->cycle.empty() || plan::toSentence(*verdict.deadlock).empty()))
        std::abort();
    if (verdict.legal()
        && (plan::channelBuffersNeeded(schedule) != 0
            || !plan::simulate(schedule, plan::Costs::unit())))
        std::abort();
    if (!verdict.wrong.empty() || verdict.more > 0 || verdict.deadlock || schedule.order[0].empty())
        return 0;
    // Where it stands an op may stand.
    const plan::MoveTargets targets = plan::legalTargets(schedule, 0, 0);
    if (targets.first != 0)
        std::abort();
    return 0;
}
