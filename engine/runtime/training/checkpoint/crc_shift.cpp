#include "engine/runtime/training/checkpoint/crc_shift.h"

#include "telemetry/crc32c.h"

#include <span>

namespace training {
namespace {

constexpr std::uint32_t kPolynomial = 0x82f63b78; // Castagnoli, bits reversed
constexpr std::uint32_t kOne = 0x80000000;        // the polynomial 1

// The product of two polynomials over GF(2), modulo Castagnoli's.
std::uint32_t product(std::uint32_t a, std::uint32_t b)
{
    std::uint32_t result = 0;
    for (std::uint32_t bit = kOne; bit != 0; bit >>= 1) {
        if ((a & bit) != 0)
            result ^= b;
        b = (b >> 1) ^ ((b & 1) != 0 ? kPolynomial : 0);
    }
    return result;
}

// What a CRC is multiplied by when `bytes` zeros follow: x^(8 bytes).
std::uint32_t throughZeros(std::uint64_t bytes)
{
    std::uint32_t power = kOne >> 8; // of one byte
    std::uint32_t result = kOne;
    for (; bytes != 0; bytes >>= 1, power = product(power, power)) {
        if ((bytes & 1) != 0)
            result = product(result, power);
    }
    return result;
}

// Continues a CRC that is not inverted at its ends.
std::uint32_t bareCrc(std::span<const std::byte> bytes, std::uint32_t previous)
{
    return ~telemetry::crc32c(bytes, ~previous);
}

} // namespace

std::uint32_t crcShare(const TensorSlice& slice)
{
    const Matrix& values = slice.values;
    if (values.empty())
        return 0;
    const auto bytesOfColumns
        = [](std::int64_t columns) { return static_cast<std::uint64_t>(columns) * sizeof(float); };
    const std::uint64_t row = bytesOfColumns(slice.whole[1]);
    const std::uint32_t gap = throughZeros(row - bytesOfColumns(values.columns));
    std::uint32_t crc = 0;
    for (std::int64_t i = 0; i < values.rows; ++i) {
        const Matrix one = values.rowRange(i, 1);
        crc = bareCrc({static_cast<const std::byte*>(one.data), one.bytes()},
                      i == 0 || gap == kOne ? crc : product(crc, gap));
    }
    const auto rowsAfter
        = static_cast<std::uint64_t>(slice.whole[0] - slice.first[0] - values.rows);
    const std::uint64_t columnsAfter
        = bytesOfColumns(slice.whole[1] - slice.first[1] - values.columns);
    return product(crc, throughZeros(rowsAfter * row + columnsAfter));
}

std::uint32_t crcOfShares(std::uint32_t shares, std::uint64_t bytes)
{
    return ~(shares ^ product(~std::uint32_t{0}, throughZeros(bytes)));
}

} // namespace training
