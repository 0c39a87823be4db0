// Bytes as a frame, raw and with the checksum put right so that what is behind it is
// reached. What decodes must encode to the same bytes' meaning: inspect() agrees. The same bytes
// as what follows the head of a bundle, and as what comes to an aggregator.

#include "telemetry/bundle.h"
#include "telemetry/codec.h"
#include "telemetry/crc32c.h"
#include "telemetry/rank_routes.h"

#include <cstdlib>
#include <cstring>

using namespace telemetry;

namespace {

// What is opened lies within the message, and is all of it but the head.
void open(ByteView message)
{
    const auto opened = openBundle(message);
    if (!opened)
        return;
    std::size_t bytes = 0;
    for (const ByteView frame : opened->frames) {
        if (frame.data() < message.data()
            || frame.data() + frame.size() > message.data() + message.size())
            std::abort();
        bytes += frame.size();
    }
    if (bytes != opened->bundle.bytes || opened->frames.size() != opened->bundle.frames)
        std::abort();
}

// `raw` behind a head that is right, whatever it is.
Bytes bundled(ByteView raw)
{
    Bytes message = encodeOne(FrameKind::Bundle, {.run = 7, .hop = 1},
                              Bundle{.frames = raw.empty() ? 0u : 1u,
                                     .bytes = std::uint32_t(raw.size() % kMaxBundleBytes)});
    message.insert(message.end(), raw.begin(), raw.end());
    return message;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto raw = std::as_bytes(std::span(data, size));
    if (decode(raw).index() != inspect(raw).index())
        std::abort();
    open(raw);
    open(bundled(raw));
    RankRoutes routes(7, 16);
    routes.take("a", raw);
    routes.routeOf(raw);
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
    open(bundled(sealed));
    routes.take("b", sealed);
    routes.routeOf(sealed);
    return 0;
}
