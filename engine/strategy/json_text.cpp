#include "engine/strategy/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace strategy {

void appendJsonString(std::string& out, std::string_view text)
{
    const bool plain = std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
    });
    // The common case without the library: a trace has a name for every event.
    if (plain) {
        out += '"';
        out += text;
        out += '"';
        return;
    }
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void appendJsonNumber(std::string& out, double value) { out += nlohmann::json(value).dump(); }

} // namespace strategy
