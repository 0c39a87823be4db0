// The device whose kernels are tested, and values that are on it and on the host.

#pragma once

#include "engine/runtime/store.h"
#include "engine/runtime/training/kernels.h"

#include <span>
#include <utility>
#include <vector>

namespace training::test {

// One for each test program, which says what it is.
struct KernelDevice {
    Kernels& kernels;
    engine::Store& store;
    // Whether products, those within attention too, round an F32 factor where the other is BF16.
    bool roundsFactors = false;
};
KernelDevice kernelDevice();

inline Kernels& kernels() { return kernelDevice().kernels; }

// Each side gets what the other one last wrote when it is asked for. The device's memory is exactly
// as large as the values.
template <class T>
class DeviceValues {
public:
    explicit DeviceValues(std::vector<T> values)
        : m_values(std::move(values))
    {
    }
    DeviceValues(std::size_t count, T value)
        : m_values(count, value)
    {
    }
    ~DeviceValues()
    {
        if (m_memory)
            kernelDevice().store.release(m_memory, bytes());
    }
    DeviceValues(const DeviceValues&) = delete;
    DeviceValues& operator=(const DeviceValues&) = delete;

    const std::vector<T>& host() const
    {
        if (m_newest == Side::Device) {
            kernelDevice().store.download(std::as_writable_bytes(std::span(m_values)),
                                          {m_memory, bytes()});
            m_newest = Side::Both;
        }
        return m_values;
    }
    // To be written by the host.
    std::vector<T>& changed()
    {
        host();
        m_newest = Side::Host;
        return m_values;
    }
    // To be read or written by kernels.
    engine::DeviceAddress device() const
    {
        engine::Store& store = kernelDevice().store;
        if (!m_memory && !m_values.empty())
            m_memory = store.take(bytes());
        if (m_newest == Side::Host)
            store.upload({m_memory, bytes()}, std::as_bytes(std::span(m_values)));
        m_newest = Side::Device;
        return m_memory;
    }

private:
    enum class Side { Host, Device, Both };

    std::size_t bytes() const { return m_values.size() * sizeof(T); }

    mutable std::vector<T> m_values;
    mutable engine::DeviceAddress m_memory{};
    mutable Side m_newest = Side::Host;
};

} // namespace training::test
