#include "engine/strategy/convert/shell_script.h"

#include "engine/strategy/convert/shell_reader.h"
#include "engine/strategy/file.h"
#include "engine/strategy/text_limits.h"

#include <algorithm>
#include <filesystem>

namespace strategy {
namespace {

constexpr std::size_t kSourceCost = 4096; // of a script, in bytes, beside its text

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

// The file in the folder; empty where there is none, or where it lies elsewhere.
std::string pathWithin(const std::string& folder, const std::string& name)
{
    std::error_code error;
    const auto root = std::filesystem::canonical(folder, error);
    if (error)
        return {};
    const auto file = std::filesystem::canonical(root / name, error);
    if (error || !std::filesystem::is_regular_file(file, error))
        return {};
    const auto [end, unused] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
    return end == root.end() ? file.string() : std::string{};
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
    const bool mayRead = !m_folder.empty() && !name.empty() && name.size() < 200
        && name.front() != '/' && m_sourced < kMaxScriptBytes;
    const std::string path = mayRead ? pathWithin(m_folder, name) : std::string{};
    const auto text = path.empty() ? plan::Result<std::string>(plan::Error{})
                                   : readTextFile(path, kMaxScriptBytes - m_sourced);
    if (!text) {
        m_script.leftOut.push_back({word.line, command.front().text + ' ' + shown(word.text),
                                    "takes in what is written elsewhere, which is not followed"});
        return;
    }
    m_sourced += text->size() + kSourceCost;
    const std::string clean = cleanText(*text, m_script);
    if (m_script.problem)
        return;
    m_script.assumed.push_back({word.line, shown(word.text),
                                "is taken for " + shown(name) + " in the folder of the script"});
    readInner(clean);
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
