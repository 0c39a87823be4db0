#include "tests/cuda/fakes/arena.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>

#include <sys/mman.h>

extern "C" {
[[gnu::weak]] void __asan_poison_memory_region(const volatile void* address, std::size_t bytes);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* address, std::size_t bytes);
}

namespace fake {

namespace {

constexpr std::size_t kAlignment = 256; // cudaMalloc()'s
constexpr std::size_t kBetween = 256;   // nobody's, behind each block
constexpr int kPoison = 0xff;           // not a number, in every type
// Of a large block only the ends are overwritten: memory that nobody touches costs nothing when the
// arena is opened.
constexpr std::size_t kOverwritten = std::size_t{64} << 10;

std::size_t roundUp(std::size_t bytes)
{
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

void overwrite(std::byte* block, std::size_t bytes)
{
    const std::size_t part = std::min(bytes, kOverwritten);
    std::memset(block, kPoison, part);
    std::memset(block + bytes - part, kPoison, part);
}

void poison(const void* memory, std::size_t bytes)
{
    if (__asan_poison_memory_region != nullptr)
        __asan_poison_memory_region(memory, bytes);
}

void unpoison(const void* memory, std::size_t bytes)
{
    if (__asan_unpoison_memory_region != nullptr)
        __asan_unpoison_memory_region(memory, bytes);
}

} // namespace

Arena::Arena(std::size_t bytes, bool guarded)
    : m_memory(static_cast<std::byte*>(
        mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)))
    , m_bytes(bytes)
{
    if (m_memory == MAP_FAILED)
        throw std::bad_alloc();
    poison(m_memory, m_bytes);
    if (!guarded)
        open();
}

Arena::~Arena()
{
    unpoison(m_memory, m_bytes); // whatever is mapped here next is no business of ours
    munmap(m_memory, m_bytes);
}

void* Arena::take(std::size_t bytes)
{
    std::size_t begin = 0;
    const std::size_t needed = roundUp(bytes) + kBetween;
    for (const auto& [at, size] : m_blocks) {
        if (at >= begin + needed)
            break; // it fits before this one
        begin = at + roundUp(size) + kBetween;
    }
    if (begin + needed > m_bytes)
        return nullptr;
    m_blocks[begin] = bytes;
    m_taken += bytes;
    std::byte* const block = m_memory + begin;
    unpoison(block, bytes);
    const Opened opened(*this);
    overwrite(block, bytes);
    return block;
}

bool Arena::release(void* block)
{
    if (!holds(block))
        return false;
    const auto found
        = m_blocks.find(static_cast<std::size_t>(static_cast<std::byte*>(block) - m_memory));
    if (found == m_blocks.end())
        return false;
    {
        const Opened opened(*this);
        overwrite(static_cast<std::byte*>(block), found->second);
    }
    poison(block, found->second);
    m_taken -= found->second;
    m_blocks.erase(found);
    return true;
}

bool Arena::holds(const void* address) const
{
    const auto* const byte = static_cast<const std::byte*>(address);
    return byte >= m_memory && byte < m_memory + m_bytes;
}

void Arena::open()
{
    if (m_opened++ == 0)
        mprotect(m_memory, m_bytes, PROT_READ | PROT_WRITE);
}

void Arena::close()
{
    assert(m_opened > 0);
    if (--m_opened == 0)
        mprotect(m_memory, m_bytes, PROT_NONE);
}

Arena::Opened::Opened(Arena& arena)
    : m_arena(arena)
{
    arena.open();
}

Arena::Opened::~Opened() { m_arena.close(); }

} // namespace fake
