// What is remembered of products whose shapes never end, as those of experts.

#include "engine/runtime/cuda/cuda_store.h"
#include "engine/runtime/cuda/gemm.h"
#include "engine/runtime/raw_memory.h"
#include "tests/cuda/fakes/streams.h"

#include <gtest/gtest.h>

#include <optional>

namespace gpu {
namespace {

using namespace std::chrono_literals;

// A device, and products [rows, 1] by [1, 1] on it, of any number of rows up to a bound.
class Products {
public:
    explicit Products(std::int64_t mostRows)
        : m_bytes(static_cast<std::size_t>(mostRows) * sizeof(float))
        , m_lanes(m_waiting, 3600s)
        , m_store(m_lanes)
        , m_gemm(std::in_place, m_lanes.stream(engine::kComputeLane), m_store)
    {
        for (void*& block : m_blocks) {
            const engine::DeviceAddress at = m_store.take(m_bytes);
            m_store.fill({at, m_bytes}, std::byte{0});
            block = engine::rawPointer(at);
        }
    }
    ~Products()
    {
        m_gemm.reset();
        for (void* const block : m_blocks)
            m_store.release(engine::deviceAddress(block), m_bytes);
    }
    Products(const Products&) = delete;
    Products& operator=(const Products&) = delete;

    void multiply(std::int64_t rows, bool rowsVary = false)
    {
        m_gemm->multiply({.c = {m_blocks[0], rows, 1, 1, false},
                          .a = {m_blocks[1], rows, 1, 1, false},
                          .b = {m_blocks[2], 1, 1, 1, false},
                          .rowsVary = rowsVary});
    }
    // op(a) op(b) with a and b turned: the rows are summed over.
    void sum(std::int64_t rows)
    {
        m_gemm->multiply({.c = {m_blocks[2], 1, 1, 1, false},
                          .a = {m_blocks[0], rows, 1, 1, false},
                          .flipA = true,
                          .b = {m_blocks[1], rows, 1, 1, false},
                          .rowsVary = true});
    }
    void forgetAll() { m_gemm.reset(); }
    void awaitAll() { EXPECT_TRUE(m_lanes.awaitAll()); }

private:
    std::size_t m_bytes;
    engine::SystemClock m_clock;
    engine::Waiting m_waiting{m_clock};
    CudaLanes m_lanes;
    CudaStore m_store;
    std::optional<Gemm> m_gemm;
    void* m_blocks[3] = {};
};

TEST(GemmPlans, OnlyTheShapesThatWereUsedLastAreRemembered)
{
    constexpr std::int64_t kShapes = 1500;
    fake::Device::setOptions({.guarded = false});
    const fake::Counts& counts = fake::Device::own().counts();
    Products products(kShapes);
    std::size_t most = 0;
    for (std::int64_t rows = 1; rows <= kShapes; ++rows) {
        products.multiply(rows);
        products.multiply(1); // always again
        most = std::max(most, counts.products);
    }
    EXPECT_EQ(counts.algorithms, kShapes) << "each shape was new, the first one once";
    EXPECT_LE(most, 1025U);
    products.multiply(kShapes - 1000);
    EXPECT_EQ(counts.algorithms, kShapes) << "of the last thousand";
    products.multiply(2);
    EXPECT_EQ(counts.algorithms, kShapes + 1) << "long ago";
    products.forgetAll();
    EXPECT_EQ(counts.products, 0U);
}

// Which algorithm computes the rows of an expert must not depend on what came before, and to choose
// one takes the host long.
TEST(GemmPlans, WhereRowsVaryAnAlgorithmIsChosenForTheirMagnitudeAlone)
{
    fake::Device::setOptions({.guarded = false});
    const fake::Counts& counts = fake::Device::own().counts();
    Products products(1024);
    for (std::int64_t rows = 1; rows <= 1024; ++rows)
        if (rows % 10 != 5)
            products.multiply(rows, true);
    // 64, 80, 96, 112, 128, 160 ... 1024; and a single row lies as no others do.
    EXPECT_EQ(counts.algorithms, 18U);
    for (std::int64_t rows = 1; rows <= 1024; ++rows)
        if (rows % 10 != 5)
            products.sum(rows);
    EXPECT_EQ(counts.algorithms, 2 * 18U);
    const std::size_t before = counts.algorithms;
    products.multiply(205, true); // which those of 224 do not take
    EXPECT_EQ(counts.algorithms, before + 1);
    products.multiply(205, true);
    EXPECT_EQ(counts.algorithms, before + 1);
    products.awaitAll();
}

} // namespace
} // namespace gpu
