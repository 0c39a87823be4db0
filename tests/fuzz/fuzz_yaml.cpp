// Any bytes as a strategy file: the reader answers with a strategy or with sentences,
// and what it accepts survives being written and read again.

#include "engine/strategy/yaml.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const strategy::ReadResult read = strategy::readStrategy(text);
    if (read.strategy.has_value() != read.problems.empty())
        std::abort();
    if (!read.strategy)
        return 0;

    const std::string written = strategy::writeStrategy(*read.strategy);
    const strategy::ReadResult again = strategy::readStrategy(written);
    if (!again.strategy || !(*again.strategy == *read.strategy)
        || strategy::writeStrategy(*again.strategy) != written)
        std::abort();
    return 0;
}
