#include "engine/strategy/convert/shell_script.h"

#include "engine/strategy/convert/shell_reader.h"
#include "engine/strategy/file.h"
#include "engine/strategy/text_limits.h"

#include <utility>

namespace strategy {
namespace {

constexpr std::size_t kSourceCost = 4096;  // of a script, in bytes, beside its text
constexpr std::size_t kLookingCost = 1024; // of looking for one that is not there

// Without carriage returns; what is wrong with it is the script's problem.
std::string cleanText(std::string_view text, ShellScript& script)
{
    int line = 1;
    std::string clean;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t length = characterLength(rest);
        if (length == 0) {
            script.problem = Problem{line, "file",
                                     "has a byte that is not printable UTF-8 text ("
                                         + shown(rest.substr(0, 1)) + ")"};
            return {};
        }
        line += rest.front() == '\n' ? 1 : 0;
        if (rest.front() != '\r')
            clean += rest.substr(0, length);
        rest.remove_prefix(length);
    }
    return clean;
}

std::string tooMuchSourced()
{
    return "would make what the script takes in more than " + std::to_string(kMaxScriptBytes)
        + " bytes; not read";
}

} // namespace

void ScriptReader::run()
{
    while (!atEnd())
        readCommand();
    for (const auto& [name, variable] : m_variables) {
        std::vector<ShellWord> words;
        for (const GlyphText& item : variable.items)
            if (variable.array)
                words.push_back(wordOf(item));
            else
                splitScript(item, words);
        if (variable.array || (!words.empty() && words.front().text.starts_with("--")))
            m_script.arrays[name] = std::move(words);
    }
}

// The error is what is told instead.
plan::Result<std::string> ScriptReader::sourcedText(const plan::Result<FoundScript>& found) const
{
    if (!found)
        return found.error();
    auto text = readTextFileAt(found->file.string(), kMaxScriptBytes);
    if (!text)
        return plan::Error{text.error().message + "; not read"};
    if (m_sourced + text->size() > kMaxScriptBytes)
        return plan::Error{tooMuchSourced()};
    return text;
}

// `source NAME`, or NAME behind a folder that only running the script could tell: most often that
// of the script itself.
void ScriptReader::sourceScript(const std::vector<ShellWord>& command)
{
    const ShellWord& word = command[1];
    std::string name = word.text;
    if (word.unknown >= 0) {
        const std::string& piece = m_script.unknowns[static_cast<std::size_t>(word.unknown)].text;
        name = name.starts_with(piece + '/') ? name.substr(piece.size() + 1) : std::string{};
    }
    const auto found = m_sourced < kMaxScriptBytes
        ? m_folder.find(name, m_from)
        : plan::Result<FoundScript>(plan::Error{tooMuchSourced()});
    const auto text = sourcedText(found);
    if (!text) {
        m_sourced += kLookingCost;
        m_script.leftOut.push_back(
            {word.line, command.front().text + ' ' + shown(word.text), text.error().message});
        return;
    }
    m_sourced += text->size() + kSourceCost;
    const std::string clean = cleanText(*text, m_script);
    if (m_script.problem)
        return;
    const std::string what = shown(found->name);
    m_script.assumed.push_back({word.line, shown(word.text),
                                found->isAbove
                                    ? "is taken for " + what + " in the repository of the script"
                                    : "is taken for " + what + " in the folder of the script"});
    const auto outside = std::exchange(m_from, found->file.parent_path());
    readInner(clean);
    m_from = outside;
}

ShellScript readShellScript(std::string_view text, const std::string& folder)
{
    ShellScript script;
    if (text.size() > kMaxScriptBytes) {
        script.problem = Problem{1, "file",
                                 "has " + std::to_string(text.size())
                                     + " bytes; a script of arguments has at most "
                                     + std::to_string(kMaxScriptBytes)};
        return script;
    }
    const std::string clean = cleanText(text, script);
    if (!script.problem)
        ScriptReader(clean, folder, script).run();
    return script;
}

} // namespace strategy
