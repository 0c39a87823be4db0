// Options and the values they take. Every refusal names its option and what it takes:
// "--steps: must be a whole number from 1 to 10, not '0'".
//
// `name` is as CLI11 takes it: "--steps", "-o,--output", or a word without dashes for one that is
// told by its place. What the value is written to must outlive the parsing; where the option is not
// given, it stays as it is: the help shows it as the default where it is a whole number or a word.

#pragma once

#include "engine/plan/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace CLI {
// CLI11's own, declared so that commands need not include all of it.
class App;
class Option;
} // namespace CLI

namespace options {

// A value that `read` takes, or says in half a sentence what is wrong with: "must be ...". Never
// called with no text: such a value is refused before. `type`: what the help calls it, as "N".
CLI::Option* addValue(CLI::App& app, const std::string& name, const std::string& type,
                      std::function<plan::Outcome(const std::string&)> read,
                      const std::string& about);

// Any text but none. Whether there is such a file is not looked at here. `Text`: std::string,
// std::filesystem::path.
template <class Text>
CLI::Option* addText(CLI::App& app, const std::string& name, const std::string& type, Text& target,
                     const std::string& about)
{
    const auto take = [&target](const std::string& word) {
        target = word;
        return plan::done();
    };
    return addValue(app, name, type, take, about);
}

// No value: it is given or not, and `target` becomes true where it is. "--flag=false" is refused.
CLI::Option* addFlag(CLI::App& app, const std::string& name, bool& target,
                     const std::string& about);

// One of `words`, the first of which is the default. A word that is not among them becomes the
// error of parse(). Precondition: `words` is not empty.
CLI::Option* addWord(CLI::App& app, const std::string& name, std::string& target,
                     const std::vector<std::string>& words, const std::string& about = {});

// Text in quotes, fit to stand in a sentence whatever it holds: escaped, and cut where it is long.
// At most 60 bytes of it are shown.
std::string inQuotes(std::string_view text);

// "a, b or c", for a sentence; the empty text of none.
std::string listOf(const std::vector<std::string>& words);

// "{a,b,c}", by which a help says what to choose from. CLI11 puts what stands here behind the
// option's name.
std::string inBraces(const std::vector<std::string>& words);

// What the help shows behind the option's name, as "=10". No effect on what is parsed.
void showDefault(CLI::Option& option, const std::string& text);

// The whole word as a decimal number from `least` to `most`, both included; else "must be a whole
// number from 1 to 10, not 'x'". Neither blanks nor a plus sign, no other base, not-a-number never.
// Number: int, std::int64_t, float or double.
template <class Number>
plan::Result<Number> numberIn(const std::string& word, Number least, Number most);

// A number from `least` to `most`, both included, as numberIn() reads it. `target`: the number,
// which holds the default, or an optional one, which is empty where the option is not given.
template <class Target, class Number>
CLI::Option* addNumber(CLI::App& app, const std::string& name, const std::string& type,
                       Target& target, Number least, Number most, const std::string& about)
{
    CLI::Option* const option = addValue(
        app, name, type,
        [&target, least, most](const std::string& word) -> plan::Outcome {
            const auto number = numberIn<Number>(word, least, most);
            if (!number)
                return number.error();
            target = *number;
            return plan::done();
        },
        about);
    if constexpr (std::is_same_v<Target, Number> && std::is_integral_v<Number>)
        if (target >= least && target <= most)
            showDefault(*option, std::to_string(target));
    return option;
}

// One of the words, each of which stands for a value, in a help that lists them. The default is not
// shown: say it in `about`. Precondition: no word stands twice. `choices` is copied, and with it
// the values.
template <class Value>
CLI::Option* addChoice(CLI::App& app, const std::string& name, const std::string& type,
                       Value& target, std::vector<std::pair<std::string, Value>> choices,
                       const std::string& about)
{
    std::vector<std::string> words;
    words.reserve(choices.size());
    for (const auto& [word, value] : choices)
        words.push_back(word);
    return addValue(
        app, name, type + ":" + inBraces(words),
        [&target, words, choices = std::move(choices)](const std::string& word) -> plan::Outcome {
            for (const auto& [known, value] : choices) {
                if (word == known) {
                    target = value;
                    return plan::done();
                }
            }
            return plan::Error{"must be " + listOf(words) + ", not " + inQuotes(word)};
        },
        about);
}

} // namespace options
