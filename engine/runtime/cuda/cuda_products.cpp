#include "engine/runtime/cuda/cuda_kernels.h"
#include "engine/runtime/cuda/kernel_views.h"
#include "engine/runtime/cuda/kernels/elementwise.h"

namespace training {

void CudaKernels::multiply(Matrix c, Matrix a, Flip flipA, Matrix b, Flip flipB, Into into)
{
    multiply({c, a, b}, flipA, flipB, into, false);
}

void CudaKernels::multiplyEach(std::span<const Factors> all, Flip flipA, Flip flipB, Into into)
{
    for (const Factors& factors : all)
        multiply(factors, flipA, flipB, into, true);
}

void CudaKernels::multiply(const Factors& factors, Flip flipA, Flip flipB, Into into, bool rowsVary)
{
    const auto& [c, a, b] = factors;
    if (c.empty())
        return;
    const std::int64_t inner = flipA == Flip::Yes ? a.rows : a.columns;
    if (inner == 0) { // a sum of nothing
        if (into == Into::Replace)
            fill(c, 0);
        return;
    }
    gpu::Product product{open(c), open(a), flipA == Flip::Yes, open(b), flipB == Flip::Yes};
    product.rowsVary = rowsVary;
    if (into == Into::Add)
        product.added = product.c;
    m_gemm.multiply(product);
    queued("multiply");
}

void CudaKernels::linear(Matrix y, Matrix x, Matrix weight, Matrix bias, Matrix residual)
{
    gpu::Product product{open(y), open(x), false, open(weight), true};
    product.added = open(residual);
    product.bias = open(bias);
    if (!bias.empty())
        product.along = gpu::Along::Bias;
    if (y.empty() || x.empty() || !m_gemm.fuse(product))
        Kernels::linear(y, x, weight, bias, residual);
}

void CudaKernels::linearGelu(Matrix active, Matrix hidden, Matrix x, Matrix weight, Matrix bias)
{
    gpu::Product product{open(active), open(x), false, open(weight), true};
    product.along = gpu::Along::Gelu;
    product.bias = open(bias);
    product.beside = open(hidden);
    if (active.empty() || x.empty() || !m_gemm.fuse(product))
        Kernels::linearGelu(active, hidden, x, weight, bias);
}

void CudaKernels::linearGeluGrad(Matrix dHidden, Matrix dy, Matrix weight, Matrix hidden)
{
    gpu::Product product{open(dHidden), open(dy), false, open(weight), false};
    product.along = gpu::Along::GeluGrad;
    product.beside = open(hidden);
    if (dHidden.empty() || dy.empty() || !m_gemm.fuse(product))
        Kernels::linearGeluGrad(dHidden, dy, weight, hidden);
}

// The library replaces the sums, which therefore go through memory of their own.
void CudaKernels::linearWeightGrad(Matrix dWeight, Matrix dBias, Matrix dy, Matrix x)
{
    if (!dBias.empty() && !dy.empty() && !x.empty()) {
        gpu::Product product{open(dWeight), open(dy), true, open(x), false};
        product.added = product.c;
        product.along = gpu::Along::BiasGrad;
        product.bias = {m_scratch.take(static_cast<std::size_t>(dBias.columns) * sizeof(float)), 1,
                        dBias.columns, dBias.columns, false};
        if (m_gemm.fuse(product)) {
            gpu::add(m_stream, open(dBias), product.bias);
            return queued("add a gradient of a bias");
        }
    }
    Kernels::linearWeightGrad(dWeight, dBias, dy, x);
}

} // namespace training
