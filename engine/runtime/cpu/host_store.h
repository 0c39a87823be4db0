// The heap as a device's memory.

#pragma once

#include "engine/runtime/store.h"

namespace training {

class HostStore final : public engine::Store {
public:
    engine::DeviceAddress take(std::size_t bytes) override;
    void release(engine::DeviceAddress block, std::size_t bytes) override;
    void upload(engine::DeviceBytes to, std::span<const std::byte> from) override;
    void download(std::span<std::byte> to, engine::DeviceBytes from) override;
    void fill(engine::DeviceBytes to, std::byte value) override;
};

} // namespace training
