#include "engine/runtime/cpu/host_store.h"

#include "engine/runtime/cpu/host_span.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>

namespace training {

namespace {

constexpr std::align_val_t kAligned{engine::Store::kAlignment};

} // namespace

engine::DeviceAddress HostStore::take(std::size_t bytes)
{
    // Without an exception: having no memory left is an answer of a Store, and its caller knows
    // what to say.
    return engine::deviceAddress(::operator new(bytes, kAligned, std::nothrow));
}

void HostStore::release(engine::DeviceAddress block, std::size_t)
{
    ::operator delete(engine::rawPointer(block), kAligned);
}

void HostStore::upload(engine::DeviceBytes to, std::span<const std::byte> from)
{
    assert(to.size == from.size());
    if (!from.empty())
        std::memcpy(engine::rawPointer(to.data), from.data(), from.size());
}

void HostStore::download(std::span<std::byte> to, engine::DeviceBytes from)
{
    assert(to.size() == from.size);
    if (!to.empty())
        std::memcpy(to.data(), engine::rawPointer(from.data), to.size());
}

void HostStore::fill(engine::DeviceBytes to, std::byte value)
{
    std::ranges::fill(hostSpan(to), value);
}

} // namespace training
