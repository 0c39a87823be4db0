#include "engine/runtime/cpu/gemm.h"

#include "engine/runtime/cpu/host_span.h"
#include "engine/runtime/training/failure.h"

#include <dnnl.h>

#include <algorithm>
#include <cassert>
#include <string>

namespace training {

void multiplyFloats(Matrix c, Matrix a, Flip flipA, Matrix b, Flip flipB, float factor, Into into)
{
    const bool turnA = flipA == Flip::Yes;
    const bool turnB = flipB == Flip::Yes;
    const std::int64_t k = turnA ? a.rows : a.columns;
    assert(c.type == Type::F32 && a.type == Type::F32 && b.type == Type::F32);
    assert((turnA ? a.columns : a.rows) == c.rows && (turnB ? b.rows : b.columns) == c.columns
           && (turnB ? b.columns : b.rows) == k);
    if (c.empty())
        return;
    if (k == 0) { // the library knows no such product
        for (std::int64_t row = 0; into == Into::Replace && row < c.rows; ++row)
            std::fill_n(floatsOf(c, row), c.columns, 0.0F);
        return;
    }
    // Row-major, unlike the BLAS function of that name.
    const dnnl_status_t status = dnnl_sgemm(turnA ? 'T' : 'N', turnB ? 'T' : 'N', c.rows, c.columns,
                                            k, factor, floatsOf(a), a.stride, floatsOf(b), b.stride,
                                            into == Into::Add ? 1.0F : 0.0F, floatsOf(c), c.stride);
    if (status != dnnl_success)
        throw Failure({"oneDNN refuses a product of " + std::to_string(c.rows) + " x "
                       + std::to_string(k) + " by " + std::to_string(k) + " x "
                       + std::to_string(c.columns) + ": status " + std::to_string(status)});
}

std::string gemmLibrary()
{
    const dnnl_version_t& version = *dnnl_version();
    return "oneDNN " + std::to_string(version.major) + "." + std::to_string(version.minor) + "."
        + std::to_string(version.patch);
}

} // namespace training
