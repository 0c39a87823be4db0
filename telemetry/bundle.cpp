#include "telemetry/bundle.h"

#include <cstring>
#include <utility>

namespace telemetry {
namespace {

constexpr std::size_t kHeadBytes = sizeof(FrameHeader) + sizeof(Bundle);

} // namespace

// The head's place is kept free, as what it says is known last.
BundleBuilder::BundleBuilder()
    : m_bytes(kHeadBytes)
{
}

bool BundleBuilder::add(ByteView frame)
{
    if (m_frames > 0
        && (m_frames == kMaxBundleFrames
            || m_bytes.size() - kHeadBytes + frame.size() > kMaxBundleBytes))
        return false;
    m_bytes.insert(m_bytes.end(), frame.begin(), frame.end());
    ++m_frames;
    return true;
}

Bytes BundleBuilder::finish(std::uint64_t run, std::uint32_t origin)
{
    const Bundle bundle{.frames = std::exchange(m_frames, 0),
                        .bytes = static_cast<std::uint32_t>(m_bytes.size() - kHeadBytes),
                        .bad = std::exchange(m_bad, 0)};
    const Bytes head
        = encodeOne(FrameKind::Bundle, {.run = run, .origin = origin, .hop = 1}, bundle);
    std::memcpy(m_bytes.data(), head.data(), head.size());
    return std::exchange(m_bytes, Bytes(kHeadBytes));
}

bool isBundle(ByteView message)
{
    if (message.size() < kHeadBytes)
        return false;
    FrameHeader header;
    std::memcpy(&header, message.data(), sizeof header);
    return header.magic == kWireMagic && header.kind == FrameKind::Bundle;
}

std::optional<OpenedBundle> openBundle(ByteView message)
{
    if (message.size() < kHeadBytes)
        return std::nullopt;
    const auto decoded = decode(message.first(kHeadBytes));
    const auto* head = std::get_if<Frame>(&decoded);
    const auto* bundle = head == nullptr ? nullptr : std::get_if<Bundle>(&head->body);
    ByteView rest = message.subspan(kHeadBytes);
    if (bundle == nullptr || bundle->bytes != rest.size())
        return std::nullopt;
    OpenedBundle opened{head->header, *bundle, {}};
    opened.frames.reserve(bundle->frames);
    while (!rest.empty() && opened.frames.size() < bundle->frames) {
        const std::size_t size = frameBytes(rest);
        if (size == 0)
            return std::nullopt;
        opened.frames.push_back(rest.first(size));
        rest = rest.subspan(size);
    }
    if (!rest.empty() || opened.frames.size() != bundle->frames)
        return std::nullopt;
    return opened;
}

} // namespace telemetry
