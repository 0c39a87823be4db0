#include "engine/strategy/convert/torchtitan_toml.h"

#include "engine/strategy/scalars.h"
#include "engine/strategy/text_limits.h"

#include <algorithm>
#include <cmath>
#include <optional>

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/impl/preprocessor.h>
// Its assertions do not hold for every broken text ("[(a]"), and behind each stands a check that
// answers with an error; without NDEBUG they would stop the program, and some compilers take
// them for promises.
#undef TOML_ASSERT
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT(expr) static_cast<void>(0)
#define TOML_ASSERT_ASSUME(expr) static_cast<void>(0)
#include <toml++/toml.h>

namespace strategy {
namespace {

constexpr int kMaxDots = 16;       // of one key; torchtitan's have one
constexpr int kMaxTomlNested = 16; // lists and tables within each other

// Follows the text as far as quotes and comments go: enough to see how deeply keys and brackets
// nest, and that what is neither is ASCII, as the parser takes for granted.
class TomlScan {
public:
    explicit TomlScan(std::string_view text)
        : m_text(text)
    {
    }

    std::optional<Problem> firstProblem()
    {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '"' || c == '\'')
                skipQuoted(c);
            else if (c == '#')
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
            else if (static_cast<unsigned char>(c) >= 0x80)
                return Problem{m_line, "file",
                               "is not TOML here: only text in quotes and comments may have such "
                               "characters"};
            else if (!step(c))
                return Problem{m_line, "file", "is nested too deeply to be a configuration"};
        }
        return std::nullopt;
    }

private:
    bool step(char c)
    {
        ++m_at;
        if (c == '\n')
            ++m_line;
        if (c == '\n' || c == '=' || c == ',')
            m_dots = 0;
        if (c == '.')
            ++m_dots;
        if (c == '[' || c == '{')
            ++m_open;
        if ((c == ']' || c == '}') && m_open > 0)
            --m_open;
        return m_dots <= kMaxDots && m_open <= kMaxTomlNested;
    }

    // How many of that quote stand here, up to five.
    std::size_t quotesHere(char quote) const
    {
        std::size_t count = 0;
        while (count < 5 && m_at + count < m_text.size() && m_text[m_at + count] == quote)
            ++count;
        return count;
    }

    void skipQuoted(char quote)
    {
        const bool many = quotesHere(quote) >= 3;
        m_at += many ? 3 : 1;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (const std::size_t quotes = quotesHere(quote); many && quotes >= 3) {
                m_at += quotes; // the last three end it
                return;
            }
            if (!many && (c == quote || c == '\n')) { // at a line end the parser stops, too
                m_at += c == quote ? 1 : 0;
                return;
            }
            m_line += c == '\n' ? 1 : 0;
            const bool escapes
                = c == '\\' && quote == '"' && m_at + 1 < m_text.size() && m_text[m_at + 1] != '\n';
            m_at += escapes ? 2 : 1;
        }
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    int m_dots = 0;
    int m_open = 0;
};

Node scalarOf(const toml::node& value)
{
    const int line = static_cast<int>(value.source().begin.line);
    if (const auto* text = value.as_string())
        return {Node::Kind::Scalar, false, line, text->get(), {}};
    if (const auto* whole = value.as_integer())
        return wordNode(std::to_string(whole->get()), line);
    if (const auto* flag = value.as_boolean())
        return wordNode(flag->get() ? "true" : "false", line);
    if (const auto* decimal = value.as_floating_point()) {
        const double number = decimal->get();
        if (!std::isfinite(number))
            return wordNode("not-a-number", line);
        std::string text = decimalText(number);
        if (text.find('.') == std::string::npos)
            text += ".0";
        return wordNode(std::move(text), line);
    }
    return wordNode("a-date", line);
}

class TomlFlattening {
public:
    explicit TomlFlattening(Settings& settings)
        : m_settings(settings)
    {
    }

    void table(const toml::table& table, const std::string& path)
    {
        for (const auto& [key, value] : table) {
            if (m_settings.entries.size() >= kMaxSettings) {
                if (m_settings.problems.empty())
                    m_settings.problems.push_back(
                        {static_cast<int>(value.source().begin.line), "file",
                         "has more than " + std::to_string(kMaxSettings) + " settings"});
                return;
            }
            const std::string inside
                = path.empty() ? segment(key.str()) : path + '.' + segment(key.str());
            if (const auto* section = value.as_table(); section != nullptr && !section->empty())
                this->table(*section, inside);
            else
                add(value, inside);
        }
    }

private:
    static std::string segment(std::string_view key)
    {
        const bool plain = !key.empty()
            && key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789_-/")
                == std::string_view::npos;
        return plain ? std::string(key) : quotedText(key);
    }

    void add(const toml::node& value, const std::string& path)
    {
        const int line = static_cast<int>(value.source().begin.line);
        Setting setting{path, line, {Node::Kind::Map, false, line, {}, {}}, {}, false, "{}"};
        if (const auto* list = value.as_array()) {
            setting.value.kind = Node::Kind::List;
            for (const toml::node& item : *list)
                if (item.is_array() || item.is_table())
                    setting.nested = true;
            for (const toml::node& item : *list)
                if (!setting.nested)
                    setting.items.push_back(scalarOf(item));
        } else if (!value.is_table()) {
            setting.value = scalarOf(value);
        }
        setting.written = written(value);
        m_settings.entries.push_back(std::move(setting));
    }

    static std::string written(const toml::node& value)
    {
        std::string text;
        if (const auto* list = value.as_array()) {
            for (const toml::node& item : *list)
                text.append(text.empty() ? "" : ", ").append(written(item));
            return '[' + text + ']';
        }
        if (const auto* map = value.as_table()) {
            for (const auto& [key, item] : *map)
                text.append(text.empty() ? "" : ", ")
                    .append(quotedText(key.str()))
                    .append(": ")
                    .append(written(item));
            return '{' + text + '}';
        }
        return writtenScalar(scalarOf(value));
    }

    Settings& m_settings;
};

Settings refusedToml(int line, std::string sentence)
{
    return {{}, {{line, "file", std::move(sentence)}}};
}

} // namespace

Settings readToml(std::string_view text)
{
    if (text.size() > kMaxConfigurationBytes)
        return refusedToml(1,
                           "has " + std::to_string(text.size())
                               + " bytes; a configuration has at most "
                               + std::to_string(kMaxConfigurationBytes));
    if (auto broken = firstLimitBroken(text))
        return {{}, {*std::move(broken)}};
    if (auto problem = TomlScan(text).firstProblem())
        return {{}, {*std::move(problem)}};
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed) {
        const int line = static_cast<int>(parsed.error().source().begin.line);
        return refusedToml(std::max(1, line),
                           "is not TOML here: " + shown(parsed.error().description()));
    }
    Settings settings;
    TomlFlattening(settings).table(parsed.table(), "");
    std::stable_sort(settings.entries.begin(), settings.entries.end(),
                     [](const Setting& a, const Setting& b) { return a.line < b.line; });
    return settings;
}

} // namespace strategy
