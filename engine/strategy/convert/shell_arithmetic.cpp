#include "engine/strategy/convert/shell_script.h"

#include <algorithm>
#include <charconv>

namespace strategy {
namespace {

// Not std::isalpha: that asks the locale, and scripts have none.
bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDecimalDigit(char c) { return c >= '0' && c <= '9'; }

class Arithmetic {
public:
    Arithmetic(std::string_view text, const std::map<std::string, std::string, std::less<>>& values)
        : m_text(text)
        , m_values(values)
    {
    }

    std::optional<long long> whole()
    {
        const auto value = either(0);
        skipBlanks();
        return m_text.empty() ? value : std::nullopt;
    }

private:
    using Value = std::optional<long long>;

    Value either(int depth)
    {
        Value left = both(depth);
        while (left && skip("||")) {
            const Value right = both(depth);
            left = right ? Value(*left != 0 || *right != 0) : std::nullopt;
        }
        return left;
    }

    Value both(int depth)
    {
        Value left = comparison(depth);
        while (left && skip("&&")) {
            const Value right = comparison(depth);
            left = right ? Value(*left != 0 && *right != 0) : std::nullopt;
        }
        return left;
    }

    Value comparison(int depth)
    {
        Value left = sum(depth);
        // Longer signs first: < begins <=, too.
        for (const std::string_view sign : {"==", "!=", "<=", ">=", "<", ">"}) {
            if (!left || !skip(sign))
                continue;
            const Value right = sum(depth);
            if (!right)
                return std::nullopt;
            return sign == "==" ? *left == *right
                : sign == "!="  ? *left != *right
                : sign == "<="  ? *left <= *right
                : sign == ">="  ? *left >= *right
                : sign == "<"   ? *left < *right
                                : *left > *right;
        }
        return left;
    }

    Value sum(int depth)
    {
        Value left = term(depth);
        for (skipBlanks(); left && (next('+') || next('-')); skipBlanks()) {
            const bool minus = take() == '-';
            const Value right = term(depth);
            long long result = 0;
            if (!right
                // The shell would wrap around; a size that does is a mistake, and is left unknown.
                || (minus ? __builtin_sub_overflow(*left, *right, &result)
                          : __builtin_add_overflow(*left, *right, &result)))
                return std::nullopt;
            left = result;
        }
        return left;
    }

    Value term(int depth)
    {
        Value left = atom(depth);
        for (skipBlanks(); left && (next('*') || next('/') || next('%')); skipBlanks()) {
            const char sign = take();
            const Value right = atom(depth);
            long long result = 0;
            if (!right || (sign == '*' && __builtin_mul_overflow(*left, *right, &result)))
                return std::nullopt;
            if (sign != '*') {
                if (*right <= 0) // -1 could overflow, and nobody divides sizes by less
                    return std::nullopt;
                result = sign == '/' ? *left / *right : *left % *right;
            }
            left = result;
        }
        return left;
    }

    Value atom(int depth)
    {
        skipBlanks();
        // Depth is counted, because a script may nest parentheses without end and the parser is
        // recursive.
        if (m_text.empty() || depth > kMaxExpansionDepth)
            return std::nullopt;
        if (next('(')) {
            take();
            const Value inside = either(depth + 1);
            skipBlanks();
            if (!next(')'))
                return std::nullopt;
            take();
            return inside;
        }
        if (next('!')) {
            take();
            const Value inside = atom(depth + 1);
            return inside ? Value(*inside == 0) : std::nullopt;
        }
        if (next('-')) {
            take();
            const Value inside = atom(depth + 1);
            long long result = 0;
            if (!inside || __builtin_sub_overflow(0LL, *inside, &result))
                return std::nullopt;
            return result;
        }
        return isDecimalDigit(m_text.front()) ? digits(word(isDecimalDigit)) : variable();
    }

    Value variable()
    {
        // Within arithmetic a name means its value with or without a dollar.
        const bool dollar = next('$');
        if (dollar)
            take();
        const bool braces = dollar && next('{');
        if (braces)
            take();
        if (m_text.empty() || !isNameStart(m_text.front()))
            return std::nullopt;
        const auto found
            = m_values.find(word([](char c) { return isNameStart(c) || isDecimalDigit(c); }));
        if (braces && !next('}'))
            return std::nullopt;
        if (braces)
            take();
        return found == m_values.end() ? std::nullopt : digits(found->second);
    }

    // A leading zero would mean octal to the shell: nobody writes that and means it.
    static Value digits(std::string_view text)
    {
        long long value = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
        if (read.ec != std::errc{} || read.ptr != text.data() + text.size()
            || (text.size() > 1 && text.front() == '0'))
            return std::nullopt;
        return value;
    }

    template <class Belongs>
    std::string_view word(const Belongs& belongs)
    {
        const auto end = std::find_if_not(m_text.begin(), m_text.end(), belongs);
        const auto length = static_cast<std::size_t>(end - m_text.begin());
        const std::string_view result = m_text.substr(0, length);
        m_text.remove_prefix(length);
        return result;
    }

    bool skip(std::string_view sign)
    {
        skipBlanks();
        const bool found = m_text.starts_with(sign);
        m_text.remove_prefix(found ? sign.size() : 0);
        return found;
    }

    bool next(char c) const { return !m_text.empty() && m_text.front() == c; }

    char take()
    {
        const char c = m_text.front();
        m_text.remove_prefix(1);
        return c;
    }

    void skipBlanks()
    {
        while (next(' ') || next('\t') || next('\n'))
            take();
    }

    std::string_view m_text;
    const std::map<std::string, std::string, std::less<>>& m_values;
};

} // namespace

std::optional<long long>
shellArithmetic(std::string_view expression,
                const std::map<std::string, std::string, std::less<>>& integers)
{
    return Arithmetic(expression, integers).whole();
}

std::string shellQuoted(std::string_view text)
{
    const auto harmless = [](char c) {
        return isNameStart(c) || isDecimalDigit(c)
            || std::string_view("./:,=+@%-").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), harmless))
        return std::string(text);
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + '\'';
}

} // namespace strategy
