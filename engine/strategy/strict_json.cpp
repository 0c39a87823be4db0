#include "engine/strategy/strict_json.h"

#include <set>
#include <string>
#include <vector>

namespace strategy {
namespace {

// Sees every part of the text and builds nothing.
class JsonBounds : public nlohmann::json_sax<nlohmann::json> {
public:
    std::string broken; // the limit that was broken, as a sentence

    bool null() override { return value(); }
    bool boolean(bool) override { return value(); }
    bool number_integer(number_integer_t) override { return value(); }
    bool number_unsigned(number_unsigned_t) override { return value(); }
    bool number_float(number_float_t, const string_t&) override { return value(); }
    bool string(string_t&) override { return value(); }
    bool binary(binary_t&) override { return value(); }
    bool start_object(std::size_t) override { return open(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    // Parsers differ in which of two equal keys they take, so a file with both is refused.
    bool key(string_t& name) override
    {
        if (++m_names > kMaxJsonKeys)
            return refuse("has more than " + std::to_string(kMaxJsonKeys) + " keys");
        return m_keys.back().insert(name).second || refuse("has a key twice in one object");
    }
    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception&) override
    {
        return refuse("is no JSON at byte " + std::to_string(position));
    }

protected:
    std::size_t depth() const { return m_keys.size(); } // objects and lists that are open

private:
    bool refuse(std::string why)
    {
        broken = std::move(why);
        return false;
    }
    bool value()
    {
        return ++m_values <= kMaxJsonValues
            || refuse("has more than " + std::to_string(kMaxJsonValues) + " values");
    }
    bool open()
    {
        m_keys.emplace_back();
        return value()
            && (m_keys.size() <= kMaxJsonDepth
                || refuse("is nested deeper than " + std::to_string(kMaxJsonDepth)));
    }
    bool close()
    {
        m_keys.pop_back();
        return true;
    }

    std::size_t m_values = 0;
    std::size_t m_names = 0;
    std::vector<std::set<std::string>> m_keys; // of the objects that are open
};

// Keeps one number of the outermost object.
class JsonNatural final : public JsonBounds {
public:
    explicit JsonNatural(std::string_view wanted)
        : m_wanted(wanted)
    {
    }

    std::optional<std::uint64_t> found;

    bool key(string_t& name) override
    {
        m_isNext = depth() == 1 && name == m_wanted;
        return JsonBounds::key(name);
    }
    bool number_unsigned(number_unsigned_t number) override
    {
        if (m_isNext && depth() == 1)
            found = number;
        m_isNext = false;
        return JsonBounds::number_unsigned(number);
    }
    bool start_array(std::size_t count) override
    {
        m_isNext = false;
        return JsonBounds::start_array(count);
    }

private:
    const std::string_view m_wanted;
    bool m_isNext = false; // the value that follows is that of the wanted key
};

// Sees a text whole without building anything of it.
plan::Outcome look(std::string_view text, JsonBounds& bounds)
{
    if (text.empty() || text.front() != '{')
        return plan::Error{"does not begin with a JSON object"};
    if (!nlohmann::json::sax_parse(text, &bounds))
        return plan::Error{bounds.broken};
    return plan::done();
}

} // namespace

plan::Result<nlohmann::json> parseStrictJson(std::string_view text)
{
    JsonBounds bounds;
    // Two passes: the first builds nothing, so a hostile text is refused before it takes memory.
    if (auto looked = look(text, bounds); !looked)
        return looked.error();
    return nlohmann::json::parse(text, nullptr, false);
}

plan::Result<std::optional<std::uint64_t>> naturalInText(std::string_view text,
                                                         std::string_view key, std::uint64_t most)
{
    JsonNatural natural(key);
    if (auto looked = look(text, natural); !looked)
        return looked.error();
    return natural.found && *natural.found <= most ? natural.found : std::nullopt;
}

const nlohmann::json* memberOf(const nlohmann::json& object, const char* key)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

std::optional<std::string> textIn(const nlohmann::json& object, const char* key)
{
    const nlohmann::json* const value = memberOf(object, key);
    return value != nullptr && value->is_string() ? std::optional(value->get<std::string>())
                                                  : std::nullopt;
}

std::optional<std::uint64_t> naturalIn(const nlohmann::json& object, const char* key,
                                       std::uint64_t most)
{
    const nlohmann::json* value = memberOf(object, key);
    if (value == nullptr || !value->is_number_unsigned() || value->get<std::uint64_t>() > most)
        return std::nullopt;
    return value->get<std::uint64_t>();
}

} // namespace strategy
