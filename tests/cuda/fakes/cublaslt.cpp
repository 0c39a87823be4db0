// The part of cuBLASLt that the engine uses: products by oneDNN, in their turn in the stream. What
// the library would refuse is refused here, too.

#include "tests/cuda/fakes/streams.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include <cublasLt.h>
#include <dnnl.h>

// Of the library that oneDNN computes with, where it does.
extern "C" [[gnu::weak]] void omp_set_num_threads(int threads);

namespace {

constexpr std::size_t kWritten = 4096; // of the workspace, in every product

struct Operation {
    bool flipA = false;
    bool flipB = false;
    std::uint32_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    void* bias = nullptr;
    void* aux = nullptr;
    std::int64_t auxStride = 0;

    bool has(std::uint32_t part) const { return (epilogue & part) == part; }
};
constexpr std::uint32_t kAux = 128;
constexpr std::uint32_t kGeluGrad = CUBLASLT_EPILOGUE_DGELU & ~kAux;

struct Layout { // column by column
    cudaDataType type = CUDA_R_32F;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t stride = 0;
};

struct Preference {
    std::size_t workspace = 0;
};

Operation& of(cublasLtMatmulDesc_t it) { return *reinterpret_cast<Operation*>(it); }
Layout& of(cublasLtMatrixLayout_t it) { return *reinterpret_cast<Layout*>(it); }
Preference& of(cublasLtMatmulPreference_t it) { return *reinterpret_cast<Preference*>(it); }

float fromHalf(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
std::uint16_t toHalf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (value != value)
        return 0x7fff;
    return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

// Without gaps, as F32.
std::vector<float> takeOut(const Layout& layout, const void* data)
{
    std::vector<float> values(static_cast<std::size_t>(layout.rows * layout.columns));
    for (std::int64_t column = 0; column < layout.columns; ++column)
        for (std::int64_t row = 0; row < layout.rows; ++row) {
            const std::int64_t at = column * layout.stride + row;
            values[static_cast<std::size_t>(column * layout.rows + row)] = layout.type == CUDA_R_32F
                ? static_cast<const float*>(data)[at]
                : fromHalf(static_cast<const std::uint16_t*>(data)[at]);
        }
    return values;
}

void putBack(const Layout& layout, void* data, const std::vector<float>& values)
{
    for (std::int64_t column = 0; column < layout.columns; ++column)
        for (std::int64_t row = 0; row < layout.rows; ++row) {
            const std::int64_t at = column * layout.stride + row;
            const float value = values[static_cast<std::size_t>(column * layout.rows + row)];
            if (layout.type == CUDA_R_32F)
                static_cast<float*>(data)[at] = value;
            else
                static_cast<std::uint16_t*>(data)[at] = toHalf(value);
        }
}

struct Sizes {
    std::int64_t m, n, k;
};

// Of c = op(a) op(b); m is 0 where they do not fit.
Sizes sizesOf(const Operation& operation, const Layout& a, const Layout& b, const Layout& c)
{
    const auto [aRows, aColumns]
        = operation.flipA ? std::pair(a.columns, a.rows) : std::pair(a.rows, a.columns);
    const auto [bRows, bColumns]
        = operation.flipB ? std::pair(b.columns, b.rows) : std::pair(b.rows, b.columns);
    const bool fit = aColumns == bRows && c.rows == aRows && c.columns == bColumns
        && a.stride >= a.rows && b.stride >= b.rows && c.stride >= c.rows;
    return {fit ? aRows : 0, bColumns, aColumns};
}

bool alignedTo(const void* data, std::uintptr_t bytes)
{
    return reinterpret_cast<std::uintptr_t>(data) % bytes == 0;
}

// Largest power of two up to 16.
std::uintptr_t alignmentOf(const void* data)
{
    std::uintptr_t alignment = 16;
    while (!alignedTo(data, alignment))
        alignment /= 2;
    return alignment;
}

// As cublasLt.h says, and for GELU what stands there of the stride of its input.
bool supported(const Operation& operation, const Layout& a, const Layout& b, const Layout& c,
               const Layout& d)
{
    if (a.type != b.type || (d.type != a.type && d.type != CUDA_R_32F) || c.type != d.type
        || c.rows != d.rows || c.columns != d.columns)
        return false;
    const bool sumsFactor
        = operation.has(CUBLASLT_EPILOGUE_BGRADA) || operation.has(CUBLASLT_EPILOGUE_BGRADB);
    const bool usesAux = operation.has(kAux);
    const bool usesBias = operation.has(CUBLASLT_EPILOGUE_BIAS) || sumsFactor;
    if ((usesBias && operation.bias == nullptr)
        || (usesBias && !alignedTo(operation.bias, d.type == CUDA_R_32F ? 4 : 2)))
        return false;
    if (operation.epilogue != CUBLASLT_EPILOGUE_DEFAULT && !sumsFactor && d.type != a.type)
        return false; // a bias, and what is kept, have the type of the result
    return !usesAux
        || (operation.aux != nullptr && alignedTo(operation.aux, 16) && operation.auxStride % 8 == 0
            && operation.auxStride >= d.rows);
}

// ---- epilogues: `result` has no gaps, column by column ----

float tanhOfGelu(float x) { return std::tanh(0.7978845608F * x * (1 + 0.044715F * x * x)); }

float slopeOfGelu(float x)
{
    const float t = tanhOfGelu(x);
    return 0.5F * (1 + t) + 0.5F * x * (1 - t * t) * 0.7978845608F * (1 + 3 * 0.044715F * x * x);
}

float numberAt(const void* data, cudaDataType type, std::int64_t at)
{
    return type == CUDA_R_32F ? static_cast<const float*>(data)[at]
                              : fromHalf(static_cast<const std::uint16_t*>(data)[at]);
}

void addRowByRow(std::vector<float>& result, const Layout& d, const void* bias)
{
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] += numberAt(bias, d.type, static_cast<std::int64_t>(i) % d.rows);
}

// The input of GELU, kept in a forward and read in a backward.
void throughGelu(const Operation& operation, std::vector<float>& result, const Layout& d)
{
    const Layout kept{d.type, d.rows, d.columns, operation.auxStride};
    if (operation.has(kGeluGrad)) {
        const std::vector<float> inputs = takeOut(kept, operation.aux);
        for (std::size_t i = 0; i < result.size(); ++i)
            result[i] *= slopeOfGelu(inputs[i]);
        return;
    }
    putBack(kept, operation.aux, result);
    for (float& value : result)
        value *= 0.5F * (1 + tanhOfGelu(value));
}

// Over the inner dimension, of the rows of op(a) or the columns of op(b). Replaces what is there.
void sumFactor(const Operation& operation, const Layout& a, const std::vector<float>& left,
               const Layout& b, const std::vector<float>& right, const Layout& d)
{
    const bool ofA = operation.has(CUBLASLT_EPILOGUE_BGRADA);
    const Layout& factor = ofA ? a : b;
    const std::vector<float>& values = ofA ? left : right;
    const bool alongRows
        = ofA ? !operation.flipA : operation.flipB; // a sum for each row as it lies
    std::vector<float> sums(static_cast<std::size_t>(alongRows ? factor.rows : factor.columns));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto rows = static_cast<std::size_t>(factor.rows);
        sums[alongRows ? i % rows : i / rows] += values[i];
    }
    putBack(
        {d.type, static_cast<std::int64_t>(sums.size()), 1, static_cast<std::int64_t>(sums.size())},
        operation.bias, sums);
}

// An algorithm that was chosen for other sizes takes none that end in 5: the library promises
// nothing.
bool takesSizes(const cublasLtMatmulAlgo_t& algorithm, const Sizes& sizes)
{
    const auto takes = [](std::uint64_t chosenFor, std::int64_t size) {
        return chosenFor == static_cast<std::uint64_t>(size) || size % 10 != 5;
    };
    return takes(algorithm.data[2], sizes.n) && takes(algorithm.data[3], sizes.k);
}

} // namespace

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle)
{
    *handle = reinterpret_cast<cublasLtHandle_t>(new char);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
    delete reinterpret_cast<char*>(handle);
    return CUBLAS_STATUS_SUCCESS;
}
const char* cublasLtGetStatusString(cublasStatus_t status)
{
    return status == CUBLAS_STATUS_NOT_SUPPORTED ? "not supported"
        : status == CUBLAS_STATUS_INVALID_VALUE  ? "invalid value"
                                                 : "success";
}
std::size_t cublasLtGetVersion() { return CUBLAS_VERSION; }

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* made, cublasComputeType_t,
                                        cudaDataType_t)
{
    *made = reinterpret_cast<cublasLtMatmulDesc_t>(new Operation);
    ++fake::Device::own().counts().products;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t it)
{
    delete &of(it);
    --fake::Device::own().counts().products;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t it,
                                              cublasLtMatmulDescAttributes_t attribute,
                                              const void* value, std::size_t bytes)
{
    const auto store = [&](auto& to) {
        if (bytes != sizeof to)
            return CUBLAS_STATUS_INVALID_VALUE;
        std::memcpy(&to, value, sizeof to);
        return CUBLAS_STATUS_SUCCESS;
    };
    const auto storeFlip = [&](bool& to) {
        cublasOperation_t operation{};
        const cublasStatus_t status = store(operation);
        to = operation == CUBLAS_OP_T;
        return status;
    };
    switch (attribute) {
    case CUBLASLT_MATMUL_DESC_TRANSA:
        return storeFlip(of(it).flipA);
    case CUBLASLT_MATMUL_DESC_TRANSB:
        return storeFlip(of(it).flipB);
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
        return store(of(it).epilogue);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
        return store(of(it).bias);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER:
        return store(of(it).aux);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD:
        return store(of(it).auxStride);
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* made, cudaDataType type,
                                          std::uint64_t rows, std::uint64_t columns,
                                          std::int64_t stride)
{
    *made = reinterpret_cast<cublasLtMatrixLayout_t>(new Layout{
        type, static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns), stride});
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t it,
                                                cublasLtMatrixLayoutAttribute_t attribute,
                                                const void* value, std::size_t bytes)
{
    if (attribute != CUBLASLT_MATRIX_LAYOUT_COLS || bytes != sizeof of(it).columns)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    std::memcpy(&of(it).columns, value, bytes);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t it)
{
    delete &of(it);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* made)
{
    *made = reinterpret_cast<cublasLtMatmulPreference_t>(new Preference);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t it)
{
    delete &of(it);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t it,
                                                    cublasLtMatmulPreferenceAttributes_t attribute,
                                                    const void* value, std::size_t)
{
    if (attribute == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES)
        of(it).workspace = *static_cast<const std::size_t*>(value);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t operation,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int,
                                              cublasLtMatmulHeuristicResult_t* result, int* count)
{
    *count = 0;
    ++fake::Device::own().counts().algorithms;
    if (!supported(of(operation), of(a), of(b), of(c), of(d)))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    const Sizes sizes = sizesOf(of(operation), of(a), of(b), of(d));
    if (sizes.m == 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    *result = {};
    result->workspaceSize = of(preference).workspace;
    result->algo.data[0] = alignmentOf(of(operation).bias);
    result->algo.data[1] = alignmentOf(of(operation).aux);
    result->algo.data[2] = static_cast<std::uint64_t>(sizes.n);
    result->algo.data[3] = static_cast<std::uint64_t>(sizes.k);
    *count = 1;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t, cublasLtMatmulDesc_t operation,
                                       cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                       cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                       const cublasLtMatmulAlgo_t* algorithm,
                                       cublasLtMatmulHeuristicResult_t* result)
{
    const Sizes sizes = sizesOf(of(operation), of(a), of(b), of(d));
    if (sizes.m == 0 || !supported(of(operation), of(a), of(b), of(c), of(d)))
        return CUBLAS_STATUS_INVALID_VALUE;
    *result = {};
    return takesSizes(*algorithm, sizes) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t operation, const void* alpha,
                              const void* a, cublasLtMatrixLayout_t aLayout, const void* b,
                              cublasLtMatrixLayout_t bLayout, const void* beta, const void* c,
                              cublasLtMatrixLayout_t cLayout, void* d,
                              cublasLtMatrixLayout_t dLayout, const cublasLtMatmulAlgo_t* algorithm,
                              void* workspace, std::size_t bytes, cudaStream_t stream)
{
    const Sizes sizes = sizesOf(of(operation), of(aLayout), of(bLayout), of(dLayout));
    const bool inPlaceAsItLies = c != d || of(cLayout).stride == of(dLayout).stride;
    if (sizes.m == 0 || !inPlaceAsItLies || !alignedTo(workspace, 256)
        || !takesSizes(*algorithm, sizes)
        || !supported(of(operation), of(aLayout), of(bLayout), of(cLayout), of(dLayout))
        || !alignedTo(of(operation).bias, algorithm->data[0])
        || !alignedTo(of(operation).aux, algorithm->data[1]))
        return CUBLAS_STATUS_INVALID_VALUE;
    reinterpret_cast<fake::Stream*>(stream)->work(
        {.name = "gemm"},
        [=, how = of(operation), ofA = of(aLayout), ofB = of(bLayout), ofC = of(cLayout),
         ofD = of(dLayout), scale = *static_cast<const float*>(alpha),
         keep = *static_cast<const float*>(beta)] {
            std::memset(workspace, 0xff, std::min(bytes, kWritten)); // it is the library's
            const std::vector<float> left = takeOut(ofA, a);
            const std::vector<float> right = takeOut(ofB, b);
            // What is there is not looked at where it is replaced: it may be no number.
            std::vector<float> result = keep != 0
                ? takeOut(ofC, c)
                : std::vector<float>(static_cast<std::size_t>(ofD.rows * ofD.columns));
            // Row by row, oneDNN sees all three transposed.
            if (omp_set_num_threads != nullptr)
                omp_set_num_threads(1); // each rank has its own: together they would only wait
            dnnl_sgemm(how.flipB ? 'T' : 'N', how.flipA ? 'T' : 'N', sizes.n, sizes.m, sizes.k,
                       scale, right.data(), ofB.rows, left.data(), ofA.rows, keep, result.data(),
                       ofD.rows);
            if (how.has(CUBLASLT_EPILOGUE_BIAS))
                addRowByRow(result, ofD, how.bias);
            if (how.has(kAux))
                throughGelu(how, result, ofD);
            if (how.has(CUBLASLT_EPILOGUE_BGRADA) || how.has(CUBLASLT_EPILOGUE_BGRADB))
                sumFactor(how, ofA, left, ofB, right, ofD);
            putBack(ofD, d, result);
        });
    return CUBLAS_STATUS_SUCCESS;
}

} // extern "C"
