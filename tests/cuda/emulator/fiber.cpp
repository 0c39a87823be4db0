#include "tests/cuda/emulator/fiber.h"

#include "tests/sanitizer.h"

#include <cstdint>
#include <new>

#include <sys/mman.h>

// The sanitizers' own functions. This file is compiled without them, so what they are is declared
// here, and they are called only where the program has them.
extern "C" {
[[gnu::weak]] void* __tsan_get_current_fiber();
[[gnu::weak]] void* __tsan_create_fiber(unsigned flags);
[[gnu::weak]] void __tsan_destroy_fiber(void* fiber);
[[gnu::weak]] void __tsan_switch_to_fiber(void* fiber, unsigned flags);
[[gnu::weak]] void __tsan_acquire(void* address);
[[gnu::weak]] void __tsan_release(void* address);
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** fakeStack, const void* bottom,
                                                  std::size_t bytes);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* fakeStack, const void** bottom,
                                                   std::size_t* bytes);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* address, std::size_t bytes);

// Saves what a call preserves on the old stack and takes the same off the new one.
void bubblescope_change_stack(void** from, void* to);
}

#if !defined(__x86_64__)
#error "the emulator of CUDA's grids changes stacks on x86-64 alone"
#endif
asm(R"(
.text
.globl bubblescope_change_stack
.type bubblescope_change_stack,@function
bubblescope_change_stack:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size bubblescope_change_stack,.-bubblescope_change_stack
)");

namespace emulator {

namespace {

thread_local Fiber* running = nullptr;
thread_local Fiber* left = nullptr;

} // namespace

Fiber::Fiber() = default;

Fiber::Fiber(std::size_t bytes, void (*body)())
    : m_stack(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    , m_bytes(bytes)
    , m_body(body)
{
    if (m_stack == MAP_FAILED)
        throw std::bad_alloc();
    m_bottom = m_stack;
    void** top = reinterpret_cast<void**>(static_cast<std::byte*>(m_stack) + bytes) - 1;
    *top = nullptr;                           // nobody to return to
    *--top = reinterpret_cast<void*>(&begin); // where the change of stacks returns to
    top -= 6;                                 // the registers it takes: zero, as mapped
    m_top = top;
    if (__tsan_create_fiber != nullptr)
        m_watched = __tsan_create_fiber(0);
}

Fiber::~Fiber()
{
    if (m_stack == nullptr)
        return;
    if (m_watched != nullptr)
        __tsan_destroy_fiber(m_watched);
    if (__asan_unpoison_memory_region != nullptr)
        __asan_unpoison_memory_region(m_stack,
                                      m_bytes); // what was left there is no stack frame now
    munmap(m_stack, m_bytes);
}

void Fiber::begin()
{
    if (__sanitizer_finish_switch_fiber != nullptr)
        __sanitizer_finish_switch_fiber(nullptr, &left->m_bottom, &left->m_bytes);
    running->m_body();
    __builtin_unreachable();
}

void Fiber::change(Fiber& from, Fiber& to)
{
    if (__tsan_switch_to_fiber != nullptr) {
        if (from.m_stack == nullptr)
            from.m_watched = __tsan_get_current_fiber();
        constexpr unsigned kOrdersNothing = 1;
        __tsan_switch_to_fiber(to.m_watched, kOrdersNothing);
    }
    if (__sanitizer_start_switch_fiber != nullptr)
        __sanitizer_start_switch_fiber(&from.m_fakeStack, to.m_bottom, to.m_bytes);
    left = &from;
    running = &to;
    bubblescope_change_stack(&from.m_top, to.m_top);
    if (__sanitizer_finish_switch_fiber != nullptr)
        __sanitizer_finish_switch_fiber(from.m_fakeStack, &left->m_bottom, &left->m_bytes);
}

void acquire(void* address)
{
    if (__tsan_acquire != nullptr)
        __tsan_acquire(address);
}

void release(void* address)
{
    if (__tsan_release != nullptr)
        __tsan_release(address);
}

} // namespace emulator
