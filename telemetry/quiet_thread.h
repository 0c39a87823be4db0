// Starts a thread that takes no signals, so that none of its waits is interrupted.

#pragma once

#include <thread>
#include <utility>

#include <csignal>
#include <pthread.h>

namespace telemetry {

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
