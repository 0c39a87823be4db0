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

CrcShare::CrcShare(const TensorSlice& slice)
    : m_rowsLeft(slice.values.rows)
{
    const Matrix& values = slice.values;
    const auto bytesOfColumns
        = [](std::int64_t columns) { return static_cast<std::uint64_t>(columns) * sizeof(float); };
    const std::uint64_t row = bytesOfColumns(slice.whole[1]);
    m_between = throughZeros(row - bytesOfColumns(values.columns));
    const auto rowsAfter
        = static_cast<std::uint64_t>(slice.whole[0] - slice.first[0] - values.rows);
    const std::uint64_t columnsAfter
        = bytesOfColumns(slice.whole[1] - slice.first[1] - values.columns);
    m_behind = throughZeros(rowsAfter * row + columnsAfter);
}

void CrcShare::addRow(std::span<const std::byte> values)
{
    m_crc = bareCrc(values, m_crc);
    const std::uint32_t power = --m_rowsLeft > 0 ? m_between : m_behind;
    if (power != kOne)
        m_crc = product(m_crc, power);
}

std::uint32_t crcOfShares(std::uint32_t shares, std::uint64_t bytes)
{
    return ~(shares ^ product(~std::uint32_t{0}, throughZeros(bytes)));
}

} // namespace training
