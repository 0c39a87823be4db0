// Other tools read the files: Python's own json and struct, nothing of ours.

#include "tests/runtime/checkpoint/small_model.h"

#include <gtest/gtest.h>

#include <cstdio>

using namespace checkpoint_test;
using namespace training;

namespace {

constexpr const char* kProgram = R"(
import json, struct, sys
data = open(sys.argv[1], 'rb').read()
length, = struct.unpack('<Q', data[:8])
assert length % 8 == 0
header = json.loads(data[8:8 + length])
assert header.pop('__metadata__') == {'format': 'pt'}
for name in sorted(header):
    first, end = header[name]['data_offsets']
    assert header[name]['dtype'] == 'F32'
    values = struct.unpack('<%dI' % ((end - first) // 4), data[8 + length:][first:end])
    print(name, *header[name]['shape'], *values)
)";

std::string outputOf(const std::string& command)
{
    std::FILE* pipe = ::popen(command.c_str(), "r");
    std::string text;
    char block[4096];
    while (pipe != nullptr) {
        const std::size_t got = std::fread(block, 1, sizeof block, pipe);
        if (got == 0)
            break;
        text.append(block, got);
    }
    return pipe != nullptr && ::pclose(pipe) == 0 ? text : "does not run";
}

std::string lineOf(const WholeTensor& tensor, StatePart part)
{
    std::string line = storedName(part, tensor.name);
    if (!tensor.vector)
        line += ' ' + std::to_string(tensor.size[0]);
    line += ' ' + std::to_string(tensor.size[1]);
    for (std::int64_t row = 0; row < tensor.size[0]; ++row)
        for (std::int64_t column = 0; column < tensor.size[1]; ++column)
            line += ' ' + std::to_string(bitsOf(part, tensor.name, row, column));
    return line + '\n';
}

TEST(Safetensors, ArePlainToPython)
{
    const tests::ScratchDirectory scratch;
    ASSERT_TRUE(save(scratch.path(), 3, Cut::Quarters, 4));
    const auto read = [&](const char* file) {
        return outputOf(std::string(PYTHON) + " -c \"" + kProgram + "\" "
                        + (scratch.path() / "step-00000003" / file).string());
    };
    std::string weights;
    std::string moments;
    for (const WholeTensor& tensor : tensorsOf()) {
        weights += lineOf(tensor, StatePart::Weights);
        moments
            += lineOf(tensor, StatePart::FirstMoments) + lineOf(tensor, StatePart::SecondMoments);
    }
    EXPECT_EQ(read("model.safetensors"), weights);
    EXPECT_EQ(read("optimizer.safetensors"), moments);
}

} // namespace
