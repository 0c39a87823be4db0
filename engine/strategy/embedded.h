// The files of resources/hardware as text, put into the program when it is built.

#pragma once

#include <span>
#include <string_view>

namespace strategy {

struct EmbeddedFile {
    std::string_view name; // without ".yaml"
    std::string_view text;
};

std::span<const EmbeddedFile> hardwareFiles();
std::span<const EmbeddedFile> profileFiles();

} // namespace strategy
