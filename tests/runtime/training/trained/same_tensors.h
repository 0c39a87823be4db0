// Whether two runs came to the same.

#pragma once

#include "tests/runtime/training/trained/trained.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace training {

inline double normOf(const std::vector<float>& values)
{
    double sum = 0;
    for (const float value : values)
        sum += double(value) * value;
    return std::sqrt(sum);
}

// The largest difference of a tensor in `a` from that in `b`, relative to the tensor's norm; to
// a thousandth of the largest norm where it is smaller than that (the gradient of a key's bias
// is exactly 0: a softmax does not see it).
inline void expectSame(const Tensors& a, const Tensors& b, double tolerance)
{
    ASSERT_EQ(a.size(), b.size());
    double largest = 0;
    for (const auto& [name, values] : b)
        largest = std::max(largest, normOf(values));
    for (const auto& [name, values] : b) {
        const auto found = a.find(name);
        ASSERT_TRUE(found != a.end()) << name;
        ASSERT_EQ(found->second.size(), values.size()) << name;
        std::vector<float> difference = found->second;
        for (std::size_t i = 0; i < values.size(); ++i)
            difference[i] -= values[i];
        EXPECT_LE(normOf(difference), tolerance * std::max(normOf(values), 1e-3 * largest)) << name;
    }
}

} // namespace training
