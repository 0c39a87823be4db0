#include "engine/runtime/turns/turns.h"

namespace turns {

Turns::Turns(engine::Clock& real, engine::Waiting& waiting, Nanoseconds patience)
    : m_real(real)
    , m_waiting(waiting)
    , m_patience(patience)
    , m_clock(real)
{
}

plan::Outcome Turns::stand()
{
    if (m_clock.stands() || !m_done) {
        m_clock.stand(m_real.now());
        return plan::done();
    }
    const auto done = m_done();
    if (!done)
        return done.error();
    m_clock.stand(*done);
    return plan::done();
}

plan::Outcome Turns::begin(engine::HostCommunicator& world)
{
    auto token = TurnToken::make(world);
    if (!token)
        return token.error();
    m_token.emplace(std::move(*token));
    if (auto stood = stand(); !stood)
        return stood;
    const auto first = m_waiting.pollUntil(Nanoseconds::max(), [this] { return comeBack(); });
    if (!first)
        return first.error();
    m_waiting.giveWayTo(this);
    return plan::done();
}

void Turns::end()
{
    if (!m_token)
        return;
    m_waiting.giveWayTo(nullptr);
    m_token.reset(); // whoever has it closed has given it away
}

plan::Outcome Turns::giveWay()
{
    if (auto stood = stand(); !stood)
        return stood;
    m_token->give();
    return plan::done();
}

plan::Result<bool> Turns::comeBack()
{
    const auto taken = m_token->tryTake();
    if (!taken)
        return taken;
    if (*taken) {
        m_since.reset();
        go();
        return true;
    }
    if (!m_since)
        m_since = m_real.now();
    else if (m_real.now() - *m_since > m_patience)
        return plan::Error{"no turn came for " + engine::durationText(m_patience)
                           + ": the rank that has it is stuck"};
    return false;
}

} // namespace turns
