// Runs the grids of CUDA kernels on a processor: each CUDA thread is a fiber, and the threads of a
// block take turns. What a kernel leaves to chance (which thread comes first where nothing orders
// them) is decided here, in one of several unkind ways.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <vector_types.h>

namespace emulator {

// In which order threads, and blocks, take turns.
enum class Turns : std::uint8_t {
    Forward,
    Backward,
    Random,
    OneWarpAhead, // one warp runs on as far as it can before another gets a turn
};

// Of all grids of this process that are run from now on.
void setTurns(Turns turns, unsigned seed = 1);

struct Launch {
    dim3 blocks{1, 1, 1};
    dim3 threads{1, 1, 1};
    std::size_t shared = 0;         // bytes of dynamic shared memory
    std::function<void()> thread{}; // what each of them does
    const void* kernel = nullptr;   // whose launch it is; of none, all that there is
};

// Dynamic shared memory of a block: what the GPUs of compute capability 8.6 and 8.9 have, which is
// the least of those that are supported, and what a kernel gets of it unasked.
inline constexpr std::size_t kMostShared = std::size_t{99} << 10;
inline constexpr std::size_t kSharedUnasked = std::size_t{48} << 10;

// As cudaFuncSetAttribute() does, of all launches of the kernel from now on. False: that is more
// than there is.
bool allowShared(const void* kernel, std::size_t bytes);

// The threads that the grids of one stream run on. Used by one host thread.
class Multiprocessor {
public:
    Multiprocessor();
    ~Multiprocessor();
    Multiprocessor(const Multiprocessor&) = delete;
    Multiprocessor& operator=(const Multiprocessor&) = delete;

    // The grid, from its first thread to its last. Empty, or what was wrong with it: threads that
    // wait for others that never come, or a launch that no GPU accepts.
    std::string run(const Launch& launch);

    struct State; // of block.cpp

private:
    std::unique_ptr<State> m_state;
};

// ---- what dialect.h makes CUDA's words of; called by a thread of a grid ----

struct Place {
    uint3 thread{};
    uint3 block{};
    dim3 threads{};
    dim3 blocks{};
};
extern thread_local Place here;

// Where in the source a thread waits.
struct Line {
    const char* file = "";
    unsigned number = 0;

    // As a default argument: where the call is.
    static constexpr Line ofCall(const char* file = __builtin_FILE(),
                                 unsigned number = __builtin_LINE())
    {
        return {file, number};
    }

    friend bool operator==(const Line&, const Line&) = default;
};

// Of all threads of the block.
void barrier(const Line& at);

inline constexpr std::size_t kWarp = 32;
inline constexpr std::size_t kLargestWord = 32;

int laneOfThread();

// Of the lanes in `mask`, which must hold this one: gives `word`, of `bytes` <= kLargestWord (a
// multiple of 4), and returns what all gave, by lane. Valid until the thread's next exchange.
const void* exchange(unsigned mask, const Line& at, const void* word, std::size_t bytes);
// That a lane was read that took no part; ends the grid.
void readStranger(int lane, const Line& at);

// A copy into shared memory that goes on beside the thread that started it.
struct Copy {
    void* to = nullptr;
    const void* from = nullptr;
    std::size_t bytes = 0;
    bool there = true; // else it writes 0
};
// Those that the running thread has started and are to be done when it waits for them; null where
// the order of turns is one in which copies are done at once.
std::vector<Copy>* lateCopies();

// Ends the grid where an instruction asks for an alignment that an address does not have.
void expectAligned(const void* address, std::size_t bytes, const Line& at);

// Shared memory of the block, with any content at its beginning: an array declared in a line, or
// the dynamic part.
void* sharedArray(const Line& at, std::size_t bytes);
void* dynamicSharedMemory();

} // namespace emulator
