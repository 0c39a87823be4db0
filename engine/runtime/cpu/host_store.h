// The heap as a device's memory.

#pragma once

#include "engine/runtime/store.h"

namespace training {

// Memory of the program's heap. Used by one thread, like every Store; blocks are aligned for the
// widest vectors there are.
class HostStore final : public engine::Store {
public:
    // No zeros: the kernel's fresh pages are, used ones are not, and nobody may rely on either.
    engine::DeviceAddress take(std::size_t bytes) override;
    // To the heap at once: no lane can still be using the block.
    void release(engine::DeviceAddress block, std::size_t bytes) override;
    // Copies, done when they return: the processor has no queue that anything could wait in.
    void upload(engine::DeviceBytes to, std::span<const std::byte> from) override;
    void download(std::span<std::byte> to, engine::DeviceBytes from) override;
    void fill(engine::DeviceBytes to, std::byte value) override;
};

} // namespace training
