#include "engine/options/values.h"

#include "engine/strategy/problem.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace options {

CLI::Option* addValue(CLI::App& app, const std::string& name, const std::string& type,
                      std::function<plan::Outcome(const std::string&)> read,
                      const std::string& about)
{
    auto* const option = app.add_option(name, CLI::callback_t{}, about);
    option->type_name(type);
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

plan::Error outOfRange(std::string_view what, std::string_view least, std::string_view most,
                       std::string_view word)
{
    std::string sentence = "must be a ";
    sentence.append(what).append(" from ").append(least).append(" to ").append(most);
    return {sentence + ", not " + inQuotes(word)};
}

void showDefault(CLI::Option& option, const std::string& text) { option.default_str(text); }

} // namespace options
