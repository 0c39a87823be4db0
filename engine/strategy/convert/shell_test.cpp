#include "engine/strategy/convert/shell_test.h"

#include "engine/strategy/convert/shell_script.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

using Answer = std::optional<bool>;

Answer negated(Answer answer) { return answer ? Answer(!*answer) : std::nullopt; }

class ShellTest {
public:
    ShellTest(const std::vector<TestWord>& words, bool patterns)
        : m_words(words)
        , m_patterns(patterns)
    {
    }

    Answer whole()
    {
        if (m_words.empty())
            return false;
        const Answer answer = either(0);
        return m_at == m_words.size() ? answer : std::nullopt;
    }

private:
    bool nextIs(std::string_view text, std::size_t ahead = 0) const
    {
        return m_at + ahead < m_words.size() && m_words[m_at + ahead].known
            && m_words[m_at + ahead].text == text;
    }

    bool skip(std::string_view text)
    {
        const bool found = nextIs(text);
        m_at += found ? 1 : 0;
        return found;
    }

    // One side may decide alone, whatever the other is.
    Answer either(int depth)
    {
        Answer left = both(depth);
        while (skip("||") || skip("-o")) {
            const Answer right = both(depth);
            left = left == true || right == true ? Answer(true)
                : left && right                  ? Answer(false)
                                                 : std::nullopt;
        }
        return left;
    }

    Answer both(int depth)
    {
        Answer left = one(depth);
        while (skip("&&") || skip("-a")) {
            const Answer right = one(depth);
            left = left == false || right == false ? Answer(false)
                : left && right                    ? Answer(true)
                                                   : std::nullopt;
        }
        return left;
    }

    Answer one(int depth)
    {
        if (m_at >= m_words.size() || depth > kMaxExpansionDepth)
            return std::nullopt;
        if (nextIs("!") && m_at + 1 < m_words.size()) {
            ++m_at;
            return negated(one(depth + 1));
        }
        if (nextIs("(")) {
            ++m_at;
            const Answer inside = either(depth + 1);
            return skip(")") ? inside : std::nullopt;
        }
        const bool binary = m_at + 2 < m_words.size() && isBinary(m_words[m_at + 1]);
        if (binary) {
            const TestWord& left = m_words[m_at];
            const std::string& sign = m_words[m_at + 1].text;
            const TestWord& right = m_words[m_at + 2];
            m_at += 3;
            return left.known && right.known ? compared(left.text, sign, right.text) : std::nullopt;
        }
        const TestWord& first = m_words[m_at++];
        const bool unary = first.known && first.text.size() == 2 && first.text.front() == '-'
            && m_at < m_words.size() && !nextIs(")") && !nextIs("&&") && !nextIs("||");
        if (!unary)
            return first.known ? Answer(!first.text.empty()) : std::nullopt;
        const TestWord& operand = m_words[m_at++];
        if (!operand.known || (first.text != "-z" && first.text != "-n"))
            return std::nullopt; // of files: what is there only a run would see
        return operand.text.empty() == (first.text == "-z");
    }

    static bool isBinary(const TestWord& word)
    {
        constexpr std::array<std::string_view, 12> kSigns{"=",   "==",  "!=",  "-eq", "-ne", "-lt",
                                                          "-le", "-gt", "-ge", "<",   ">",   "=~"};
        return word.known && std::find(kSigns.begin(), kSigns.end(), word.text) != kSigns.end();
    }

    Answer compared(const std::string& left, std::string_view sign, const std::string& right) const
    {
        if (sign == "=" || sign == "==" || sign == "!=") {
            const Answer same = m_patterns ? matchesPattern(left, right) : Answer(left == right);
            return sign == "!=" ? negated(same) : same;
        }
        if (sign.front() != '-')
            return std::nullopt;
        constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kSigns{
            {{"-eq", "=="},
             {"-ne", "!="},
             {"-lt", "<"},
             {"-le", "<="},
             {"-gt", ">"},
             {"-ge", ">="}}};
        const auto found = std::find_if(kSigns.begin(), kSigns.end(),
                                        [&](const auto& pair) { return pair.first == sign; });
        const auto a = shellArithmetic(left, {});
        const auto b = shellArithmetic(right, {});
        if (!a || !b)
            return std::nullopt;
        const auto holds = shellArithmetic(
            std::to_string(*a).append(found->second).append(std::to_string(*b)), {});
        return holds ? Answer(*holds != 0) : std::nullopt;
    }

    const std::vector<TestWord>& m_words;
    bool m_patterns;
    std::size_t m_at = 0;
};

} // namespace

std::optional<bool> shellTest(const std::vector<TestWord>& words, bool patterns)
{
    return ShellTest(words, patterns).whole();
}

std::optional<bool> matchesPattern(std::string_view text, std::string_view pattern)
{
    constexpr std::size_t kMostCharacters = 4096; // since every * may ask for each of them again
    if (pattern.find_first_of("[\\") != std::string_view::npos || text.size() > kMostCharacters
        || pattern.size() > kMostCharacters / 16)
        return std::nullopt;
    // The last * met takes one character more whenever what is behind it does not fit.
    std::size_t at = 0;
    std::size_t of = 0;
    std::size_t star = std::string_view::npos;
    std::size_t taken = 0;
    while (at < text.size()) {
        if (of < pattern.size() && (pattern[of] == '?' || pattern[of] == text[at])) {
            ++at;
            ++of;
        } else if (of < pattern.size() && pattern[of] == '*') {
            star = of++;
            taken = at;
        } else if (star != std::string_view::npos) {
            of = star + 1;
            at = ++taken;
        } else {
            return false;
        }
    }
    while (of < pattern.size() && pattern[of] == '*')
        ++of;
    return of == pattern.size();
}

} // namespace strategy
