// The files of resources/hardware as text, put into the program when it is built, so that it needs
// no installed data. The definitions are generated from embedded.cpp.in.

#pragma once

#include <span>
#include <string_view>

namespace strategy {

// Both views last as long as the program.
struct EmbeddedFile {
    std::string_view name; // without ".yaml"
    std::string_view text; // as it stands in the repository; readHardware() or readProfile()
};

// One file a device, and one file a set of measured efficiencies; hardware.h reads them.
std::span<const EmbeddedFile> hardwareFiles();
std::span<const EmbeddedFile> profileFiles();

} // namespace strategy
