// What a person calls the kinds of spans, as the exports of a recording have them.

#pragma once

#include "telemetry/wire.h"

#include <iterator>
#include <string_view>

namespace launch {

// The word of one kind, lower case and the same in every format, so that exports can be compared.
// "op" for a kind that this version does not know. The text lives as long as the program.
inline std::string_view wordOf(telemetry::SpanKind kind)
{
    constexpr std::string_view kNames[]
        = {"forward", "backward",   "input gradient", "weight gradient", "send",
           "receive", "collective", "optimizer",      "recomputation"};
    const auto index = static_cast<std::size_t>(kind);
    return index < std::size(kNames) ? kNames[index] : "op";
}

} // namespace launch
