// Any bytes as a pipeline layout: the reader answers with stages or a sentence, and what
// it accepts survives being written and read again.

#include "engine/strategy/convert/megatron_layout.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto read = strategy::parseLayoutText(text);
    if (!read) {
        if (read.error().message.empty())
            std::abort();
        return 0;
    }
    const std::string written = strategy::toLayoutText(*read);
    const auto again = strategy::parseLayoutText(written);
    if (!again || !(*again == *read) || strategy::toLayoutText(*again) != written)
        std::abort();
    return 0;
}
