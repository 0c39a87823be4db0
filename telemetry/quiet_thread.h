// Starts a thread that takes no signals, so that none of its waits is interrupted, and a signal
// that is meant for the program is always taken by the threads that expect it. ZeroMQ's calls, for
// one, end with EINTR where a signal meets them.

#pragma once

#include <thread>
#include <utility>

#include <csignal>
#include <pthread.h>

namespace telemetry {

// `body` is called once on the new thread; the caller joins it. What `body` throws ends the
// program, as for any std::thread. The calling thread's own mask is afterwards as it was. Throws
// std::system_error where the system has no thread left; the caller's signals stay blocked then.
// The caller's mask is changed for a moment only, and no other thread's at all.
template <class Body>
std::thread startQuietThread(Body body)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); // a new thread starts with this mask
    std::thread thread(std::move(body));
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
}

} // namespace telemetry
