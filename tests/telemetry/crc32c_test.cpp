#include "telemetry/crc32c.h"

#include <span>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telemetry {
namespace {

TEST(Crc32c, KnownValueAndBothWaysAgree)
{
    const std::string_view digits = "123456789"; // check value of the CRC catalogue
    EXPECT_EQ(crc32c(std::as_bytes(std::span(digits))), 0xe3069283u);
    EXPECT_EQ(crc32cByTable(std::as_bytes(std::span(digits))), 0xe3069283u);
}

RC_GTEST_PROP(Crc32cProperty, TableInstructionAndPiecesAgree, (std::vector<std::uint8_t> data))
{
    const auto bytes = std::as_bytes(std::span(data));
    const auto half = bytes.size() / 2;
    RC_ASSERT(crc32c(bytes) == crc32cByTable(bytes));
    RC_ASSERT(crc32c(bytes) == crc32c(bytes.subspan(half), crc32c(bytes.first(half))));
}

} // namespace
} // namespace telemetry
