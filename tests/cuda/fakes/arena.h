// The memory of a fake device. The host that touches it ends with a signal; what is queued in a
// stream may use it while that runs. What is not taken is poison to AddressSanitizer, and what is
// taken holds no number until it is written.

#pragma once

#include <cstddef>
#include <map>

namespace fake {

// Used by one host thread.
class Arena {
public:
    // The host may touch its memory at any time unless it is guarded.
    Arena(std::size_t bytes, bool guarded);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    // Aligned as cudaMalloc() does; none where there is no room.
    void* take(std::size_t bytes);
    // False where no block begins there.
    bool release(void* block);

    bool holds(const void* address) const;
    std::size_t size() const { return m_bytes; }
    std::size_t taken() const { return m_taken; }
    // Blocks that are not released yet.
    std::size_t blocks() const { return m_blocks.size(); }

    // While one lives, the host thread may read and write.
    class Opened {
    public:
        explicit Opened(Arena& arena);
        ~Opened();
        Opened(const Opened&) = delete;
        Opened& operator=(const Opened&) = delete;

    private:
        Arena& m_arena;
    };

private:
    void open();
    void close();

    std::byte* m_memory;
    std::size_t m_bytes;
    std::size_t m_taken = 0;
    int m_opened = 0;
    std::map<std::size_t, std::size_t> m_blocks; // where they begin -> bytes
};

} // namespace fake
