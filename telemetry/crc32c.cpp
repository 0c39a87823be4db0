#include "telemetry/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace telemetry {
namespace {

constexpr std::uint32_t kPolynomial = 0x82f63b78; // Castagnoli, bits reversed

using Table = std::array<std::array<std::uint32_t, 256>, 8>;

// Row k advances a byte through k further zero bytes, so that eight lookups take
// eight bytes at once.
constexpr Table makeTable()
{
    Table table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
        table[0][byte] = crc;
    }
    for (std::size_t row = 1; row < 8; ++row) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t before = table[row - 1][byte];
            table[row][byte] = (before >> 8) ^ table[0][before & 0xff];
        }
    }
    return table;
}

constexpr Table kTable = makeTable();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t
crc32cByInstruction(std::span<const std::byte> bytes, std::uint32_t previous)
{
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    std::uint64_t crc = ~previous;
    for (; left >= 8; left -= 8, at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, 8);
        crc = _mm_crc32_u64(crc, word);
    }
    auto narrow = static_cast<std::uint32_t>(crc);
    for (; left > 0; --left, ++at)
        narrow = _mm_crc32_u8(narrow, static_cast<unsigned char>(*at));
    return ~narrow;
}
#endif

} // namespace

std::uint32_t crc32cByTable(std::span<const std::byte> bytes, std::uint32_t previous)
{
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    std::uint32_t crc = ~previous;
    for (; left >= 8; left -= 8, at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, 8);
        word ^= crc;
        crc = 0;
        for (std::size_t i = 0; i < 8; ++i)
            crc ^= kTable[7 - i][(word >> (8 * i)) & 0xff];
    }
    for (; left > 0; --left, ++at)
        crc = (crc >> 8) ^ kTable[0][(crc ^ std::to_integer<std::uint32_t>(*at)) & 0xff];
    return ~crc;
}

std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t previous)
{
#if defined(__x86_64__)
    static const bool hasInstruction = __builtin_cpu_supports("sse4.2") != 0;
    if (hasInstruction)
        return crc32cByInstruction(bytes, previous);
#endif
    return crc32cByTable(bytes, previous);
}

} // namespace telemetry
