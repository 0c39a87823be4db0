// Bytes as a frame, raw and with the checksum put right so that what is behind it is
// reached. What decodes must encode to the same bytes' meaning: inspect() agrees.

#include "telemetry/codec.h"
#include "telemetry/crc32c.h"

#include <cstdlib>
#include <cstring>

using namespace telemetry;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto raw = std::as_bytes(std::span(data, size));
    if (decode(raw).index() != inspect(raw).index())
        std::abort();
    if (size < sizeof(FrameHeader))
        return 0;
    Bytes sealed(raw.begin(), raw.end());
    FrameHeader header;
    std::memcpy(&header, sealed.data(), sizeof header);
    header.magic = kWireMagic;
    header.version = kWireVersion;
    header.payloadBytes = static_cast<std::uint32_t>(size - sizeof header);
    header.crc = 0;
    std::memcpy(sealed.data(), &header, sizeof header);
    header.crc = crc32c(sealed);
    std::memcpy(sealed.data(), &header, sizeof header);
    if (decode(sealed).index() != inspect(sealed).index())
        std::abort();
    return 0;
}
