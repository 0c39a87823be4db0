// What the keys of a framework are that no reader takes into a strategy, reviewed one by one
// against the framework's own list. Internal to engine/strategy/convert.
//
// A key that changes time or memory is never one that is only kept: it is taken, or what is assumed
// instead is said. A key in no table is unknown, not ignored.

#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

struct KeyGroup {
    enum class Class {
        Kept,         // changes neither time nor memory of a step; `reason` says what it is about
        Approximated, // changes them, and a strategy has no field for it: what is taken instead
        Taken,        // by a reader, unless what it depends on is off: that
    };

    Class kind = Class::Kept;
    std::string_view reason; // of a sentence that begins with the key
    std::string_view keys;   // as the settings have them, blanks or ends of lines between
};

// The keys of such a text.
std::vector<std::string_view> keysIn(std::string_view text);

// Whether a flag of Megatron's family takes no value, so that what stands behind it is not its.
bool isSwitch(std::string_view flag);

// The groups of one format, made searchable; a key of several is of the first.
class KnownKeys {
public:
    // Borrows what they point to, which is constant.
    explicit KnownKeys(std::span<const std::span<const KeyGroup>> tables);

    // nullptr: of none. "rollout_*" in a table stands for every key that begins so, which ends
    // with _ or a point.
    const KeyGroup* find(std::string_view key) const;

private:
    std::map<std::string_view, const KeyGroup*, std::less<>> m_groups;
};

} // namespace strategy
