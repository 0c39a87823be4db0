#include "engine/runtime/training/checkpoint/crc_shift.h"

#include "telemetry/crc32c.h"
#include "tests/runtime/checkpoint/small_model.h"

#include <gtest/gtest.h>

#include <map>
#include <span>
#include <vector>

using namespace checkpoint_test;
using namespace training;

namespace {

std::uint32_t shareOf(const TensorSlice& slice)
{
    CrcShare share(slice);
    std::vector<std::byte> values(static_cast<std::size_t>(slice.values.columns) * sizeof(float));
    for (std::int64_t row = 0; row < slice.values.rows; ++row) {
        storeOfSlices().download(values, bytesIn(slice.values.rowRange(row, 1)));
        share.addRow(values);
    }
    return share.value();
}

// The sum of the whole by its definition, against that of its slices.
TEST(CrcShare, OfAllSlicesIsTheCrcOfTheWhole)
{
    for (const Cut cut : kCuts) {
        std::map<std::string, std::uint32_t> shares;
        for (int rank = 0; rank < 4; ++rank) {
            Holding own(cut, rank, 4, 3);
            own.fill();
            for (const TensorSlice& slice : own.of(StatePart::Weights))
                shares[slice.name] ^= shareOf(slice);
        }
        for (const WholeTensor& tensor : tensorsOf(3)) {
            std::vector<std::uint32_t> values;
            for (std::int64_t row = 0; row < tensor.size[0]; ++row)
                for (std::int64_t column = 0; column < tensor.size[1]; ++column)
                    values.push_back(bitsOf(StatePart::Weights, tensor.name, row, column));
            const auto bytes = std::as_bytes(std::span(values));
            EXPECT_EQ(crcOfShares(shares[tensor.name], bytes.size()), telemetry::crc32c(bytes))
                << tensor.name;
        }
    }
}

} // namespace
