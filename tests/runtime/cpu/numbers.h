// Matrices of a test, and the arithmetic of the kernels once more in double precision.

#pragma once

#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/matrix.h"

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

// A matrix whose rows are further apart than they are long; what lies between must stay.
class Numbers {
public:
    Numbers(std::int64_t rows, std::int64_t columns, Type type = Type::F32, std::int64_t gap = 3)
        : m_bytes(static_cast<std::size_t>(rows * (columns + gap)) * bytesOf(type), kBetween)
    {
        view = {engine::deviceAddress(m_bytes.data()), rows, columns, columns + gap, type};
        fill(0);
    }
    Numbers(const Numbers& other)
        : view(other.view)
        , m_bytes(other.m_bytes)
    {
        view.data = engine::deviceAddress(m_bytes.data());
    }
    Numbers& operator=(const Numbers&) = delete;

    double get(std::int64_t row, std::int64_t column) const
    {
        const auto at = static_cast<std::size_t>(row * view.stride + column);
        return view.type == Type::F32
            ? double(reinterpret_cast<const float*>(m_bytes.data())[at])
            : double(fromBits(reinterpret_cast<const std::uint16_t*>(m_bytes.data())[at]));
    }
    void set(std::int64_t row, std::int64_t column, double value)
    {
        const auto at = static_cast<std::size_t>(row * view.stride + column);
        if (view.type == Type::F32)
            reinterpret_cast<float*>(m_bytes.data())[at] = static_cast<float>(value);
        else
            reinterpret_cast<std::uint16_t*>(m_bytes.data())[at] = toBits(value);
    }
    Numbers& fill(double value)
    {
        for (std::int64_t row = 0; row < view.rows; ++row)
            for (std::int64_t column = 0; column < view.columns; ++column)
                set(row, column, value);
        return *this;
    }
    Numbers& random(unsigned seed, double low = -1, double high = 1)
    {
        std::mt19937 generator(seed);
        std::uniform_real_distribution<double> values(low, high);
        for (std::int64_t row = 0; row < view.rows; ++row)
            for (std::int64_t column = 0; column < view.columns; ++column)
                set(row, column, values(generator));
        return *this;
    }
    bool gapsUntouched() const
    {
        const std::size_t from = static_cast<std::size_t>(view.columns) * bytesOf(view.type);
        const std::size_t stride = static_cast<std::size_t>(view.stride) * bytesOf(view.type);
        for (std::size_t row = 0; row < static_cast<std::size_t>(view.rows); ++row)
            for (std::size_t byte = from; byte < stride; ++byte)
                if (m_bytes[row * stride + byte] != kBetween)
                    return false;
        return true;
    }

    Matrix view;

private:
    static constexpr std::byte kBetween{0x5a};
    std::vector<std::byte> m_bytes;
};

// One column of indices, or as many as are said.
class Indices {
public:
    explicit Indices(std::vector<std::int32_t> given, std::int64_t columns = 1)
        : values(std::move(given))
        , view{engine::deviceAddress(values.data()),
               static_cast<std::int64_t>(values.size()) / columns, columns}
    {
    }
    Indices(std::int64_t rows, std::int64_t columns)
        : Indices(std::vector<std::int32_t>(static_cast<std::size_t>(rows * columns), -1), columns)
    {
    }
    Indices(const Indices&) = delete;
    Indices& operator=(const Indices&) = delete;

    std::vector<std::int32_t> values;
    const IndexMatrix view;
};

// A number that a kernel writes.
class Number {
public:
    explicit Number(double start = 0)
        : value(start)
    {
    }
    Number(const Number&) = delete;
    Number& operator=(const Number&) = delete;

    Slot slot() { return {engine::deviceAddress(&value)}; }

    double value;
};

// A vector over the rows, without gaps.
inline Numbers column(std::int64_t rows) { return {rows, 1, Type::F32, 0}; }

using Value = std::function<double(std::int64_t row, std::int64_t column)>;

// Each element within `tolerance` of its reference, relative to what is above 1; a BF16
// element within the 2^-8 of its format besides.
inline void expectNear(const Numbers& got, const Value& wanted, double tolerance)
{
    if (got.view.type == Type::BF16)
        tolerance += 1.0 / 256;
    for (std::int64_t row = 0; row < got.view.rows; ++row)
        for (std::int64_t column = 0; column < got.view.columns; ++column) {
            const double reference = wanted(row, column);
            ASSERT_NEAR(got.get(row, column), reference,
                        tolerance * std::max(1.0, std::abs(reference)))
                << "at " << row << ", " << column << " of " << got.view.rows << " x "
                << got.view.columns;
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
    for (std::int64_t row = 0; row < numbers.view.rows; ++row)
        for (std::int64_t column = 0; column < numbers.view.columns; ++column)
            all.push_back(numbers.get(row, column));
    return all;
}

inline const std::vector<std::int64_t> kSizes = {1, 3, 7, 17, 64, 65};
inline const std::vector<Type> kTypes = {Type::F32, Type::BF16};

} // namespace training::test
