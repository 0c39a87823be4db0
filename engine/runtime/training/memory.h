// The memory of one rank's training, counted by what it is for.
//
// Blocks that are given back are kept, and used again for what needs at least half of them: a
// step like the ones before allocates nothing from the system. No more is kept than was ever
// in use at once; beyond that, what lay longest goes back to the system. What is counted is
// what is in use, in the bytes that were asked for.

#pragma once

#include "engine/runtime/training/matrix.h"

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <vector>

namespace training {

enum class Use : std::uint8_t { Weights, Gradients, Optimizer, Activations, Buffers };
inline constexpr std::size_t kUses = 5;

class Memory;

// Memory in use; given back when it is destroyed. Must not outlive its Memory.
class Block {
public:
    Block() = default;
    Block(Block&& other) noexcept;
    Block& operator=(Block&& other) noexcept;
    ~Block() { reset(); }

    std::byte* data() const { return m_data; }
    std::size_t bytes() const { return m_bytes; }
    explicit operator bool() const { return m_data != nullptr; }
    void reset();

private:
    friend class Memory;
    Memory* m_memory = nullptr;
    std::byte* m_data = nullptr;
    std::size_t m_bytes = 0;    // asked for
    std::size_t m_capacity = 0; // held
    Use m_use = Use::Buffers;
};

// A matrix with its memory.
struct Held {
    Block block;
    Matrix view;

    void reset()
    {
        block.reset();
        view = {};
    }
};

// Used by one thread.
class Memory {
public:
    Memory() = default;
    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    // Aligned to 64 bytes; the content is whatever was there. Throws Failure where the system
    // has no more.
    Block take(std::size_t bytes, Use use);
    Held matrix(std::int64_t rows, std::int64_t columns, Type type, Use use);

    // In bytes. The peak is the largest since the last resetPeaks().
    std::size_t current(Use use) const { return m_current[static_cast<std::size_t>(use)]; }
    std::size_t peak(Use use) const { return m_peak[static_cast<std::size_t>(use)]; }
    void resetPeaks() { m_peak = m_current; }

    // Bytes taken from the system, in use or kept.
    std::size_t reserved() const { return m_reserved; }

private:
    friend class Block;
    struct Kept {
        std::byte* data = nullptr;
        std::uint64_t since = 0; // counts what was given back
    };
    using KeptBlocks = std::multimap<std::size_t, Kept>; // by capacity

    std::byte* allocate(std::size_t capacity);
    void giveBack(Block& block);
    void release(KeptBlocks::iterator kept); // to the system
    void releaseBeyondBound();

    std::array<std::size_t, kUses> m_current{};
    std::array<std::size_t, kUses> m_peak{};
    std::size_t m_reserved = 0;
    std::size_t m_inUse = 0;     // of that
    std::size_t m_mostInUse = 0; // ever
    KeptBlocks m_kept;
    std::uint64_t m_givenBack = 0;
};

} // namespace training
