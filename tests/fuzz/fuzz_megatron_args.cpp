// Any bytes as a shell script of Megatron's arguments. The first byte chooses whose.

#include "tests/fuzz/convert_fuzzing.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    strategy::fuzzFormat(data[0] % 2 == 0 ? "megatron-args" : "mindspeed-llm", text);
    return 0;
}
