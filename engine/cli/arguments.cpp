#include "engine/cli/arguments.h"

#include "engine/strategy/problem.h"
#include "engine/strategy/scalars.h"

#include <algorithm>
#include <charconv>

namespace cli {

plan::Result<int> positiveInteger(const std::string& flag, const std::string& word)
{
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool digits = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
        return c >= '0' && c <= '9';
    });
    if (!digits || error != std::errc{} || end != word.data() + word.size() || value < 1)
        return plan::Error{flag + ": must be a whole number from 1 to 2147483647, not '"
                           + strategy::shown(word) + "'"};
    return value;
}

plan::Result<plan::Nanoseconds> microseconds(const std::string& flag, const std::string& word)
{
    strategy::Node node;
    node.kind = strategy::Node::Kind::Scalar;
    node.plain = true;
    node.text = word;
    const auto time = strategy::microsecondsOf(node);
    if (!time)
        return plan::Error{flag + ": " + time.error().message};
    return *time;
}

} // namespace cli
