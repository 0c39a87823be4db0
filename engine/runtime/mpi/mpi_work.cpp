#include "engine/runtime/mpi/mpi_work.h"

#include "engine/runtime/collective.h"

#include <algorithm>

namespace engine {

MpiWork::MpiWork(Waiting& waiting, Terms terms, std::vector<NextPart> lanes)
    : m_waiting(waiting)
    , m_terms(std::move(terms))
{
    for (NextPart& lane : lanes)
        m_lanes.emplace_back(m_terms.comm, m_terms.doing, std::move(lane));
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
    m_waiting.remove(*this);
    if (!m_error && !m_over) {
        const auto over = m_waiting.lookUntil(m_waiting.now() + m_terms.patience,
                                              [this] { return test(); });
        if (!over)
            m_error = over.error();
        else if (!*over)
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
    for (Lane& lane : m_lanes)
        if (auto advanced = advance(lane); !advanced) {
            m_error = plan::Error{m_terms.what + ": " + advanced.error().message};
            return;
        }
    m_over = std::all_of(m_lanes.begin(), m_lanes.end(), [](const Lane& l) { return l.over; });
    if (m_over)
        m_waiting.remove(*this);
}

plan::Outcome MpiWork::advance(Lane& lane)
{
    while (!lane.over) {
        const auto sent = lane.messages.over();
        if (!sent)
            return sent.error();
        if (!*sent)
            return plan::done();
        const auto last = lane.next(lane.messages);
        if (!last)
            return last.error();
        lane.over = *last;
    }
    return plan::done();
}

} // namespace engine
