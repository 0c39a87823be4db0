// Starts a thread that takes no signals, so that none of its waits is interrupted, and a signal
// that is meant for the program is always taken by the threads that expect it. ZeroMQ's calls, for
// one, end with EINTR where a signal meets them.
//
// An exception that leaves a thread's function ends the whole program. The threads of telemetry
// must not end a run, so each of them catches what it throws and ends alone; describeFault() puts
// the reason where the owner of the thread can read it.

#pragma once

#include <exception>
#include <new>
#include <string>
#include <thread>
#include <utility>

#include <csignal>
#include <pthread.h>

namespace telemetry {

// `body` is called once on the new thread; the caller joins it. What `body` throws ends the
// program, as for any std::thread. The calling thread's own mask is afterwards as it was. Throws
// std::system_error where the system has no thread left. The caller's mask is changed for a moment
// only, and no other thread's at all.
template <class Body>
std::thread startQuietThread(Body body)
{
    struct Blocked {
        sigset_t before;
        Blocked()
        {
            sigset_t all;
            sigfillset(&all);
            pthread_sigmask(SIG_SETMASK, &all, &before);
        }
        ~Blocked() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
    };
    const Blocked blocked; // a new thread starts with this mask
    return std::thread(std::move(body));
}

// Sets `sentence` to `what`, a colon and the reason of the fault. Where there is no memory even for
// that it becomes "out of memory", which is short enough to need none.
inline void describeFault(std::string& sentence, const char* what,
                          const std::exception& fault) noexcept
{
    constexpr const char* kNoMemory = "out of memory";
    const bool noMemory = dynamic_cast<const std::bad_alloc*>(&fault) != nullptr;
    try {
        sentence = std::string(what) + ": " + (noMemory ? kNoMemory : fault.what());
    } catch (const std::bad_alloc&) {
        sentence = kNoMemory;
    }
}

} // namespace telemetry
