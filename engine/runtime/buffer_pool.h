// Message memory that is allocated once and used again, up to a bound.

#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace engine {

class BufferPool;

// The deleter of a Buffer: its memory goes back to the pool instead of to the heap.
struct ReturnToPool {
    BufferPool* pool = nullptr;
    void operator()(std::vector<std::byte>* memory) const;
};

// Owns its memory until destroyed, then gives it back. Must not outlive the pool.
using Buffer = std::unique_ptr<std::vector<std::byte>, ReturnToPool>;

// Buffers may be given back from any thread.
class BufferPool {
public:
    // Every buffer has `bytes`; at most `limit` (>= 1) exist.
    BufferPool(std::size_t bytes, std::size_t limit);

    // None if all are in use. New memory is zero; used memory keeps its content. Memory is
    // allocated when a buffer is first needed, so a pool that is never full costs only what was in
    // use at once; it is freed with the pool.
    std::optional<Buffer> take();

    std::size_t limit() const { return m_limit; }
    std::size_t bufferBytes() const { return m_bytes; }
    // Buffers that are out at the moment of the call.
    std::size_t inUse() const;
    std::size_t refused() const; // calls of take() that found none

private:
    friend struct ReturnToPool;
    void giveBack(std::vector<std::byte>* memory);

    // Constant, so it needs no lock; what follows the mutex is guarded by it.
    const std::size_t m_bytes;
    const std::size_t m_limit;
    mutable std::mutex m_mutex;
    std::vector<std::unique_ptr<std::vector<std::byte>>> m_free;
    std::size_t m_inUse = 0;
    std::size_t m_refused = 0;
};

} // namespace engine
