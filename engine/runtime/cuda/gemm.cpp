#include "engine/runtime/cuda/gemm.h"

#include "engine/runtime/cuda/kernels/elementwise.h"
#include "engine/runtime/cuda/scratch.h"
#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/failure.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <map>

#include <cublasLt.h>
#include <fmt/format.h>

namespace gpu {

namespace {

// More than a model has shapes of its own; those of experts, to whom a different number of tokens
// comes each time, are without end.
constexpr std::size_t kMostPlans = 1024;

constexpr std::size_t kWorkspace = std::size_t{32} << 20; // as the library recommends for Hopper

void check(cublasStatus_t status, const char* what)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        throw training::Failure(
            {fmt::format("cuBLASLt cannot {}: {} ({})", what, cublasLtGetStatusString(status),
                         static_cast<int>(status))});
}

// How a matrix lies in memory, as the library sees it: its columns are our rows.
struct Layout {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t stride = 0;
    bool half = false;
    bool flipped = false;
    int alignment = 0; // bytes, a power of two up to 16

    auto operator<=>(const Layout&) const = default;
};

Layout layoutOf(const View& view, bool flipped)
{
    const auto address = reinterpret_cast<std::uintptr_t>(view.data)
        | static_cast<std::uintptr_t>((view.rows > 1 ? view.stride : 0) * (view.half ? 2 : 4));
    int alignment = 16;
    while (address % static_cast<std::uintptr_t>(alignment) != 0)
        alignment /= 2;
    return {view.rows, view.columns, view.stride, view.half, flipped, alignment};
}

struct Shape {
    Layout c, a, b;
    Layout added;
    Along along = Along::Nothing;
    Layout bias, beside;
    bool rowsVary = false; // and are rounded up

    auto operator<=>(const Shape&) const = default;
};

Shape shapeOf(const Product& product)
{
    return {layoutOf(product.c, false),
            layoutOf(product.a, product.flipA),
            layoutOf(product.b, product.flipB),
            layoutOf(product.added, false),
            product.along,
            layoutOf(product.bias, false),
            layoutOf(product.beside, false),
            false};
}

// Four numbers from one power of two to the next.
std::int64_t roundedUp(std::int64_t rows)
{
    constexpr std::int64_t kLeast = 64;
    const std::int64_t step
        = std::max(kLeast,
                   static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(rows))))
        / 4;
    return (std::max(rows, kLeast) + step - 1) / step * step;
}

// Those layouts whose rows are those of a.
template <class S, class F>
void forVaryingRows(S& shape, bool flipA, const F& f)
{
    f(shape.a);
    if (flipA) {
        f(shape.b);
    } else {
        f(shape.c);
        f(shape.added);
    }
}

struct DescriptorDeleter {
    void operator()(cublasLtMatmulDesc_t it) const { cublasLtMatmulDescDestroy(it); }
    void operator()(cublasLtMatrixLayout_t it) const { cublasLtMatrixLayoutDestroy(it); }
    void operator()(cublasLtMatmulPreference_t it) const { cublasLtMatmulPreferenceDestroy(it); }
};
template <class T>
using Descriptor = std::unique_ptr<std::remove_pointer_t<T>, DescriptorDeleter>;

Descriptor<cublasLtMatrixLayout_t> describe(const Layout& layout)
{
    cublasLtMatrixLayout_t made = nullptr;
    check(cublasLtMatrixLayoutCreate(&made, layout.half ? CUDA_R_16BF : CUDA_R_32F,
                                     static_cast<std::uint64_t>(layout.columns),
                                     static_cast<std::uint64_t>(layout.rows), layout.stride),
          "describe a matrix");
    return Descriptor<cublasLtMatrixLayout_t>(made);
}

// What is asked of the library once for a shape.
struct Plan {
    bool offered = false;
    Descriptor<cublasLtMatmulDesc_t> operation;
    Descriptor<cublasLtMatrixLayout_t> c, a, b, added;
    cublasLtMatmulAlgo_t algorithm{};
    std::uint64_t used = 0; // last: counts all uses of plans
};

cublasLtEpilogue_t epilogueOf(const Product& product)
{
    switch (product.along) {
    case Along::Bias:
        return CUBLASLT_EPILOGUE_BIAS;
    case Along::Gelu:
        return product.bias.data != nullptr ? CUBLASLT_EPILOGUE_GELU_AUX_BIAS
                                            : CUBLASLT_EPILOGUE_GELU_AUX;
    case Along::GeluGrad:
        return CUBLASLT_EPILOGUE_DGELU;
    // Factors change places (see planOf()): our first is the library's second.
    case Along::BiasGrad:
        return CUBLASLT_EPILOGUE_BGRADB;
    case Along::Nothing:
        break;
    }
    return CUBLASLT_EPILOGUE_DEFAULT;
}

template <class T>
void set(const Plan& plan, cublasLtMatmulDescAttributes_t attribute, const T& value)
{
    check(cublasLtMatmulDescSetAttribute(plan.operation.get(), attribute, &value, sizeof value),
          "describe a product");
}

// Where it is: before each use of the plan.
void point(const Plan& plan, const Product& product)
{
    if (product.bias.data != nullptr)
        set(plan, CUBLASLT_MATMUL_DESC_BIAS_POINTER, product.bias.data);
    if (product.beside.data != nullptr)
        set(plan, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, product.beside.data);
}

// What the library says of it in its header; the rest its heuristic knows.
bool mayFuse(const Product& product)
{
    const View& c = product.c;
    const auto fits = [&](const View& view) { return view.data == nullptr || view.half == c.half; };
    const bool aligned = product.beside.data == nullptr
        || (product.beside.stride % 8 == 0
            && reinterpret_cast<std::uintptr_t>(product.beside.data) % 16 == 0);
    // Sums of a bias gradient are of the type of c, which may be F32 where the factors are BF16.
    const bool types = product.along == Along::BiasGrad
        ? product.a.half == product.b.half && !c.half
        : fits(product.a) && fits(product.b);
    return types && aligned && fits(product.added) && fits(product.bias) && fits(product.beside)
        && product.bias.rows <= 1;
}

} // namespace

struct Gemm::State {
    State(cudaStream_t stream_, engine::Store& store)
        : stream(stream_)
        , workspace(store)
        , converted(store)
    {
        check(cublasLtCreate(&library), "start");
    }
    ~State() { cublasLtDestroy(library); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    bool run(const Product& product);  // of factors of one type; false: the library has no way
    void need(const Product& product); // the same, which there is always
    const Plan& planOf(const Product& product);
    const Plan& planOf(const Product& product, const Shape& shape);
    const Plan* planOfRounded(const Product& product);
    bool takes(const Plan& plan) const;
    void forgetOldest();
    void choose(Plan& plan, const Shape& shape);
    // In scratch memory, until the next of these two.
    View roomFor(const View& like, bool half);
    View convertedFrom(const View& from, bool half);

    cudaStream_t stream;
    cublasLtHandle_t library = nullptr;
    Scratch workspace;
    Scratch converted;
    std::map<Shape, Plan> plans; // at most kMostPlans
    std::uint64_t uses = 0;
};

Gemm::Gemm(cudaStream_t stream, engine::Store& store)
    : m_state(std::make_unique<State>(stream, store))
{
}

Gemm::~Gemm() = default;

// Our matrices are row by row, the library's column by column: what it sees of each is the
// transposed one. So it is asked for c^T = op(b)^T op(a)^T, with the factors changed places.
const Plan& Gemm::State::planOf(const Product& product, const Shape& shape)
{
    const auto found = plans.find(shape);
    if (found != plans.end()) {
        found->second.used = ++uses;
        return found->second;
    }
    Plan plan;
    cublasLtMatmulDesc_t operation = nullptr;
    // F32 matrices are multiplied in F32, not in its shorter tensor-core forms.
    check(cublasLtMatmulDescCreate(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F),
          "describe a product");
    plan.operation.reset(operation);
    set(plan, CUBLASLT_MATMUL_DESC_TRANSA, shape.b.flipped ? CUBLAS_OP_T : CUBLAS_OP_N);
    set(plan, CUBLASLT_MATMUL_DESC_TRANSB, shape.a.flipped ? CUBLAS_OP_T : CUBLAS_OP_N);
    set(plan, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogueOf(product));
    if (product.beside.data != nullptr)
        set(plan, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, product.beside.stride);
    // The library looks at how they are aligned, which is part of the shape.
    point(plan, product);
    plan.c = describe(shape.c);
    plan.a = describe(shape.a);
    plan.b = describe(shape.b);
    plan.added = describe(product.added.data != nullptr ? shape.added : shape.c);
    choose(plan, shape);
    if (plans.size() == kMostPlans)
        forgetOldest();
    plan.used = ++uses;
    return plans.emplace(shape, std::move(plan)).first->second;
}

const Plan& Gemm::State::planOf(const Product& product)
{
    if (product.rowsVary)
        if (const Plan* plan = planOfRounded(product))
            return *plan;
    return planOf(product, shapeOf(product));
}

// The plan of a number of rows at least as large, for these; null where its algorithm does not take
// them.
const Plan* Gemm::State::planOfRounded(const Product& product)
{
    Shape shape = shapeOf(product);
    shape.rowsVary = true;
    forVaryingRows(shape, product.flipA, [](Layout& layout) {
        if (layout.columns != 0) // `added` may be none
            layout.rows = roundedUp(layout.rows);
    });
    const Plan& plan = planOf(product, shape);
    if (!plan.offered)
        return nullptr;
    const auto rows = static_cast<std::uint64_t>(product.a.rows);
    forVaryingRows(plan, product.flipA, [&](const auto& layout) {
        check(cublasLtMatrixLayoutSetAttribute(layout.get(), CUBLASLT_MATRIX_LAYOUT_COLS, &rows,
                                               sizeof rows),
              "describe a matrix");
    });
    return takes(plan) ? &plan : nullptr;
}

bool Gemm::State::takes(const Plan& plan) const
{
    cublasLtMatmulHeuristicResult_t result{};
    return cublasLtMatmulAlgoCheck(library, plan.operation.get(), plan.b.get(), plan.a.get(),
                                   plan.added.get(), plan.c.get(), &plan.algorithm, &result)
        == CUBLAS_STATUS_SUCCESS
        && result.workspaceSize <= kWorkspace;
}

// A scan takes far less time than the library takes to choose an algorithm.
void Gemm::State::forgetOldest()
{
    plans.erase(
        std::min_element(plans.begin(), plans.end(), [](const auto& one, const auto& other) {
            return one.second.used < other.second.used;
        }));
}

void Gemm::State::choose(Plan& plan, const Shape& shape)
{
    cublasLtMatmulPreference_t made = nullptr;
    check(cublasLtMatmulPreferenceCreate(&made), "choose an algorithm");
    const Descriptor<cublasLtMatmulPreference_t> preference(made);
    const auto prefer = [&](cublasLtMatmulPreferenceAttributes_t attribute, const auto& value) {
        check(cublasLtMatmulPreferenceSetAttribute(made, attribute, &value, sizeof value),
              "choose an algorithm");
    };
    prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, kWorkspace);
    // Sums that several blocks share are added in a fixed order, and in F32: not in the type of
    // the result, which would round each of them to BF16.
    const std::uint32_t reductions = CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
    prefer(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, reductions);
    const auto alignmentOf
        = [](const Layout& layout) { return static_cast<std::uint32_t>(layout.alignment); };
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignmentOf(shape.b));
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignmentOf(shape.a));
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES,
           alignmentOf(shape.added.columns != 0 ? shape.added : shape.c));
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignmentOf(shape.c));
    cublasLtMatmulHeuristicResult_t result{};
    int offers = 0;
    const cublasStatus_t status
        = cublasLtMatmulAlgoGetHeuristic(library, plan.operation.get(), plan.b.get(), plan.a.get(),
                                         plan.added.get(), plan.c.get(), made, 1, &result, &offers);
    if (status == CUBLAS_STATUS_NOT_SUPPORTED || status == CUBLAS_STATUS_INVALID_VALUE)
        return;
    check(status, "find an algorithm for a product");
    plan.offered = offers > 0 && result.state == CUBLAS_STATUS_SUCCESS;
    plan.algorithm = result.algo;
}

// The library multiplies matrices of one type. Of two that differ, the F32 one is rounded to BF16,
// which is what the other's values have been through; an F32 product for a BF16 result is rounded
// once, when it is whole.
void Gemm::multiply(const Product& product)
{
    State& state = *m_state;
    Product same = product;
    if (product.a.half != product.b.half) {
        View& factor = product.a.half ? same.b : same.a;
        factor = state.convertedFrom(factor, true);
    } else if (product.c.half && !product.a.half) {
        same.c = state.roomFor(product.c, false);
        if (product.added.data != nullptr) {
            copy(state.stream, same.c, product.c);
            same.added = same.c;
        }
        state.need(same);
        copy(state.stream, product.c, same.c);
        return;
    }
    state.need(same);
}

bool Gemm::fuse(const Product& product) { return mayFuse(product) && m_state->run(product); }

View Gemm::State::roomFor(const View& like, bool half)
{
    const std::size_t bytes = static_cast<std::size_t>(like.rows * like.columns) * (half ? 2 : 4);
    return {converted.take(bytes), like.rows, like.columns, like.columns, half};
}

View Gemm::State::convertedFrom(const View& from, bool half)
{
    const View to = roomFor(from, half);
    copy(stream, to, from);
    return to;
}

void Gemm::State::need(const Product& product)
{
    if (!run(product))
        throw training::Failure(
            {fmt::format("cuBLASLt has no algorithm for a product of {} x {} by {} x {}",
                         product.a.rows, product.a.columns, product.b.rows, product.b.columns)});
}

bool Gemm::State::run(const Product& product)
{
    const Plan& plan = planOf(product);
    if (!plan.offered)
        return false;
    point(plan, product);
    const float one = 1;
    const float beta = product.added.data != nullptr ? 1 : 0;
    const void* const added = beta != 0 ? product.added.data : product.c.data;
    check(cublasLtMatmul(library, plan.operation.get(), &one, product.b.data, plan.b.get(),
                         product.a.data, plan.a.get(), &beta, added, plan.added.get(),
                         product.c.data, plan.c.get(), &plan.algorithm, workspace.take(kWorkspace),
                         kWorkspace, stream),
          "multiply");
    return true;
}

} // namespace gpu
