// What must not compile: host memory taken for a device's, and the other way round.

#include "engine/runtime/device_memory.h"

#include "engine/runtime/raw_memory.h"
#include "engine/runtime/training/matrix.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace engine {
namespace {

template <class To, class From>
constexpr bool kNeither
    = !std::is_constructible_v<
          To, From> && !std::is_convertible_v<From, To> && !std::is_assignable_v<To&, From>;

// No pointer becomes an address, and no address a pointer or a number.
static_assert(
    kNeither<
        DeviceAddress,
        void*> && kNeither<DeviceAddress, float*> && kNeither<DeviceAddress, std::nullptr_t> && kNeither<DeviceAddress, std::uintptr_t>);
static_assert(
    kNeither<
        void*,
        DeviceAddress> && kNeither<const void*, DeviceAddress> && kNeither<float*, DeviceAddress> && !std::is_convertible_v<DeviceAddress, bool> && kNeither<std::uintptr_t, DeviceAddress>);

// Nor does a view of the host's memory become one of the device's, or the other way round.
static_assert(
    kNeither<
        DeviceSpan<float>,
        std::span<
            float>> && kNeither<DeviceSpan<float>, std::vector<float>&> && kNeither<std::span<float>, DeviceSpan<float>> && kNeither<std::span<const std::byte>, DeviceBytes>);
static_assert(!std::is_constructible_v<std::span<float>, DeviceAddress, std::size_t>);

template <class View, class Pointer, class... Sizes>
concept MadeFrom = requires(Pointer pointer, Sizes... sizes)
{
    View{pointer, sizes...};
};

using Size = std::int64_t;
static_assert(MadeFrom<training::Matrix, DeviceAddress, Size, Size, Size, training::Type>);
static_assert(!MadeFrom<training::Matrix, float*, Size, Size, Size, training::Type>);
static_assert(MadeFrom<training::IndexMatrix, DeviceAddress, Size, Size>);
static_assert(!MadeFrom<training::IndexMatrix, std::int32_t*, Size, Size>);
static_assert(MadeFrom<training::Slot, DeviceAddress> && !MadeFrom<training::Slot, double*>);
static_assert(MadeFrom<DeviceBytes, DeviceAddress,
                       std::size_t> && !MadeFrom<DeviceBytes, std::byte*, std::size_t>);

// An address is not followed, either.
template <class Address>
concept Followed = requires(Address address)
{
    *address;
}
|| requires(Address address) { address[0]; };
static_assert(!Followed<DeviceAddress> && !Followed<DeviceSpan<float>> && Followed<float*>);

TEST(DeviceMemory, AddressesAreCountedInBytesAndSpansInValues)
{
    float values[8] = {};
    const DeviceAddress begin = deviceAddress(values);
    EXPECT_TRUE(begin);
    EXPECT_FALSE(DeviceAddress());
    EXPECT_EQ(begin + 4, deviceAddress(values + 1));
    const DeviceSpan<float> span{begin, 8};
    EXPECT_EQ(span.bytes(), 32U);
    const DeviceSpan<float> part = span.part(6, 2);
    EXPECT_EQ(rawPointer(part.data), values + 6);
    EXPECT_EQ(part.size, 2U);
}

} // namespace
} // namespace engine
