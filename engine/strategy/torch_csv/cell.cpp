#include "engine/strategy/torch_csv/cell.h"

#include "engine/plan/schedule_text.h"

#include <array>
#include <charconv>
#include <optional>

namespace strategy::csv {
namespace {

constexpr std::size_t kQuotedBytes = 40;

struct LoweredWord {
    std::string_view word;
    Cell::Kind kind;
    OpKind direction;
};

constexpr std::array kTransferWords{LoweredWord{"SEND_F", Cell::Kind::Send, OpKind::Forward},
                                    LoweredWord{"RECV_F", Cell::Kind::Receive, OpKind::Forward},
                                    LoweredWord{"SEND_B", Cell::Kind::Send, OpKind::Backward},
                                    LoweredWord{"RECV_B", Cell::Kind::Receive, OpKind::Backward}};

constexpr std::array<std::string_view, 3> kWeightsWords{"UNSHARD", "RESHARD", "REDUCE_GRAD"};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// "0F7;7B3" without its brackets.
std::optional<Cell> pairOf(std::string_view inside)
{
    const std::size_t middle = inside.find(';');
    if (middle == std::string_view::npos)
        return std::nullopt;
    const auto first = plan::parseOp(inside.substr(0, middle));
    const auto second = plan::parseOp(inside.substr(middle + 1));
    if (!first || !second || !plan::isForward(first->kind) || isForward(second->kind)
        || second->kind == OpKind::WeightGrad)
        return std::nullopt;
    return Cell{Cell::Kind::Pair, *first, *second};
}

Result<Cell> parsePair(std::string_view text)
{
    const std::string example = "a forward and a backward as in (0F7;7B3)OVERLAP_F_B";
    if (!text.ends_with(plan::kPairEnd))
        return Error{quoted(text) + " is not a fused pair; write " + example};
    const auto pair = pairOf(text.substr(1, text.size() - plan::kPairEnd.size() - 1));
    if (!pair)
        return Error{quoted(text) + " is not a fused pair; write " + example};
    if (pair->op.microbatch == pair->second.microbatch)
        return Error{quoted(text)
                     + " fuses a forward with a backward that waits for it; fuse different "
                       "microbatches"};
    return *pair;
}

// 2SEND_F0 and the like; nothing for any other word.
std::optional<Cell> loweredOf(std::string_view stage, std::string_view word)
{
    // parseOp() reads the numbers, so that they are as strict as those of an op.
    const std::string prefix = std::string(stage);
    for (const std::string_view weights : kWeightsWords)
        if (word == weights)
            if (const auto op = plan::parseOp(prefix + "F0"))
                return Cell{Cell::Kind::Weights, *op, {}};
    for (const LoweredWord& transfer : kTransferWords) {
        if (!word.starts_with(transfer.word))
            continue;
        const char kind = letter(transfer.direction);
        const auto microbatch = std::string(word.substr(transfer.word.size()));
        if (const auto op = plan::parseOp(prefix + kind + microbatch))
            return Cell{transfer.kind, *op, {}};
    }
    return std::nullopt;
}

// Why a text that begins with a stage number is no token.
Error refusal(std::string_view text, std::string_view stage, std::string_view word)
{
    if (word.starts_with("BW"))
        return Error{quoted(text)
                     + " is of an old notation, in which BW was the whole backward and "
                       "B the input gradient; write "
                     + std::string(stage) + "B" + std::string(word.substr(2, 7))
                     + ", and I for every B that meant the input gradient"};
    return Error{quoted(text)
                 + " is not an op; write stage, one of F B I W, microbatch, as in 2F0, and nothing "
                   "after it"};
}

} // namespace

std::string quoted(std::string_view text)
{
    constexpr char kHex[] = "0123456789abcdef";
    std::string result = "'";
    for (const char c : text.substr(0, kQuotedBytes)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f)
            result += c;
        else
            result += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
    return result + (text.size() > kQuotedBytes ? "...'" : "'");
}

Result<Cell> parseCell(std::string_view text)
{
    const std::string_view token = trimmed(text);
    if (token.empty())
        return Cell{};
    if (const auto op = plan::parseOp(token))
        return Cell{Cell::Kind::Compute, *op, {}};
    if (token.front() == '(')
        return parsePair(token);
    std::size_t digits = 0;
    while (digits < token.size() && isDigit(token[digits]))
        ++digits;
    // A cell can be as long as the file: no sentence and no copy is made of more than a piece of
    // it.
    const auto stage = token.substr(0, std::min<std::size_t>(digits, 12));
    const auto word = token.substr(digits);
    if (word.size() <= 32 && digits <= 12)
        if (const auto lowered = loweredOf(stage, word))
            return *lowered;
    return refusal(token, stage, word);
}

} // namespace strategy::csv
