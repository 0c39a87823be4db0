#include "engine/options/values.h"

#include "engine/strategy/problem.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <type_traits>

namespace options {

CLI::Option* addValue(CLI::App& app, const std::string& name, const std::string& type,
                      std::function<plan::Outcome(const std::string&)> read,
                      const std::string& about)
{
    auto* const option = app.add_option(name, CLI::callback_t{}, about);
    option->type_name(type);
    // Read in the check rather than in a callback: what a check returns becomes a sentence about
    // the option.
    option->check(CLI::Validator(
        [read = std::move(read)](const std::string& word) -> std::string {
            if (word.empty())
                return "needs a value";
            const auto taken = read(word);
            return taken ? "" : taken.error().message;
        },
        ""));
    return option;
}

CLI::Option* addFlag(CLI::App& app, const std::string& name, bool& target, const std::string& about)
{
    // CLI11 would take "--flag=false" for the opposite of the flag, which nobody reads out of a
    // help.
    return app.add_flag(name, target, about)->disable_flag_override();
}

CLI::Option* addWord(CLI::App& app, const std::string& name, std::string& target,
                     const std::vector<std::string>& words, const std::string& about)
{
    target = words.front();
    auto* const option = addValue(
        app, name, "WORD:" + inBraces(words),
        [&target, words](const std::string& word) -> plan::Outcome {
            if (std::find(words.begin(), words.end(), word) == words.end())
                return plan::Error{"must be " + listOf(words) + ", not " + inQuotes(word)};
            target = word;
            return plan::done();
        },
        about);
    return option->default_str(target);
}

std::string inQuotes(std::string_view text) { return '\'' + strategy::shown(text) + '\''; }

std::string listOf(const std::vector<std::string>& words)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text.append(i == 0 ? "" : i + 1 == words.size() ? " or " : ", ").append(words[i]);
    return text;
}

std::string inBraces(const std::vector<std::string>& words)
{
    return '{' + CLI::detail::join(words) + '}';
}

template <class Number>
plan::Result<Number> numberIn(const std::string& word, Number least, Number most)
{
    Number number{};
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    // Written so that not-a-number is out of range, too.
    if (error == std::errc{} && stop == end && number >= least && number <= most)
        return number;
    const auto shown = [](Number bound) {
        char text[64];
        return std::string(text, std::to_chars(text, text + sizeof text, bound).ptr);
    };
    const std::string what = std::is_integral_v<Number> ? "whole number" : "number";
    return plan::Error{"must be a " + what + " from " + shown(least) + " to " + shown(most)
                       + ", not " + inQuotes(word)};
}

template plan::Result<int> numberIn(const std::string&, int, int);
template plan::Result<std::int64_t> numberIn(const std::string&, std::int64_t, std::int64_t);
template plan::Result<float> numberIn(const std::string&, float, float);
template plan::Result<double> numberIn(const std::string&, double, double);

void showDefault(CLI::Option& option, const std::string& text) { option.default_str(text); }

} // namespace options
