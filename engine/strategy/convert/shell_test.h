// Whether a test of a shell script holds: [ a = b ], [[ a == b* ]], test -n a. Internal to the
// files shell_*.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strategy {

struct TestWord {
    std::string text;
    bool known = true; // else only running the script could tell what it is
};

// Of the words between the brackets. With `patterns` the right side of = is one, as in [[ ]].
// Nothing where that hangs on files, on words that are not known, or on what is not followed here.
std::optional<bool> shellTest(const std::vector<TestWord>& words, bool patterns);

// Whether the text is of the pattern, in which * stands for any text and ? for one character;
// nothing where the pattern has brackets.
std::optional<bool> matchesPattern(std::string_view text, std::string_view pattern);

} // namespace strategy
