// A device that is another one, but for what a subclass does differently.

#pragma once

#include "engine/runtime/training/device.h"

#include <memory>
#include <string>
#include <utility>

namespace training {

// Owns the other one.
class WrappedDevice : public Device {
public:
    explicit WrappedDevice(std::unique_ptr<Device> device)
        : m_device(std::move(device))
    {
    }

    std::string description() const override { return m_device->description(); }
    std::optional<engine::DeviceDescription> details() const override
    {
        return m_device->details();
    }
    plan::Result<std::unique_ptr<engine::DeviceCounters>> counters() override
    {
        return m_device->counters();
    }
    Kernels& kernels() override { return m_device->kernels(); }
    engine::Store& store() override { return m_device->store(); }
    engine::Lanes& lanes() override { return m_device->lanes(); }
    OpRanges& opRanges() override { return m_device->opRanges(); }
    plan::Result<std::optional<engine::KernelNews>> takeKernels() override
    {
        return m_device->takeKernels();
    }
    void setPatience(engine::Nanoseconds patience) override { m_device->setPatience(patience); }
    void setWitness(const engine::Witness& witness) override { m_device->setWitness(witness); }
    void noteFailure(const plan::Error& error) override { m_device->noteFailure(error); }
    std::size_t depth() const override { return m_device->depth(); }
    plan::Outcome connect(engine::HostCommunicator& world) override
    {
        return m_device->connect(world);
    }
    plan::Result<std::unique_ptr<engine::Communicator>>
    group(std::shared_ptr<engine::HostCommunicator> host) override
    {
        return m_device->group(std::move(host));
    }
    plan::Result<engine::Transport*> transport(engine::Transport& host,
                                               const PipelineRoutes& routes) override
    {
        return m_device->transport(host, routes);
    }
    plan::Outcome close() override { return m_device->close(); }

protected:
    Device& wrapped() const { return *m_device; }

private:
    std::unique_ptr<Device> m_device;
};

} // namespace training
