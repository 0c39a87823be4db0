#include "engine/strategy/convert/interpolation.h"

#include "engine/strategy/convert/shell_script.h"

#include <map>
#include <optional>

namespace strategy {
namespace {

constexpr int kMaxHops = 8;

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

class Following {
public:
    explicit Following(const Settings& settings)
    {
        for (const Setting& setting : settings.entries)
            m_values.emplace(setting.key, setting.value);
    }

    // The scalar a text that is ${…} stands for. `from`: the key it is written at.
    std::optional<Node> value(std::string_view text, std::string_view from, int hops) const
    {
        constexpr std::string_view kMultiply = "multiply:";
        std::string_view inside = trimmed(text.substr(2, text.size() - 3));
        // References may go round in a circle.
        if (hops > kMaxHops)
            return std::nullopt;
        if (inside.starts_with(kMultiply))
            return product(inside.substr(kMultiply.size()), from, hops);
        // Resolvers of other names run code of their own, which nobody can know here.
        if (inside.find_first_of("${}:") != std::string_view::npos)
            return std::nullopt;
        const auto found = m_values.find(pathOf(inside, from));
        if (found == m_values.end() || found->second.kind != Node::Kind::Scalar)
            return std::nullopt;
        return followed(found->second, found->first, hops + 1);
    }

    std::optional<Node> followed(const Node& node, std::string_view key, int hops) const
    {
        if (!isReference(node.text))
            return node.text.find("${") == std::string::npos ? std::optional(node) : std::nullopt;
        return value(node.text, key, hops);
    }

    static bool isReference(std::string_view text)
    {
        return text.size() > 3 && text.starts_with("${") && text.find('}') != text.npos
            && text.ends_with('}') && text.find('}') >= 3
            && (text.find('}') == text.size() - 1 || text.starts_with("${multiply:"));
    }

private:
    // ".x" is beside the key, "..x" one level up.
    static std::string pathOf(std::string_view reference, std::string_view from)
    {
        if (!reference.starts_with('.'))
            return std::string(reference);
        while (reference.starts_with('.')) {
            reference.remove_prefix(1);
            const std::size_t dot = from.rfind('.');
            from = dot == std::string_view::npos ? std::string_view{} : from.substr(0, dot);
        }
        return from.empty() ? std::string(reference)
                            : std::string(from) + '.' + std::string(reference);
    }

    std::optional<Node> product(std::string_view factors, std::string_view from, int hops) const
    {
        const std::size_t comma = factors.find(',');
        if (comma == std::string_view::npos)
            return std::nullopt;
        std::string expression;
        for (const std::string_view part : {factors.substr(0, comma), factors.substr(comma + 1)}) {
            Node node = wordNode(std::string(trimmed(part)), 0);
            const auto known = followed(node, from, hops + 1);
            if (!known)
                return std::nullopt;
            expression += expression.empty() ? known->text : '*' + known->text;
        }
        const auto value = shellArithmetic(expression, {});
        if (!value)
            return std::nullopt;
        return wordNode(std::to_string(*value), 0);
    }

    std::map<std::string, Node, std::less<>> m_values;
};

} // namespace

std::vector<Unfollowed> followReferences(Settings& settings)
{
    const Following following(settings);
    std::vector<Unfollowed> unfollowed;
    for (Setting& setting : settings.entries) {
        if (setting.value.kind != Node::Kind::Scalar || !Following::isReference(setting.value.text))
            continue;
        const auto value = following.value(setting.value.text, setting.key, 0);
        if (value) {
            setting.value = *value;
            setting.value.line = setting.line;
            continue;
        }
        unfollowed.push_back({setting.line, setting.key, setting.value.text});
        // Null counts as not given, so a default is taken and the remark says why.
        setting.value = {Node::Kind::Null, false, setting.line, {}, {}};
    }
    return unfollowed;
}

} // namespace strategy
