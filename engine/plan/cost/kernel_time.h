// How long one kernel takes: the longer of its arithmetic and its memory traffic (roofline:
// S. Williams, A. Waterman, D. Patterson, 2009), each at the share of the peak that is
// reached, and a constant beside it. Times are seconds.

#pragma once

#include "engine/plan/cost/job.h"

namespace plan {

// `count` products in one kernel: m x k by k x n. Sizes are double, as cuts may not come out whole.
struct Product {
    double m = 0;
    double n = 0;
    double k = 0;
    double count = 1;
    bool inFp8 = true;      // where the recipe computes so
    double outputBytes = 0; // moved for each number of the result; 0: it is written once
};

// Copies what it needs of the machine. All calls take constant time.
class KernelTime {
public:
    KernelTime(const Machine& machine, const Recipe& recipe);

    // The result is made tile by tile, each by one of the device's units, in rounds: the last
    // round and the tiles at the edge are seldom full (wave and tile quantisation). A sum of
    // k terms reaches k / (k + half) of the speed.
    double product(const Product& product) const;

    // A kernel bound by memory bandwidth that reads and writes so many bytes.
    double traffic(double bytes) const { return m_kernel + bytes / m_memorySpeed; }

    // The fused attention kernel, of so many FLOP. It is taken to be bound by arithmetic, and its
    // share of the peak is a fit of its own for each direction. `longest`: of those the FLOP of the
    // tile that takes longest; one unit computes it, and the kernel ends no sooner. `generation`:
    // of devices, that the kernel was written for; 0: this one's.
    double flash(double flops, bool backward, int generation, double longest = 0) const;

private:
    double paddedResults(const Product& product) const;

    // FLOP, bytes or seconds as reached, no longer peaks.
    double m_units; // 0: not known, so that tiles are not rounded up to them
    double m_half;  // Efficiency::gemmHalf
    double m_flops;
    double m_flopsFp8; // 0: the recipe does not compute in fp8
    double m_memorySpeed;
    double m_kernel; // overhead, in seconds
    int m_generation;
    double m_flashForward;
    double m_flashBackward;
    double m_bytes; // of one number of an operand or a result, fp8 aside
};

} // namespace plan
