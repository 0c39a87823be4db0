#include "engine/runtime/training/checkpoint/safetensors.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace training;

namespace {

// A file of that header and so much data.
std::string errorOf(std::string header, std::uint64_t dataBytes)
{
    header.resize((header.size() + 7) / 8 * 8, ' ');
    const std::uint64_t length = header.size();
    std::string start(8, '\0');
    std::memcpy(start.data(), &length, 8);
    const auto parsed = parseSafetensors(start + header, 8 + length + dataBytes);
    return parsed ? "" : parsed.error().message;
}

std::string tensor(const std::string& name, const std::string& shape, int first, int end,
                   const std::string& type = "F32")
{
    return "\"" + name + R"(":{"dtype":")" + type + R"(","shape":)" + shape + ",\"data_offsets\":["
        + std::to_string(first) + "," + std::to_string(end) + "]}";
}

TEST(Safetensors, WrittenHeadersAreRead)
{
    std::vector<StoredTensor> tensors{{"a", Type::F32, {3, 5}, 0, 0}, {"b", Type::F32, {7}, 0, 0}};
    const std::string start = safetensorsStart(tensors);
    EXPECT_EQ(tensors[1].first, 60u);
    EXPECT_EQ(tensors[1].end, 88u);
    EXPECT_EQ(start.size() % 8, 0u);
    const auto parsed = parseSafetensors(start, start.size() + 88);
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->tensors, tensors);
    EXPECT_EQ(parsed->dataStart, start.size());
    EXPECT_EQ(parsed->metadata.at("format"), "pt");
}

TEST(Safetensors, OfOthersAreRead)
{
    EXPECT_EQ(errorOf("{}", 0), "");
    EXPECT_EQ(
        errorOf("{" + tensor("w", "[2,3]", 0, 12, "BF16") + ",\"__metadata__\":{\"a\":\"b\"}}", 12),
        "");
    EXPECT_EQ(errorOf("{" + tensor("z", "[]", 0, 4) + "," + tensor("e", "[0]", 4, 4) + "}", 4), "");
}

TEST(Safetensors, WhatIsWrongIsNamed)
{
    EXPECT_EQ(errorOf("{" + tensor("w", "[2]", 0, 8) + "," + tensor("v", "[2]", 4, 12) + "}", 12),
              "v begins at byte 4 of the data, and the tensor before it ends at 8");
    EXPECT_EQ(errorOf("{" + tensor("w", "[2]", 0, 8) + "," + tensor("v", "[1]", 12, 16) + "}", 16),
              "v begins at byte 12 of the data, and the tensor before it ends at 8");
    EXPECT_EQ(errorOf("{" + tensor("w", "[2]", 0, 8) + "}", 9),
              "the tensors end at byte 8 of the data, and there are 9");
    EXPECT_EQ(errorOf("{" + tensor("w", "[2]", 0, 8) + "}", 7),
              "w has no data_offsets within the 7 bytes of data; the file is cut short or damaged");
    EXPECT_EQ(errorOf("{" + tensor("w", "[3]", 0, 8) + "}", 8),
              "w has 8 bytes, and its shape needs 12");
    EXPECT_EQ(errorOf("{" + tensor("w", "[2]", 0, 8, "F64") + "}", 8),
              "w has a dtype that is neither F32 nor BF16");
    EXPECT_EQ(errorOf("{" + tensor("w", "[2]", 0, 8) + "," + tensor("w", "[2]", 8, 16) + "}", 16),
              "has a header that has a key twice in one object");
    EXPECT_EQ(errorOf("{" + tensor("w\\n", "[2]", 0, 8) + "}", 8),
              "has a tensor whose name cannot be printed or is too long");
    EXPECT_EQ(errorOf("{\"__metadata__\":{\"a\":1}}", 0),
              "__metadata__ holds something other than strings");
    for (const char* shape : {"[4294967296,4294967296]", "[-1]", "[2.0]", "[18446744073709551616]",
                              "[1,1,1,1,1,1,1,1,2]", "2", "[\"2\"]"})
        EXPECT_NE(errorOf("{" + tensor("w", shape, 0, 8) + "}", 8).find("w has no shape"),
                  std::string::npos)
            << shape;
}

TEST(Safetensors, HostileJsonEndsEarly)
{
    EXPECT_EQ(errorOf("{\"w\":" + std::string(1'000'000, '['), 0),
              "has a header that is nested deeper than 16");
    EXPECT_EQ(errorOf("[]", 0), "has a header that does not begin with a JSON object");
    EXPECT_NE(errorOf("{} x", 0).find("is no JSON at byte"), std::string::npos);
    EXPECT_NE(errorOf("{\"\xff\":1}", 0).find("is no JSON at byte"), std::string::npos);
    std::string many = "{\"w\":[0";
    for (int i = 0; i < 4'000'000; ++i)
        many += ",0";
    EXPECT_EQ(errorOf(many + "]}", 0), "has a header that has more than 1000000 values");
}

TEST(Safetensors, LengthsAreBounded)
{
    const auto errorOfLength = [](std::uint64_t length, std::uint64_t fileBytes) {
        std::string eight(8, '\0');
        std::memcpy(eight.data(), &length, 8);
        const auto start = safetensorsDataStart(eight, fileBytes);
        return start ? "" : start.error().message;
    };
    EXPECT_EQ(errorOfLength(16, 24), "");
    EXPECT_NE(errorOfLength(16, 23), "");
    EXPECT_NE(errorOfLength(12, 24), "");
    EXPECT_NE(errorOfLength(~std::uint64_t{0}, 24), "");
    EXPECT_NE(errorOfLength(kMaxHeaderBytes + 8, std::uint64_t{1} << 40), "");
    EXPECT_NE(errorOfLength(0, 7), "");
}

} // namespace
