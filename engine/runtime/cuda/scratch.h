// Memory that a kernel needs only while it runs. All kernels of a stream take turns with one piece.

#pragma once

#include "engine/runtime/store.h"

#include <cstddef>

namespace gpu {

// Used by one thread, for one stream.
class Scratch {
public:
    // `store` must outlive this.
    explicit Scratch(engine::Store& store)
        : m_store(store)
    {
    }
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    // At least so many bytes, of any content, for what is queued in the stream until the next call.
    // Throws training::Failure where the device has no more.
    void* take(std::size_t bytes);

    // Held of the device.
    std::size_t bytes() const { return m_bytes; }

private:
    engine::Store& m_store;
    engine::DeviceAddress m_memory{};
    std::size_t m_bytes = 0;
};

} // namespace gpu
