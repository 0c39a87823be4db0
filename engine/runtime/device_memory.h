// Memory of a device, as code that is not the device sees it: it can be named, counted and cut
// into parts, but not touched.
//
// On a GPU such memory cannot be read by the host at all; on a processor it could be, and code
// that did so would work there and crash elsewhere. So an address of a device's memory is a type
// of its own: no pointer and no std::span converts into one, or one into them. Only code that is
// a device opens addresses (raw_memory.h); everybody else goes through its kernels, its Store and
// its groups.

#pragma once

#include <cstddef>
#include <type_traits>

namespace engine {

// A place in the memory of one device, or none. A value; owns nothing.
class DeviceAddress {
public:
    DeviceAddress() = default; // none

    // False where this is none.
    explicit operator bool() const { return m_pointer != nullptr; }

    // The place that many bytes further on, in the same piece of memory.
    DeviceAddress operator+(std::size_t bytes) const
    {
        DeviceAddress further;
        further.m_pointer = static_cast<std::byte*>(m_pointer) + bytes;
        return further;
    }

    friend bool operator==(DeviceAddress, DeviceAddress) = default;

private:
    friend struct RawMemory; // raw_memory.h

    void* m_pointer = nullptr;
};

// `size` values of type T, one after the other, in the memory of a device. Borrowed: whoever made
// it keeps the memory alive.
template <class T>
struct DeviceSpan {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>);

    DeviceAddress data{};
    std::size_t size = 0; // in values

    std::size_t bytes() const { return size * sizeof(T); }
    bool empty() const { return size == 0; }

    // `count` values from number `first` on. Precondition: they are within this.
    DeviceSpan part(std::size_t first, std::size_t count) const
    {
        return {data + first * sizeof(T), count};
    }
};

using DeviceBytes = DeviceSpan<std::byte>;

} // namespace engine
