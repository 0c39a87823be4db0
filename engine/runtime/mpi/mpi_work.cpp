#include "engine/runtime/mpi/mpi_work.h"

#include "engine/runtime/collective.h"

#include <algorithm>

namespace engine {

MpiWork::MpiWork(Waiting& waiting, Terms terms, std::vector<NextPart> strands)
    : m_waiting(waiting)
    , m_terms(std::move(terms))
{
    for (NextPart& strand : strands)
        m_strands.emplace_back(m_terms.comm, m_terms.doing, std::move(strand));
    moveOn();
    if (!m_over && !m_error)
        m_waiting.add(*this);
}

MpiWork::~MpiWork()
{
    static_cast<void>(wait()); // its buffers are the caller's again
}

plan::Result<bool> MpiWork::test()
{
    moveOn();
    if (m_error)
        return *m_error;
    return m_over;
}

plan::Outcome MpiWork::wait()
{
    // This wait moves it on itself; its own naps must not do it again.
    m_waiting.remove(*this);
    const Nanoseconds deadline = m_waiting.now() + m_terms.patience;
    while (!m_error && !m_over) {
        // After each part the next is looked for eagerly again.
        const auto moved
            = m_waiting.lookUntil(deadline, [this, parts = m_parts]() -> plan::Result<bool> {
                  const auto over = test();
                  if (!over)
                      return over;
                  return *over || m_parts != parts;
              });
        if (!moved)
            m_error = moved.error();
        else if (!*moved)
            m_error = notOver(m_terms.what, m_terms.patience);
    }
    if (m_error)
        return *m_error;
    return plan::done();
}

void MpiWork::moveOn()
{
    if (m_over || m_error)
        return;
    for (Strand& strand : m_strands)
        if (auto advanced = advance(strand); !advanced) {
            m_error = plan::Error{m_terms.what + ": " + advanced.error().message};
            return;
        }
    m_over
        = std::all_of(m_strands.begin(), m_strands.end(), [](const Strand& l) { return l.over; });
    if (m_over)
        m_waiting.remove(*this);
}

plan::Outcome MpiWork::advance(Strand& strand)
{
    // As far as it goes: parts whose messages are already here are over in one call.
    while (!strand.over) {
        const auto sent = strand.messages.over();
        if (!sent)
            return sent.error();
        if (!*sent)
            return plan::done();
        const auto last = strand.next(strand.messages);
        if (!last)
            return last.error();
        strand.over = *last;
        ++m_parts;
    }
    return plan::done();
}

} // namespace engine
