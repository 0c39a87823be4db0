// Bytes as a safetensors file: whatever they are, what is accepted lies within them, and is
// written and read again the same.

#include "engine/runtime/training/checkpoint/manifest.h"
#include "engine/runtime/training/checkpoint/safetensors.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace training;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    static_cast<void>(parseManifest(bytes));
    const auto start = safetensorsDataStart(bytes.substr(0, 8), size);
    if (!start)
        return 0;
    const auto header = parseSafetensors(bytes.substr(0, *start), size);
    if (!header)
        return 0;
    std::uint64_t end = 0;
    bool plain = true;
    for (const StoredTensor& tensor : header->tensors) {
        if (tensor.first != end || !isTensorName(tensor.name))
            std::abort();
        end = tensor.end;
        plain = plain && tensor.type == Type::F32;
    }
    if (end != size - *start)
        std::abort();
    auto tensors = header->tensors;
    const std::string written = safetensorsStart(tensors);
    const auto again
        = parseSafetensors(written, written.size() + (plain ? end : tensors.back().end));
    if (!again || again->tensors != tensors || (plain && tensors != header->tensors))
        std::abort();
    return 0;
}
