#include "engine/strategy/keep_flow.h"

#include <algorithm>
#include <vector>

namespace strategy {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

struct FlowItem {
    std::string key;
    std::size_t begin = 0; // of the key, with its quotes
    std::size_t value = 0; // where it begins
    std::size_t end = 0;   // behind the value
};

struct FlowMap {
    std::vector<FlowItem> items;
    std::size_t close = kNone; // the '}'
};

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Behind spaces, line ends and comments.
std::size_t skipBlank(std::string_view text, std::size_t at)
{
    while (at < text.size()) {
        if (isSpace(text[at]))
            ++at;
        else if (text[at] == '#' && (at == 0 || isSpace(text[at - 1])))
            at = std::min(text.find('\n', at), text.size());
        else
            break;
    }
    return at;
}

// Behind a text in quotes that begins at `at`; kNone: it does not end.
std::size_t skipQuoted(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    for (++at; at < text.size(); ++at) {
        if (quote == '"' && text[at] == '\\')
            ++at;
        else if (text[at] == quote)
            return at + 1;
    }
    return kNone;
}

// Behind the value that begins at `at`, without the blanks behind it; kNone: it does not end.
std::size_t skipValue(std::string_view text, std::size_t at)
{
    int depth = 0;
    std::size_t end = at; // behind the last of its characters
    while (at < text.size()) {
        const char c = text[at];
        if (c == '"' || (c == '\'' && (at == 0 || isSpace(text[at - 1]) || end == at))) {
            at = skipQuoted(text, at);
            if (at == kNone)
                return kNone;
            end = at;
            continue;
        }
        if (c == '#' && at > 0 && isSpace(text[at - 1])) {
            at = std::min(text.find('\n', at), text.size());
            continue;
        }
        if (depth == 0 && (c == ',' || c == '}' || c == ']'))
            return end;
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        ++at;
        if (!isSpace(c))
            end = at;
    }
    return kNone;
}

// Empty keys and `close` kNone where it cannot be followed.
FlowMap parseFlow(std::string_view text, std::size_t brace)
{
    FlowMap map;
    std::size_t at = skipBlank(text, brace + 1);
    while (at < text.size() && text[at] != '}') {
        FlowItem item;
        item.begin = at;
        const bool isQuoted = text[at] == '"' || text[at] == '\'';
        const std::size_t colon = isQuoted ? skipQuoted(text, at) : text.find(':', at);
        if (colon == kNone)
            return map;
        item.key = isQuoted ? text.substr(at + 1, colon - at - 2) : text.substr(at, colon - at);
        at = skipBlank(text, colon);
        if (at >= text.size() || text[at] != ':')
            return map;
        item.value = skipBlank(text, at + 1);
        item.end = skipValue(text, item.value);
        if (item.end == kNone || item.key.find_first_of("{}[],\n") != std::string::npos)
            return map;
        map.items.push_back(item);
        at = skipBlank(text, item.end);
        if (at < text.size() && text[at] == ',')
            at = skipBlank(text, at + 1);
        else if (at >= text.size() || text[at] != '}')
            return map;
    }
    map.close = at < text.size() ? at : kNone;
    return map;
}

const FlowItem* itemOf(const FlowMap& map, std::string_view key)
{
    const auto found = std::find_if(map.items.begin(), map.items.end(),
                                    [key](const FlowItem& item) { return item.key == key; });
    return map.close == kNone || found == map.items.end() ? nullptr : &*found;
}

// A new key behind the last one: on a line of its own where the brace stands on one.
std::string added(std::string_view text, const FlowMap& map, const std::string& item)
{
    std::string made(text);
    if (map.items.empty()) {
        made.insert(map.close, item);
        return made;
    }
    const FlowItem& last = map.items.back();
    const std::size_t behind = text.find_first_not_of(" \t", last.end);
    const bool hasComma = behind != kNone && text[behind] == ',';
    const std::size_t lineEnd = text.find('\n', last.end);
    if (lineEnd == kNone || lineEnd > map.close) {
        made.insert(hasComma ? behind + 1 : last.end, (hasComma ? " " : ", ") + item);
        return made;
    }
    const std::size_t lineBegin = text.rfind('\n', last.begin);
    const std::size_t first = lineBegin == kNone ? 0 : lineBegin + 1;
    const std::size_t indent = text.find_first_not_of(" \t", first);
    made.insert(lineEnd, '\n' + std::string(text.substr(first, indent - first)) + item);
    if (!hasComma)
        made.insert(last.end, ",");
    return made;
}

std::optional<std::string> removed(std::string_view text, const FlowMap& map, const FlowItem& item)
{
    std::size_t begin = item.begin;
    std::size_t end = item.end;
    const auto place = static_cast<std::size_t>(&item - map.items.data());
    if (place + 1 < map.items.size())
        end = map.items[place + 1].begin;
    else if (place > 0)
        begin = map.items[place - 1].end;
    if (text.substr(begin, end - begin).find(" #") != kNone)
        return {}; // or what a person wrote would go with it
    std::string made(text);
    made.erase(begin, end - begin);
    return made;
}

} // namespace

std::size_t flowRoot(std::string_view text)
{
    const std::size_t at = skipBlank(text, 0);
    return at < text.size() && text[at] == '{' ? at : kNone;
}

std::size_t flowSection(std::string_view text, std::string_view section)
{
    for (std::size_t at = 0; at < text.size();) {
        if (text.substr(at).starts_with(section)
            && text.substr(at + section.size()).starts_with(':')) {
            const std::size_t value = text.find_first_not_of(" \t", at + section.size() + 1);
            return value != kNone && text[value] == '{' ? value : kNone;
        }
        const std::size_t end = text.find('\n', at);
        at = end == kNone ? text.size() : end + 1;
    }
    return kNone;
}

std::optional<std::string> setInFlow(std::string_view text, std::size_t brace, std::string_view key,
                                     const std::optional<std::string>& value)
{
    const FlowMap map = parseFlow(text, brace);
    if (map.close == kNone)
        return {};
    const FlowItem* item = itemOf(map, key);
    if (!value)
        return item ? removed(text, map, *item) : std::optional(std::string(text));
    const bool isJson = isJsonFlow(text, brace);
    const std::string written = isJson ? jsonValue(*value) : *value;
    if (!item) {
        const std::string name = isJson ? '"' + std::string(key) + '"' : std::string(key);
        return added(text, map, name + ": " + written);
    }
    if (text.substr(item->value, item->end - item->value).find(" #") != kNone)
        return {};
    std::string made(text);
    made.replace(item->value, item->end - item->value, written);
    return made;
}

std::size_t flowWithin(std::string_view text, std::size_t brace, std::string_view key)
{
    const FlowMap map = parseFlow(text, brace);
    const FlowItem* item = itemOf(map, key);
    return item && text[item->value] == '{' ? item->value : kNone;
}

bool isJsonFlow(std::string_view text, std::size_t brace)
{
    const std::size_t first = skipBlank(text, brace + 1);
    return first < text.size() && text[first] == '"';
}

std::string jsonValue(std::string_view value)
{
    std::string made;
    for (std::size_t at = 0; at < value.size();) {
        const char c = value[at];
        if (c == '"' || c == '\'') {
            const std::size_t end = std::min(skipQuoted(value, at), value.size());
            if (c == '"') {
                made += value.substr(at, end - at);
            } else {
                // A quote in single quotes is written twice.
                made += '"';
                for (std::size_t i = at + 1; i + 1 < end; ++i) {
                    if (value[i] == '\'' && value[i + 1] == '\'' && i + 2 < end)
                        ++i;
                    made += value[i] == '"' || value[i] == '\\' ? std::string("\\") + value[i]
                                                                : std::string(1, value[i]);
                }
                made += '"';
            }
            at = end;
            continue;
        }
        if (isSpace(c) || std::string_view("{}[],:").find(c) != kNone) {
            made += c;
            ++at;
            continue;
        }
        // A plain text may have spaces, and colons that no space follows.
        std::size_t end = at;
        while (end < value.size() && std::string_view("{}[],").find(value[end]) == kNone
               && !(value[end] == ':' && (end + 1 == value.size() || isSpace(value[end + 1]))))
            ++end;
        while (end > at && isSpace(value[end - 1]))
            --end;
        const std::string_view word = value.substr(at, end - at);
        const bool isPlain = word == "true" || word == "false" || word == "null"
            || (word.find_first_not_of("0123456789+-.eE") == kNone
                && word.find_first_of("0123456789") != kNone);
        made += isPlain ? std::string(word) : '"' + std::string(word) + '"';
        at = end;
    }
    return made;
}

} // namespace strategy
