// How values of several members become one: member after member, in the order of the
// group, whoever does it and over whatever transport. A sum of floats depends on the
// order; so every member, every run and every transport gets the same bits.

#pragma once

#include "engine/runtime/host_communicator.h"

#include <cassert>

namespace engine {

// result[i] = result[i] + values[i], or the larger of the two; the larger of anything and
// not-a-number is not-a-number, as it is for the sum.
//
// Precondition: equal sizes. Plain loops over pointers, which compilers turn into vector code; the
// order of the members stays the caller's.
template <class T>
void reduceInto(std::span<T> result, std::span<const T> values, ReduceOp reduction)
{
    assert(result.size() == values.size());
    T* const out = result.data();
    const T* const in = values.data();
    if (reduction == ReduceOp::Sum) {
        for (std::size_t i = 0; i < result.size(); ++i)
            out[i] += in[i];
    } else {
        for (std::size_t i = 0; i < result.size(); ++i)
            // NOLINTNEXTLINE(misc-redundant-expression): true of a not-a-number, which is kept
            out[i] = in[i] > out[i] || in[i] != in[i] ? in[i] : out[i];
    }
}

} // namespace engine
