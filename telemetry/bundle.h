// Several frames in one message, between an aggregator and the collector: a Bundle frame, then the
// ranks' frames byte for byte. No sockets or threads in here.

#pragma once

#include "telemetry/codec.h"

#include <optional>

namespace telemetry {

// Gathers frames. Memory: kMaxBundleBytes and a head.
class BundleBuilder {
public:
    BundleBuilder();

    // Appends a copy of one whole frame, which is not checked. False: full, nothing was appended.
    // An empty builder takes every frame.
    bool add(ByteView frame);
    // A message that was no frame, and is left out.
    void countBad() { ++m_bad; }

    // Nothing to send: no frame, and none left out.
    bool empty() const { return m_frames == 0 && m_bad == 0; }
    std::size_t bytes() const { return m_bytes.size(); } // of the message so far

    // The message, of the aggregator `origin` or, from the collector, for it. The builder is empty
    // again.
    Bytes finish(std::uint64_t run, std::uint32_t origin);

private:
    Bytes m_bytes;
    std::uint32_t m_frames = 0;
    std::uint32_t m_bad = 0;
};

// A message that begins as a bundle does, checked as far as its head and its lengths go.
struct OpenedBundle {
    FrameHeader header;
    Bundle bundle;
    std::vector<ByteView> frames; // into the message; each is still to be decoded
};

// True where the message says that it is a bundle; whether it is a sound one openBundle() tells.
bool isBundle(ByteView message);

// Nothing where the head is no valid Bundle frame, or the frames behind it are not as many or as
// long as it says.
std::optional<OpenedBundle> openBundle(ByteView message);

} // namespace telemetry
