#include "engine/strategy/convert/settings.h"

#include "engine/strategy/text_limits.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>

namespace strategy {
namespace {

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string segment(std::string_view key)
{
    const auto harmless = [](char c) { return isWordCharacter(c) || c == '-' || c == '/'; };
    return !key.empty() && std::all_of(key.begin(), key.end(), harmless) ? std::string(key)
                                                                         : quotedText(key);
}

// Walks a document once; aliases are followed, so what they repeat is counted.
class Flattening {
public:
    Flattening(const Document& document, Settings& settings)
        : m_document(document)
        , m_settings(settings)
    {
    }

    void map(const Node& node, const std::string& path)
    {
        std::map<std::string_view, int> seen;
        for (std::size_t i = 0; i + 1 < node.children.size() && !m_full; i += 2) {
            const Node& key = m_document.at(node.children[i]);
            if (key.kind != Node::Kind::Scalar) {
                problem(key.line, path, "has a key that is not a word");
                continue;
            }
            const std::string inside
                = path.empty() ? segment(key.text) : path + '.' + segment(key.text);
            const auto [first, isNew] = seen.emplace(key.text, key.line);
            if (!isNew)
                problem(key.line, inside,
                        "is given twice, first on line " + std::to_string(first->second)
                            + "; keep one");
            else if (key.text == "<<" && key.plain)
                problem(key.line, inside,
                        "merges in another part of the file, which is not followed; write its "
                        "keys out");
            else
                value(key, m_document.at(node.children[i + 1]), inside);
        }
    }

private:
    void value(const Node& key, const Node& node, const std::string& path)
    {
        if (node.kind == Node::Kind::Map && !node.children.empty())
            return map(node, path);
        // A small file may unfold to any size through aliases, so what comes out is bounded, not
        // what goes in.
        if (m_settings.entries.size() >= kMaxSettings)
            return stop(key.line, "has more than " + std::to_string(kMaxSettings) + " settings");
        Setting setting{path, key.line, node, {}, false, {}};
        // They are indices into a document that ends with the reading.
        setting.value.children.clear();
        write(node, setting.written);
        if (node.kind == Node::Kind::List)
            takeItems(node, setting);
        m_settings.entries.push_back(std::move(setting));
        if (m_written > kMaxWrittenBytes)
            stop(key.line, "repeats itself through aliases too often to be a configuration");
    }

    void takeItems(const Node& node, Setting& setting) const
    {
        for (const int child : node.children) {
            const Node& item = m_document.at(child);
            if (item.kind == Node::Kind::List || item.kind == Node::Kind::Map) {
                // A list of lists has no field; its text is kept for the way back.
                setting.nested = true;
                setting.items.clear();
                return;
            }
            setting.items.push_back(item);
        }
    }

    void write(const Node& node, std::string& text)
    {
        const std::size_t before = text.size();
        if (m_written > kMaxWrittenBytes)
            return;
        if (node.kind == Node::Kind::Null || node.kind == Node::Kind::Scalar) {
            text += node.kind == Node::Kind::Null ? "null" : writtenScalar(node);
            m_written += text.size() - before + 1;
            return;
        }
        const bool isMap = node.kind == Node::Kind::Map;
        text += isMap ? '{' : '[';
        m_written += 2;
        for (std::size_t i = 0; i < node.children.size() && m_written <= kMaxWrittenBytes; ++i) {
            const Node& child = m_document.at(node.children[i]);
            if (i > 0)
                text += isMap && i % 2 == 1 ? ": " : ", ";
            if (isMap && i % 2 == 0 && child.kind == Node::Kind::Scalar)
                text += quotedText(child.text);
            else
                write(child, text);
        }
        text += isMap ? '}' : ']';
    }

    void problem(int line, const std::string& path, std::string sentence)
    {
        m_settings.problems.push_back(
            {line, path.empty() ? "file" : shown(path), std::move(sentence)});
    }

    void stop(int line, std::string sentence)
    {
        if (!m_full)
            problem(line, "", std::move(sentence));
        m_full = true;
    }

    const Document& m_document;
    Settings& m_settings;
    std::size_t m_written = 0;
    bool m_full = false;
};

Settings refused(int line, std::string sentence)
{
    return {{}, {{line, "file", std::move(sentence)}}};
}

} // namespace

namespace {

// A character that no file may hold as it is, as YAML and JSON escape it.
std::string escaped(std::string_view character)
{
    std::uint32_t code = static_cast<unsigned char>(character.front());
    if (character.size() > 1) {
        code &= 0xFFu >> (character.size() + 1);
        for (const char byte : character.substr(1))
            code = (code << 6) | (static_cast<unsigned char>(byte) & 0x3Fu);
    }
    char text[16];
    std::snprintf(text, sizeof text, code > 0xFFFF ? "\\U%08X" : "\\u%04X", unsigned(code));
    return text;
}

std::size_t bytesOfCharacter(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    return length <= text.size() ? length : 1;
}

} // namespace

std::string quotedText(std::string_view text)
{
    std::string result = "\"";
    while (!text.empty()) {
        const char c = text.front();
        const std::size_t length = bytesOfCharacter(text);
        if (c == '"' || c == '\\')
            result += '\\';
        if (c == '\n')
            result += "\\n";
        else if (c == '\r')
            result += "\\r";
        else if (c == '\t')
            result += "\\t";
        else if (characterLength(text) == 0)
            result += escaped(text.substr(0, length));
        else
            result += text.substr(0, length);
        text.remove_prefix(length);
    }
    return result + '"';
}

std::string writtenScalar(const Node& node)
{
    const auto harmless
        = [](char c) { return isWordCharacter(c) || c == '.' || c == '-' || c == '+' || c == '/'; };
    const std::string& text = node.text;
    const bool begins = !text.empty()
        && (isWordCharacter(text.front()) || text.front() == '.' || text.front() == '/'
            || (text.front() == '-' && text.size() > 1 && isWordCharacter(text[1])));
    return node.plain && begins && std::all_of(text.begin(), text.end(), harmless)
        ? text
        : quotedText(text);
}

Node wordNode(std::string text, int line)
{
    return {Node::Kind::Scalar, true, line, std::move(text), {}};
}

Settings readSettings(std::string_view text)
{
    if (text.size() > kMaxConfigurationBytes)
        return refused(1,
                       "has " + std::to_string(text.size()) + " bytes; a configuration has at most "
                           + std::to_string(kMaxConfigurationBytes));
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos)
        return refused(1, "is empty");
    ParsedDocument parsed;
    // JSON is YAML but for tabs, so one parser reads both.
    if (text[begin] == '{') {
        std::string json(text); // YAML refuses the tabs that JSON is indented with
        std::replace(json.begin(), json.end(), '\t', ' ');
        parsed = parseDocument(json);
    } else {
        parsed = parseDocument(text);
    }
    if (parsed.problem)
        return {{}, {*parsed.problem}};
    if (parsed.document.root().kind != Node::Kind::Map)
        return refused(1, "must be a mapping, with a key and a value on each line");
    Settings settings;
    Flattening(parsed.document, settings).map(parsed.document.root(), "");
    return settings;
}

} // namespace strategy
