// The instructions of engine/runtime/cuda/kernels/tensor_cores.h for the emulator: each lane gives
// its registers and computes what it gets from those of all, as PTX says they lie. A kernel that
// has another layout in mind gets other numbers.

#pragma once

#include "tests/cuda/emulator/block.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace emulator {

// One of the two BF16 of a register.
inline float halfOf(std::uint32_t pair, int which)
{
    const std::uint32_t bits = which == 0 ? pair << 16 : pair & 0xffff0000U;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

inline const std::uint16_t* rowOf(const void* all, int lane)
{
    return static_cast<const std::uint16_t* const*>(all)[lane];
}

inline void perform(const Copy& copy)
{
    if (copy.there)
        std::memcpy(copy.to, copy.from, copy.bytes);
    else
        std::memset(copy.to, 0, copy.bytes);
}

} // namespace emulator

namespace gpu {

inline void multiplyAdd(float (&c)[4], const unsigned (&left)[4], unsigned right0, unsigned right1,
                        emulator::Line at = emulator::Line::ofCall())
{
    struct Fragments {
        std::uint32_t left[4];
        std::uint32_t right[2];
    };
    const Fragments own{{left[0], left[1], left[2], left[3]}, {right0, right1}};
    const auto* const all
        = static_cast<const Fragments*>(emulator::exchange(~0U, at, &own, sizeof own));
    const int g = emulator::laneOfThread() / 4;
    const int t = emulator::laneOfThread() % 4;
    for (int i = 0; i < 4; ++i) {
        const int column = 2 * t + i % 2;
        for (int k = 0; k < 16; ++k) {
            const int lane = k % 8 / 2; // of the row, or the column
            const std::uint32_t a = all[4 * g + lane].left[i / 2 + 2 * (k / 8)];
            const std::uint32_t b = all[4 * column + lane].right[k / 8];
            c[i] += emulator::halfOf(a, k % 2) * emulator::halfOf(b, k % 2);
        }
    }
}

// Reads when the lane's turn comes, not with all others at once: whoever writes there must wait at
// a barrier, which the instruction itself would not ask for within the warp.
inline void loadMatrices(unsigned (&to)[4], const void* row,
                         emulator::Line at = emulator::Line::ofCall())
{
    emulator::expectAligned(row, 16, at);
    const void* const all = emulator::exchange(~0U, at, &row, sizeof row);
    const int lane = emulator::laneOfThread();
    for (int i = 0; i < 4; ++i)
        std::memcpy(&to[i], emulator::rowOf(all, 8 * i + lane / 4) + 2 * (lane % 4), sizeof to[i]);
}
inline void loadMatricesTurned(unsigned (&to)[4], const void* row,
                               emulator::Line at = emulator::Line::ofCall())
{
    emulator::expectAligned(row, 16, at);
    const void* const all = emulator::exchange(~0U, at, &row, sizeof row);
    const int lane = emulator::laneOfThread();
    for (int i = 0; i < 4; ++i) {
        const std::uint32_t first = emulator::rowOf(all, 8 * i + 2 * (lane % 4))[lane / 4];
        const std::uint32_t second = emulator::rowOf(all, 8 * i + 2 * (lane % 4) + 1)[lane / 4];
        to[i] = first | second << 16;
    }
}

// At once or when it is waited for, whichever the order of turns finds more unkind.
template <int Bytes>
void startCopy(void* shared, const void* from, bool there,
               emulator::Line at = emulator::Line::ofCall())
{
    static_assert(Bytes == 4 || Bytes == 16);
    emulator::expectAligned(shared, Bytes, at);
    emulator::expectAligned(from, there ? Bytes : 1, at);
    const emulator::Copy copy{shared, from, Bytes, there};
    if (std::vector<emulator::Copy>* const late = emulator::lateCopies())
        late->push_back(copy);
    else
        emulator::perform(copy);
}
inline void awaitCopies()
{
    std::vector<emulator::Copy>* const late = emulator::lateCopies();
    if (late == nullptr)
        return;
    for (const emulator::Copy& copy : *late)
        emulator::perform(copy);
    late->clear();
}

inline float roughExp2(float x) { return std::exp2(x); }

} // namespace gpu
