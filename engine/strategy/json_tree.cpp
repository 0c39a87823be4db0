#include "engine/strategy/json_tree.h"

#include "engine/strategy/text_limits.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <set>

namespace strategy {
namespace {

// How far the parser has read.
struct JsonProgress {
    const char* at = nullptr;
    bool over = false; // it asked for more than there is
};

class ReadingPlace {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    ReadingPlace(const char* at, JsonProgress* progress)
        : m_at(at)
        , m_progress(progress)
    {
    }

    const char& operator*() const { return *m_at; }
    ReadingPlace& operator++()
    {
        m_progress->at = ++m_at;
        return *this;
    }
    bool operator!=(const ReadingPlace& other) const
    {
        m_progress->over = m_at == other.m_at;
        return !m_progress->over;
    }

private:
    const char* m_at;
    JsonProgress* m_progress;
};

class JsonTreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    JsonTreeBuilder(std::string_view text, const JsonProgress& progress, JsonNode& root)
        : m_text(text)
        , m_progress(progress)
        , m_root(root)
    {
    }

    std::optional<Problem> problem;

    bool null() override { return value(JsonNode::Kind::Null); }
    bool boolean(bool) override { return value(JsonNode::Kind::Bool); }
    bool number_integer(number_integer_t number) override { return found(double(number)); }
    bool number_unsigned(number_unsigned_t number) override { return found(double(number)); }
    bool number_float(number_float_t number, const string_t&) override { return found(number); }
    bool string(string_t&) override { return value(JsonNode::Kind::Text); }
    bool binary(binary_t&) override { return fail("is no JSON text"); }
    bool start_object(std::size_t) override { return open(JsonNode::Kind::Map); }
    bool start_array(std::size_t) override { return open(JsonNode::Kind::List); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override
    {
        if (m_skipped > 0)
            return true;
        Frame& frame = m_frames.back();
        frame.key = name;
        if (!frame.keys.insert(name).second)
            return fail("has the key '" + shown(name) + "' twice; leave one of them");
        if (++m_keys > kMaxTreeKeys)
            return fail("has more than " + std::to_string(kMaxTreeKeys)
                        + " keys, the most it may have");
        return true;
    }

    bool parse_error(std::size_t, const std::string& last,
                     const nlohmann::detail::exception& error) override
    {
        const std::string_view rest = m_text.substr(wordBegin());
        for (const std::string_view word : {"NaN", "Infinity", "-Infinity", "nan", "inf", "-inf"})
            if (rest.starts_with(word))
                return fail("is " + std::string(word)
                            + "; only numbers can be read, so leave out what was not measured");
        if (dynamic_cast<const nlohmann::json::out_of_range*>(&error) != nullptr)
            return fail("is " + shown(last) + ", more than any number may be");
        if (m_progress.over)
            return fail("ends in the middle: it is cut off, or was still being written");
        return fail("is no JSON from '" + shown(rest.substr(0, 12)) + "' on");
    }

private:
    struct Frame {
        JsonNode* node;
        std::string key;            // of the member being read
        std::set<std::string> keys; // so far
    };

    std::size_t offset() const { return std::size_t(m_progress.at - m_text.data()); }

    // Of the word that the parser has just stumbled over.
    std::size_t wordBegin() const
    {
        const auto inWord = [](char byte) {
            return std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '-';
        };
        std::size_t at = offset() > 0 ? offset() - 1 : 0;
        while (at > 0 && inWord(m_text[at]) && inWord(m_text[at - 1]))
            --at;
        return at;
    }

    // Where the value that now begins is to stand; nullptr: it is walked over.
    JsonNode* place()
    {
        if (m_frames.empty())
            return &m_root;
        Frame& frame = m_frames.back();
        if (frame.node->kind == JsonNode::Kind::Map)
            return &frame.node->members.emplace_back(JsonMember{frame.key, {}}).node;
        frame.node->onlyNumbers = false;
        return nullptr;
    }

    bool value(JsonNode::Kind kind, double number = 0)
    {
        if (m_skipped > 0)
            return true;
        if (JsonNode* node = place()) {
            node->kind = kind;
            node->number = number;
            node->offset = offset();
        }
        return true;
    }

    bool found(double number)
    {
        if (!std::isfinite(number))
            return fail("is more than any number may be");
        const bool inList = m_skipped == 0 && !m_frames.empty()
            && m_frames.back().node->kind == JsonNode::Kind::List;
        if (!inList)
            return value(JsonNode::Kind::Number, number);
        if (m_frames.back().node->onlyNumbers)
            m_frames.back().node->numbers.push_back(number);
        return true;
    }

    bool open(JsonNode::Kind kind)
    {
        if (m_frames.size() + m_skipped >= std::size_t(kMaxDepth))
            return fail("is nested deeper than " + std::to_string(kMaxDepth) + " levels");
        JsonNode* node = m_skipped > 0 ? nullptr : place();
        if (node == nullptr) {
            ++m_skipped;
            return true;
        }
        node->kind = kind;
        node->offset = offset();
        m_frames.push_back({node, {}, {}});
        return true;
    }

    bool close()
    {
        if (m_skipped > 0)
            --m_skipped;
        else
            m_frames.pop_back();
        return true;
    }

    bool fail(std::string sentence)
    {
        std::string path;
        for (const Frame& frame : m_frames) {
            if (frame.node->kind == JsonNode::Kind::List)
                path += '[' + std::to_string(frame.node->numbers.size()) + ']';
            else if (!frame.key.empty())
                path += (path.empty() ? "" : ".") + shown(frame.key);
        }
        problem = {strategy::lineOf(m_text, offset()), path.empty() ? "file" : path,
                   std::move(sentence)};
        return false;
    }

    const std::string_view m_text;
    const JsonProgress& m_progress;
    JsonNode& m_root;
    std::vector<Frame> m_frames; // open maps and lists
    std::size_t m_skipped = 0;   // open ones that are walked over
    std::size_t m_keys = 0;
};

} // namespace

const JsonNode* JsonNode::find(std::string_view key) const
{
    const auto member = std::find_if(members.begin(), members.end(),
                                     [&](const auto& each) { return each.key == key; });
    return member == members.end() ? nullptr : &member->node;
}

ParsedJson parseJson(std::string_view text)
{
    ParsedJson parsed;
    JsonProgress progress{text.data()};
    JsonTreeBuilder builder(text, progress, parsed.root);
    const bool good
        = nlohmann::json::sax_parse(ReadingPlace(text.data(), &progress),
                                    ReadingPlace(text.data() + text.size(), &progress), &builder);
    if (!good && !builder.problem)
        builder.problem = {1, "file", "is no JSON"};
    parsed.problem = std::move(builder.problem);
    return parsed;
}

const char* whatItIs(JsonNode::Kind kind)
{
    constexpr const char* kWords[]
        = {"is null", "is true or false", "is a number", "is text", "is a list", "is a map"};
    return kWords[static_cast<std::size_t>(kind)];
}

int lineOf(std::string_view text, std::size_t offset)
{
    // The parser has read one byte more than a number has, which may be the end of its line.
    const std::size_t end = std::min(offset, text.size());
    return 1
        + int(std::count(text.begin(), text.begin() + std::ptrdiff_t(end > 0 ? end - 1 : 0), '\n'));
}

int lineOfItem(std::string_view text, const JsonNode& list, std::size_t item)
{
    std::size_t at = list.offset;
    for (; item > 0 && at < text.size(); ++at)
        item -= text[at] == ',';
    while (at < text.size()
           && (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t'))
        ++at;
    return lineOf(text, at + 1);
}

} // namespace strategy
