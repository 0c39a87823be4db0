#include "engine/cli/interrupt.h"

#include <atomic>

namespace cli {
namespace {

std::atomic<bool> g_interrupted = false; // written by the handler
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void noteInterrupt(int) { g_interrupted = true; }

} // namespace

InterruptNoted::InterruptNoted()
{
    g_interrupted = false;
    struct sigaction action {};
    action.sa_handler = noteInterrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND); // the second one ends the program
    sigaction(SIGINT, &action, &m_before);
}

InterruptNoted::~InterruptNoted() { sigaction(SIGINT, &m_before, nullptr); }

bool InterruptNoted::interrupted() const { return g_interrupted; }

} // namespace cli
