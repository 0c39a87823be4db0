#include "engine/runtime/loopback/loopback_control.h"

#include "engine/runtime/message.h"

#include <algorithm>

namespace engine {

LoopbackAgreement::LoopbackAgreement(int ranks, Nanoseconds patience)
    : m_ranks(ranks)
    , m_patience(patience)
{
}

void LoopbackAgreement::abort(const std::string& reason)
{
    const std::lock_guard lock(m_mutex);
    m_aborted = reason;
}

LoopbackControl::LoopbackControl(LoopbackAgreement& agreement, int rank, Waiting& waiting)
    : m_agreement(agreement)
    , m_rank(rank)
    , m_waiting(waiting)
{
}

plan::Result<Nanoseconds> LoopbackControl::agreeMax(Nanoseconds value, const std::string& what)
{
    LoopbackAgreement& shared = m_agreement;
    std::int64_t mine = 0;
    {
        const std::lock_guard lock(shared.m_mutex);
        mine = shared.m_agreements;
        Nanoseconds& largest = shared.m_largestSoFar;
        largest = shared.m_agreeing == 0 ? value : std::max(largest, value);
        if (++shared.m_agreeing == shared.m_ranks) {
            shared.m_agreeing = 0;
            shared.m_agreed = largest;
            ++shared.m_agreements;
        }
    }
    Nanoseconds agreed{};
    const auto over
        = m_waiting.pollUntil(m_waiting.now() + shared.m_patience, [&]() -> plan::Result<bool> {
              const std::lock_guard lock(shared.m_mutex);
              if (shared.m_aborted)
                  return plan::Error{*shared.m_aborted};
              agreed = shared.m_agreed;
              return shared.m_agreements > mine;
          });
    if (!over)
        return over.error();
    if (!*over)
        return noAgreement(m_rank, what, shared.m_patience);
    return agreed;
}

} // namespace engine
