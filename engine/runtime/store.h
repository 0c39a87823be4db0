// Where the memory of a device comes from, and how values get into it and out of it.
//
// Below training/memory.h, which keeps and counts what is taken here. A processor's Store is the
// heap and memcpy(); a GPU's is its driver's allocator and copies in a stream.

#pragma once

#include "engine/runtime/device_memory.h"

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>

namespace engine {

// Used by one thread. upload(), download() and fill() take their turn in the Compute lane (see
// Lanes): they see what was queued there before, and what is queued there later sees what they
// did. They throw training::Failure where the device has failed.
class Store {
public:
    virtual ~Store() = default;

    // Every block starts at a multiple of so many bytes.
    static constexpr std::size_t kAlignment = 64;

    // `bytes` (> 0) of memory with any content, or none where the device has no more.
    virtual DeviceAddress take(std::size_t bytes) = 0;

    // Of how much it has no more, and who else has it, as the end of a sentence after a take() in
    // vain; empty where nobody knows.
    virtual std::string whatIsLeft() const { return {}; }

    // Gives back a whole block of take(), of `bytes`. Work that uses it may still be queued or
    // under way in some lane: nobody else gets the memory before that is over. Never waits.
    virtual void release(DeviceAddress block, std::size_t bytes) = 0;

    // Between two steps, when what is queued ends by itself: what was given back goes to whoever
    // else uses the device. Fails as a download() does.
    virtual void beginStep() {}

    // From the host. `from` may be changed as soon as this returns. Precondition: equal sizes.
    virtual void upload(DeviceBytes to, std::span<const std::byte> from) = 0;

    // To the host: waits for the Compute lane, and returns when the values are here.
    // Precondition: equal sizes.
    virtual void download(std::span<std::byte> to, DeviceBytes from) = 0;

    // Sets every byte.
    virtual void fill(DeviceBytes to, std::byte value) = 0;
};

// upload() and download() of values. Precondition: `host` has as many as `device`.
template <class T>
void uploadValues(Store& store, DeviceSpan<std::remove_const_t<T>> device, std::span<T> host)
{
    store.upload({device.data, device.bytes()}, std::as_bytes(host));
}
template <class T>
void downloadValues(Store& store, std::span<T> host, DeviceSpan<T> device)
{
    store.download(std::as_writable_bytes(host), {device.data, device.bytes()});
}

} // namespace engine
