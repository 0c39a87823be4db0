// The memory that CUPTI writes its records into: a fixed number of buffers, which go from here to
// CUPTI, come back full on a thread of its own, and are free again once they have been read.
//
// CUPTI calls functions without an object, so there is one of these in a process.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace gpu::cupti {

class Buffers {
public:
    static constexpr std::size_t kBytes = std::size_t{512} << 10; // of one
    static constexpr std::size_t kMost = 64;                      // 32 MiB of the host in all

    // Lives as long as the process: CUPTI may still hold some when all else has ended.
    static Buffers& own();

    // One that is free, or null where all are under way: CUPTI then drops records, and counts them.
    // Any thread.
    std::uint8_t* take();
    // It has that many bytes of records. Any thread.
    void putFull(std::uint8_t* buffer, std::size_t bytes);

    struct Full {
        std::uint8_t* buffer = nullptr;
        std::size_t bytes = 0;
    };
    // All that are full, in the order in which they came; each is given back by putFree().
    std::vector<Full> takeFull();
    void putFree(std::uint8_t* buffer);

private:
    std::mutex m_mutex; // guards all below
    std::vector<std::unique_ptr<std::uint64_t[]>> m_all;
    std::vector<std::uint8_t*> m_free;
    std::vector<Full> m_full;
};

} // namespace gpu::cupti
