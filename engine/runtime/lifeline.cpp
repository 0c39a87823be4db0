#include "engine/runtime/lifeline.h"

#include <csignal>
#include <ctime>
#include <unistd.h>

#include <pthread.h>

namespace engine {

using namespace std::chrono_literals;

namespace {

constexpr Nanoseconds kBetweenLooks = 10ms;

sigset_t stopSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    return signals;
}

} // namespace

Lifeline::Lifeline(Clock& clock)
    : m_clock(clock)
    , m_parent(getppid())
{
    const sigset_t signals = stopSignals();
    // Blocked and asked for rather than handled: a rank stops between two waits, where it can still
    // say why and take leave of the collector.
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

std::optional<plan::Error> Lifeline::stopReason()
{
    const Nanoseconds now = m_clock.now();
    if (!m_reason && now >= m_nextLook) {
        // Waits ask after each nap, of 20 us at first, and a look is several system calls.
        m_nextLook = now + kBetweenLooks;
        m_reason = look();
    }
    return m_reason;
}

std::optional<plan::Error> Lifeline::look()
{
    const sigset_t signals = stopSignals();
    const timespec noTime{};
    if (const int signal = sigtimedwait(&signals, nullptr, &noTime); signal > 0) {
        m_askedToStop = true;
        return plan::Error{signal == SIGINT ? "stopped by SIGINT" : "stopped by SIGTERM"};
    }
    // mpirun may be killed without a word to its ranks, which would then run on with nobody to end
    // them.
    if (getppid() != m_parent)
        return plan::Error{"stopped because the process that started this rank is gone"};
    return lookAtCollector();
}

std::optional<plan::Error> Lifeline::lookAtCollector()
{
    if (!m_collectorLost || !m_collectorLost()) {
        m_lostSince.reset();
        return std::nullopt;
    }
    const Nanoseconds now = m_clock.now();
    m_lostSince = m_lostSince.value_or(now);
    const std::optional<bool> ended = m_collector.hasEnded();
    if (ended == true)
        return plan::Error{"stopped because the collector of this run is gone"};
    if (!ended && now - *m_lostSince >= m_patience)
        return plan::Error{"stopped because the collector of this run is not heard any more"};
    return std::nullopt;
}

} // namespace engine
