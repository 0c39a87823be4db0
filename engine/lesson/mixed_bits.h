// Numbers that look random and are the same everywhere.

#pragma once

#include <cstdint>

namespace lesson {

// The next number of a sequence that begins with `state`, which moves on (SplitMix64: Steele, Lea
// and Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014, figure 16).
constexpr std::uint64_t nextBits(std::uint64_t& state)
{
    state += 0x9e3779b97f4a7c15;
    std::uint64_t bits = state;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
}

// In [low, high]; nearly even for ranges far below 2^64. Precondition: low <= high.
constexpr int nextInRange(std::uint64_t& state, int low, int high)
{
    const auto values = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<int>(nextBits(state) % values);
}

} // namespace lesson
