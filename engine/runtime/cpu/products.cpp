#include "engine/runtime/cpu/cpu_kernels.h"
#include "engine/runtime/cpu/gemm.h"
#include "engine/runtime/cpu/host_span.h"
#include "engine/runtime/cpu/parallel.h"

#include <memory>

namespace training {

namespace {

constexpr std::int64_t kScratchFloats = 4 << 20; // 16 MiB of converted matrices at most

// A BF16 matrix as F32 for the time of a product; an F32 one is itself.
class AsFloats {
public:
    AsFloats(Kernels& kernels, Matrix from, bool filled)
        : m_view(from)
    {
        if (from.type == Type::F32)
            return;
        m_values = std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(from.size()));
        m_view = hostMatrix(m_values.get(), from.rows, from.columns, from.columns);
        if (filled)
            kernels.copy(m_view, from);
    }
    const Matrix& view() const { return m_view; }

private:
    Matrix m_view;
    std::unique_ptr<float[]> m_values;
};

std::int64_t converted(const Matrix& matrix)
{
    return matrix.type == Type::F32 ? 0 : matrix.size();
}

Matrix part(Matrix matrix, bool rows, std::int64_t first, std::int64_t count)
{
    return rows ? matrix.rowRange(first, count) : matrix.columnRange(first, count);
}

} // namespace

// Large BF16 products go in halves of their result, so that the copies stay small.
void CpuKernels::multiply(Matrix c, Matrix a, Flip flipA, Matrix b, Flip flipB, Into into)
{
    // Copies of a whole vocabulary's head could be the largest thing in memory, and belong to none
    // of the categories that are reported.
    const bool large = converted(a) + converted(b) + converted(c) > kScratchFloats;
    if (large && std::max(c.rows, c.columns) > 64) {
        const bool byRows = c.rows >= c.columns;
        const std::int64_t whole = byRows ? c.rows : c.columns;
        const std::int64_t half = whole / 2;
        for (const auto& [first, count] : {std::pair{std::int64_t{0}, half}, {half, whole - half}})
            multiply(part(c, byRows, first, count),
                     byRows ? part(a, flipA == Flip::No, first, count) : a, flipA,
                     byRows ? b : part(b, flipB == Flip::Yes, first, count), flipB, into);
        return;
    }
    setProductThreads(m_threads);
    const AsFloats left(*this, a, true);
    const AsFloats right(*this, b, true);
    const AsFloats result(*this, c, into == Into::Add);
    multiplyFloats(result.view(), left.view(), flipA, right.view(), flipB, 1, into);
    if (c.type == Type::BF16)
        copy(c, result.view());
}

} // namespace training
