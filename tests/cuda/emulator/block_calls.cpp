#include "tests/cuda/emulator/block_state.h"

#include <cassert>

namespace emulator {

void barrier(const Line& at)
{
    release(&current->met);
    current->wait(Doing::AtBarrier, at);
    acquire(&current->met);
}

int laneOfThread() { return static_cast<int>(current->running % kWarp); }

const void* exchange(unsigned mask, const Line& at, const void* word, std::size_t bytes)
{
    assert(bytes <= kLargestWord && bytes % sizeof(unsigned) == 0);
    Multiprocessor::State& state = *current;
    Thread& self = state.own();
    self.mask = mask;
    self.word = word;
    self.bytes = bytes;
    void* const warp = state.threads[state.running / kWarp * kWarp].get();
    release(warp);
    state.wait(Doing::InWarp, at);
    acquire(warp);
    return self.answer;
}

void readStranger(int lane, const Line& at)
{
    current->error = "a thread reads lane " + std::to_string(lane) + ", which takes no part, in "
        + inWords(at);
}

std::vector<Copy>* lateCopies()
{
    // A warp that runs ahead would find them done; a copy at once shows who was not yet ready.
    return current->turns == Turns::OneWarpAhead ? nullptr : &current->own().late;
}

void expectAligned(const void* address, std::size_t bytes, const Line& at)
{
    if (reinterpret_cast<std::uintptr_t>(address) % bytes != 0)
        current->error
            = "an address is not aligned to " + std::to_string(bytes) + " bytes in " + inWords(at);
}

void* sharedArray(const Line& at, std::size_t bytes)
{
    for (SharedArray& array : current->arrays)
        if (array.at == at && array.bytes.size() == bytes)
            return array.bytes.data();
    current->arrays.push_back({at, std::vector<unsigned char>(bytes, kPoison)});
    return current->arrays.back().bytes.data();
}

void* dynamicSharedMemory() { return current->dynamic.data(); }

} // namespace emulator
