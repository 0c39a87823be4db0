#include "engine/strategy/convert/known_formats.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

// A constant of another file may not be there yet when this one is made, so it is asked for
// when someone asks.
const auto& table()
{
#define STRATEGY_LIST_FORMAT(format) format,
    static const std::array kFormats{STRATEGY_FORMATS(STRATEGY_LIST_FORMAT)};
#undef STRATEGY_LIST_FORMAT
    return kFormats;
}

} // namespace

const char* word(Remark::Kind kind)
{
    switch (kind) {
    case Remark::Kind::Ignored:
        return "ignored";
    case Remark::Kind::Kept:
        return "kept";
    case Remark::Kind::Unknown:
        return "unknown";
    case Remark::Kind::Unresolved:
        return "unresolved";
    case Remark::Kind::Approximated:
        return "approximated";
    case Remark::Kind::Assumed:
        return "assumed";
    case Remark::Kind::NotExpressible:
        return "not expressible";
    }
    return "";
}

std::span<const Format> formats() { return table(); }

const Format* findFormat(std::string_view name)
{
    const std::span<const Format> all = formats();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Format& format) { return format.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace strategy
