// Opens addresses of device memory: for code that is a device, and for nobody else.
//
// Only these may include it (tests/layering_test.py): runtime/cpu, whose device memory is the
// host's; a GPU's folder, where the pointers are those of its driver and the host must not follow
// them; and tests.

#pragma once

#include "engine/runtime/device_memory.h"

namespace engine {

struct RawMemory {
    static void* pointer(DeviceAddress address) { return address.m_pointer; }
    static DeviceAddress address(void* pointer)
    {
        DeviceAddress address;
        address.m_pointer = pointer;
        return address;
    }
};

// The device's own pointer to that place; null where there is none.
inline void* rawPointer(DeviceAddress address) { return RawMemory::pointer(address); }

// Of memory that `pointer`, the device's own, points to.
inline DeviceAddress deviceAddress(void* pointer) { return RawMemory::address(pointer); }

} // namespace engine
