// A stack to run on, to leave, and to come back to.
//
// Sanitizers are told: ThreadSanitizer takes two fibers for two threads that nothing orders but
// acquire() and release(); AddressSanitizer knows the stack that is run on.

#pragma once

#include <cstddef>

namespace emulator {

class Fiber {
public:
    // The stack that the caller runs on already.
    Fiber();
    // One of its own, of `bytes`, on which body() runs when it is first switched to. `body` never
    // returns; it may be left for good, when nothing on its stack wants to be destroyed.
    Fiber(std::size_t bytes, void (*body)());
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    // Goes on where `to` was left. Precondition: the caller runs on `from`.
    static void change(Fiber& from, Fiber& to);

private:
    static void begin();

    void* m_stack = nullptr;
    std::size_t m_bytes = 0;
    void* m_top = nullptr; // where it goes on
    void (*m_body)() = nullptr;
    void* m_watched = nullptr;      // ThreadSanitizer's name of it
    void* m_fakeStack = nullptr;    // AddressSanitizer's, while it is left
    const void* m_bottom = nullptr; // of the stack of a fiber that was made on one
};

// What one fiber or thread did before release() is seen by whoever calls acquire() afterwards, for
// ThreadSanitizer's eyes; in fact they run in turns, or are ordered by a mutex.
void acquire(void* address);
void release(void* address);

} // namespace emulator
