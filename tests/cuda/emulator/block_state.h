// What a block of threads is while it runs: between the scheduler (block.cpp) and the calls of its
// threads (block_calls.cpp).

#pragma once

#include "tests/cuda/emulator/block.h"
#include "tests/cuda/emulator/fiber.h"

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace emulator {

inline constexpr std::size_t kStack = 128U << 10;
inline constexpr int kPoison = 0xff; // not a number, in both types

enum class Doing : std::uint8_t { Ready, AtBarrier, InWarp, Over };

// What an exchange gave, by lane. Two of them: a thread may be one exchange ahead of its warp.
struct Words {
    alignas(kLargestWord) unsigned char of[2][kWarp * kLargestWord];
    unsigned turn = 0;
};

struct Thread {
    explicit Thread(void (*body)())
        : fiber(kStack, body)
    {
    }

    Fiber fiber;
    Doing doing = Doing::Over;
    Line at{};
    unsigned mask = 0; // of its exchange
    const void* word = nullptr;
    std::size_t bytes = 0;
    const void* answer = nullptr;
    Words words;
    std::vector<Copy> late;
};

struct SharedArray {
    Line at;
    std::vector<unsigned char> bytes;
};

struct Multiprocessor::State {
    std::vector<std::unique_ptr<Thread>> threads;
    std::size_t count = 0;   // of this launch
    std::size_t running = 0; // the thread whose turn it is
    const Launch* launch = nullptr;
    uint3 block{};
    Fiber scheduler;
    std::vector<unsigned char> dynamic; // aligned as operator new does, to 16 bytes
    std::vector<SharedArray> arrays;
    std::string error;
    Turns turns = Turns::Forward;
    std::mt19937 random;
    char began = 0; // addresses, for the sanitizer
    char ended = 0;
    char met = 0;

    Thread& thread(std::size_t number) { return *threads[number]; }
    Thread& own() { return *threads[running]; }

    void prepare(const Launch& given);
    void runBlock();
    bool giveTurns(const std::vector<std::size_t>& order);
    void giveTurn(std::size_t number);
    bool meetAtBarrier();
    bool meetInWarps();
    bool meetInWarp(std::size_t first);
    bool allGathered(std::size_t first, const Thread& leader) const;
    void answer(std::size_t first, unsigned mask, std::size_t bytes);
    bool over() const;
    void explainWaiting();
    void wait(Doing doing, const Line& at);
};

// That the calling fiber is a thread of; none: outside of a grid.
inline thread_local Multiprocessor::State* current = nullptr;

inline std::string inWords(const Line& at)
{
    return std::string(at.file) + ":" + std::to_string(at.number);
}

} // namespace emulator
