// Matrices of a test, and the arithmetic of the kernels once more in double precision.

#pragma once

#include "tests/runtime/kernels/device_values.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

namespace training::test {

inline float fromBits(std::uint16_t bits)
{
    return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

inline std::uint16_t toBits(double value)
{
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

// A matrix whose rows are further apart than they are long; what lies between must stay. The host's
// values and the device's are brought together when the other side is asked for.
class Numbers {
public:
    Numbers(std::int64_t rows, std::int64_t columns, Type type = Type::F32, std::int64_t gap = 3)
        : m_view{{}, rows, columns, columns + gap, type}
        , m_values(static_cast<std::size_t>(rows * (columns + gap)) * bytesOf(type), kBetween)
    {
        fill(0);
    }
    Numbers(const Numbers& other)
        : m_view(other.shape())
        , m_values(other.m_values.host())
    {
    }
    Numbers& operator=(const Numbers&) = delete;

    const Matrix& shape() const { return m_view; }
    // For a kernel, which may change the values.
    Matrix view() const
    {
        Matrix view = m_view;
        view.data = m_values.device();
        return view;
    }

    double get(std::int64_t row, std::int64_t column) const
    {
        const auto at = static_cast<std::size_t>(row * m_view.stride + column);
        const std::byte* const bytes = m_values.host().data();
        return m_view.type == Type::F32
            ? double(reinterpret_cast<const float*>(bytes)[at])
            : double(fromBits(reinterpret_cast<const std::uint16_t*>(bytes)[at]));
    }
    void set(std::int64_t row, std::int64_t column, double value)
    {
        const auto at = static_cast<std::size_t>(row * m_view.stride + column);
        std::byte* const bytes = m_values.changed().data();
        if (m_view.type == Type::F32)
            reinterpret_cast<float*>(bytes)[at] = static_cast<float>(value);
        else
            reinterpret_cast<std::uint16_t*>(bytes)[at] = toBits(value);
    }
    Numbers& fill(double value)
    {
        for (std::int64_t row = 0; row < m_view.rows; ++row)
            for (std::int64_t column = 0; column < m_view.columns; ++column)
                set(row, column, value);
        return *this;
    }
    Numbers& random(unsigned seed, double low = -1, double high = 1)
    {
        std::mt19937 generator(seed);
        std::uniform_real_distribution<double> values(low, high);
        for (std::int64_t row = 0; row < m_view.rows; ++row)
            for (std::int64_t column = 0; column < m_view.columns; ++column)
                set(row, column, values(generator));
        return *this;
    }
    bool gapsUntouched() const
    {
        const std::size_t from = static_cast<std::size_t>(m_view.columns) * bytesOf(m_view.type);
        const std::size_t stride = static_cast<std::size_t>(m_view.stride) * bytesOf(m_view.type);
        const std::vector<std::byte>& bytes = m_values.host();
        for (std::size_t row = 0; row < static_cast<std::size_t>(m_view.rows); ++row)
            for (std::size_t byte = from; byte < stride; ++byte)
                if (bytes[row * stride + byte] != kBetween)
                    return false;
        return true;
    }

private:
    static constexpr std::byte kBetween{0x5a};
    Matrix m_view; // without its memory
    DeviceValues<std::byte> m_values;
};

// One column of indices, or as many as are said.
class Indices {
public:
    explicit Indices(std::vector<std::int32_t> given, std::int64_t columns = 1)
        : m_columns(columns)
        , m_count(static_cast<std::int64_t>(given.size()))
        , m_values(std::move(given))
    {
    }
    Indices(std::int64_t rows, std::int64_t columns)
        : Indices(std::vector<std::int32_t>(static_cast<std::size_t>(rows * columns), -1), columns)
    {
    }

    IndexMatrix view() const { return {m_values.device(), m_count / m_columns, m_columns}; }
    const std::vector<std::int32_t>& get() const { return m_values.host(); }

private:
    std::int64_t m_columns;
    std::int64_t m_count;
    DeviceValues<std::int32_t> m_values;
};

// A number that a kernel writes.
class Number {
public:
    explicit Number(double start = 0)
        : m_value({start})
    {
    }

    Slot slot() const { return {m_value.device()}; }
    double get() const { return m_value.host().front(); }

private:
    DeviceValues<double> m_value;
};

// In which attention and the loss may leave what they compute.
inline std::vector<Type> writtenTypes()
{
    return kernels().writesHalf() ? std::vector{Type::F32, Type::BF16} : std::vector{Type::F32};
}

// A vector over the rows, without gaps.
inline Numbers column(std::int64_t rows) { return {rows, 1, Type::F32, 0}; }

using Value = std::function<double(std::int64_t row, std::int64_t column)>;

// Each element within `tolerance` of its reference, relative to what is above 1; a BF16
// element within the 2^-8 of its format besides.
inline void expectNear(const Numbers& got, const Value& wanted, double tolerance)
{
    if (got.shape().type == Type::BF16)
        tolerance += 1.0 / 256;
    for (std::int64_t row = 0; row < got.shape().rows; ++row)
        for (std::int64_t column = 0; column < got.shape().columns; ++column) {
            const double reference = wanted(row, column);
            ASSERT_NEAR(got.get(row, column), reference,
                        tolerance * std::max(1.0, std::abs(reference)))
                << "at " << row << ", " << column << " of " << got.shape().rows << " x "
                << got.shape().columns;
        }
    EXPECT_TRUE(got.gapsUntouched());
}

// The slope of f in one element of x, by central differences; f in double precision.
inline double slope(std::vector<double>& x, std::size_t at, const std::function<double()>& f)
{
    constexpr double kStep = 1e-5;
    const double before = x[at];
    x[at] = before + kStep;
    const double above = f();
    x[at] = before - kStep;
    const double below = f();
    x[at] = before;
    return (above - below) / (2 * kStep);
}

// The elements of a matrix, row after row.
inline std::vector<double> values(const Numbers& numbers)
{
    std::vector<double> all;
    for (std::int64_t row = 0; row < numbers.shape().rows; ++row)
        for (std::int64_t column = 0; column < numbers.shape().columns; ++column)
            all.push_back(numbers.get(row, column));
    return all;
}

inline const std::vector<std::int64_t> kSizes = {1, 3, 7, 17, 64, 65};
inline const std::vector<Type> kTypes = {Type::F32, Type::BF16};

} // namespace training::test
