// The files of resources/hardware as text, put into the program when it is built, so that it needs
// no installed data. The definitions are generated from embedded.cpp.in.

#pragma once

#include <span>
#include <string_view>

namespace strategy {

// Both views last as long as the program.
struct EmbeddedFile {
    std::string_view name; // without its ending
    std::string_view text; // as it stands in the repository
};

// One file a device, one a profile of measured efficiencies, and one a software stack; hardware.h
// reads them.
std::span<const EmbeddedFile> hardwareFiles();
std::span<const EmbeddedFile> profileFiles();
std::span<const EmbeddedFile> stackFiles();
// Tables: left_out, of runs predicted without having been fitted to (left_out.h), and kernels, of
// kernels measured by themselves (measured_kernels.h).
std::span<const EmbeddedFile> tableFiles();

} // namespace strategy
