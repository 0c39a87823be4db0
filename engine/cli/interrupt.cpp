#include "engine/cli/interrupt.h"

namespace cli {
namespace {

volatile std::sig_atomic_t g_interrupted = 0;

extern "C" void noteInterrupt(int) { g_interrupted = 1; }

} // namespace

InterruptNoted::InterruptNoted()
{
    g_interrupted = 0;
    struct sigaction action {};
    action.sa_handler = noteInterrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, &m_before);
}

InterruptNoted::~InterruptNoted() { sigaction(SIGINT, &m_before, nullptr); }

bool InterruptNoted::interrupted() const { return g_interrupted != 0; }

} // namespace cli
