// Any bytes as a YAML file of Megatron's family. The first byte chooses whose.

#include "tests/fuzz/convert_fuzzing.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr const char* kNames[]
        = {"megatron-bridge", "megatron-yaml", "mindspeed-rl", "nemo-yaml"};
    if (size == 0)
        return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    strategy::fuzzFormat(kNames[data[0] % 4], text);
    return 0;
}
