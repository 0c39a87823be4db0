#include "engine/plan/op.h"

#include <array>
#include <charconv>

namespace plan {
namespace {

constexpr std::string_view kKindLetters = "FBIW"; // indexed by OpKind

void appendNumber(std::string& text, int number)
{
    std::array<char, 12> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text.append(digits.data(), end);
}

// Reads the digits at the front of `text`; none, a sign or a leading zero is refused.
bool takeNumber(std::string_view& text, std::int32_t& number)
{
    if (text.empty() || text.front() < '0' || text.front() > '9')
        return false;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto length = static_cast<std::size_t>(end - text.data());
    if (error != std::errc{} || (text.front() == '0' && length > 1))
        return false;
    text.remove_prefix(length);
    return true;
}

} // namespace

char letter(OpKind kind)
{
    const auto at = static_cast<std::size_t>(kind);
    return at < kKindLetters.size() ? kKindLetters[at] : '?';
}

void appendText(std::string& text, const Op& op)
{
    appendNumber(text, op.stage);
    text += letter(op.kind);
    appendNumber(text, op.microbatch);
}

std::string toText(const Op& op)
{
    std::string text;
    appendText(text, op);
    return text;
}

std::optional<Op> parseOp(std::string_view text)
{
    std::int32_t stage = 0;
    std::int32_t microbatch = 0;
    if (!takeNumber(text, stage) || text.empty())
        return std::nullopt;
    const auto kind = kKindLetters.find(text.front());
    if (kind == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(1);
    if (!takeNumber(text, microbatch) || !text.empty() || microbatch >= kMaxMicrobatches)
        return std::nullopt;
    return Op{stage, static_cast<OpKind>(kind), microbatch};
}

} // namespace plan
