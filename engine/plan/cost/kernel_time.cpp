#include "engine/plan/cost/kernel_time.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plan {
namespace {

// Matrix units take rows of 16 bytes; what does not come in such is loaded piecewise.
constexpr int kAligned = 8;
constexpr double kMisaligned = 0.2;

// What an attention kernel written for one generation of devices reaches on the next, of what one
// written for that does: FlashAttention's first version beside its second on an A100 (arXiv
// 2307.08691, figures 4 to 6), the second beside the third on an H100 (arXiv 2407.08608, figures 5
// and 6).
constexpr double kOldAttention = 0.6;

// Smaller tiles read their operands more often.
struct Tile {
    double m;
    double n;
    double share; // of the speed of the largest
};
constexpr Tile kTiles[] = {{256, 128, 1},  {128, 256, 1},  {128, 128, 0.93},
                           {128, 64, 0.8}, {64, 128, 0.8}, {64, 64, 0.65}};

double aligned(const Product& p)
{
    const auto fits = [](double size) { return std::fmod(size, kAligned) == 0; };
    return fits(p.n) && fits(p.k) ? 1 : kMisaligned;
}

} // namespace

KernelTime::KernelTime(const Machine& machine, const Recipe& recipe)
{
    const Device& device = machine.device;
    const Efficiency& reached = machine.efficiency;
    const bool whole = recipe.compute == Compute::Fp32;
    const double peak = whole ? device.fp32Flops : device.bf16Flops;
    m_units = device.units;
    m_half = reached.gemmHalf;
    m_flops = peak * reached.gemm;
    m_flopsFp8 = recipe.compute == Compute::Fp8 ? device.fp8Flops * reached.gemmFp8 : 0;
    m_memorySpeed = device.memorySpeed * reached.memory;
    m_kernel = reached.kernel;
    m_flashForward = peak * reached.flashForward;
    m_flashBackward = peak * reached.flashBackward;
    m_generation = device.generation;
    m_bytes = whole ? 4 : 2;
}

double KernelTime::product(const Product& p) const
{
    if (p.m <= 0 || p.n <= 0 || p.k <= 0)
        return 0;
    const bool fp8 = p.inFp8 && m_flopsFp8 > 0;
    const double fit = m_units > 0 ? aligned(p) : 1; // of a device with matrix units
    const double speed = (fp8 ? m_flopsFp8 : m_flops) * fit * p.k / (p.k + m_half);
    const double arithmetic = 2 * p.k * paddedResults(p) / speed;
    const double operand = fp8 ? 1 : m_bytes;
    const double output = p.outputBytes > 0 ? p.outputBytes : m_bytes;
    const double bytes = p.count * (operand * (p.m * p.k + p.k * p.n) + output * p.m * p.n);
    return m_kernel + std::max(arithmetic, bytes / m_memorySpeed);
}

// The results the device is busy for: whole tiles, and whole rounds of tiles over its units,
// at the speed of that tile; with the tile that does best.
double KernelTime::paddedResults(const Product& p) const
{
    double best = std::numeric_limits<double>::infinity();
    for (const Tile& tile : kTiles) {
        const double tiles = p.count * std::ceil(p.m / tile.m) * std::ceil(p.n / tile.n);
        const double rounds = m_units > 0 ? std::ceil(tiles / m_units) * m_units : tiles;
        best = std::min(best, rounds * tile.m * tile.n / tile.share);
    }
    return best;
}

double KernelTime::flash(double flops, bool backward, int generation, double longest) const
{
    const int behind = generation > 0 ? std::max(0, m_generation - generation) : 0;
    const double share = std::pow(kOldAttention, behind);
    const double speed = share * (backward ? m_flashBackward : m_flashForward);
    return m_kernel + std::max(flops, m_units * longest) / speed;
}

} // namespace plan
