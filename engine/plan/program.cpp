#include "engine/plan/program.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace plan {
namespace {

constexpr int kMaxPeer = kMaxRanks;

std::optional<Instruction> parseInstruction(std::string_view word)
{
    Instruction instruction;
    const std::size_t arrow = word.find_first_of("<>");
    const auto op = parseOp(word.substr(0, arrow));
    if (!op)
        return std::nullopt;
    instruction.op = *op;
    if (arrow == std::string_view::npos)
        return instruction;

    instruction.kind = word[arrow] == '>' ? Instruction::Kind::Send : Instruction::Kind::Receive;
    const std::string_view peer = word.substr(arrow + 1);
    const auto [end, error]
        = std::from_chars(peer.data(), peer.data() + peer.size(), instruction.peer);
    // from_chars() reads leading zeros, which toText() never writes; the comparison finds those.
    if (error != std::errc{} || end != peer.data() + peer.size() || instruction.peer < 0
        || instruction.peer >= kMaxPeer || toText(instruction) != word)
        return std::nullopt;
    return instruction;
}

} // namespace

std::string toText(const Instruction& instruction)
{
    std::string text = toText(instruction.op);
    if (instruction.kind == Instruction::Kind::Compute)
        return text;
    text += instruction.kind == Instruction::Kind::Send ? '>' : '<';
    return text + std::to_string(instruction.peer);
}

std::string toText(const Program& program)
{
    std::string text;
    for (const Instruction& instruction : program) {
        if (!text.empty())
            text += instruction.fused ? '+' : ' ';
        text += toText(instruction);
    }
    return text;
}

Result<Program> parseProgram(std::string_view text)
{
    Program program;
    bool fused = false;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find_first_of(" +", begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        auto instruction = parseInstruction(word);
        const bool joins = fused && !program.empty();
        if (!instruction
            || (joins
                && (instruction->kind == Instruction::Kind::Compute)
                    != (program.back().kind == Instruction::Kind::Compute)))
            return Error{"column " + std::to_string(begin + 1) + ": '"
                         + std::string(word.substr(0, 40))
                         + "' is not an instruction; write 2F0 to compute, 2F0>3 to send, 1F0<0 "
                           "to receive, and join only transfers, or only computes, by '+'"};
        instruction->fused = joins;
        program.push_back(*instruction);
        fused = end < text.size() && text[end] == '+';
        begin = end + 1;
    }
    if (fused || (!text.empty() && text.back() == ' '))
        return Error{"the program ends in the middle; write one more instruction or drop the '"
                     + std::string(1, text.back()) + "'"};
    return program;
}

} // namespace plan
