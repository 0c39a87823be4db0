#include "engine/plan/schedule_text.h"

#include "engine/plan/csv_cell.h"
#include "engine/plan/program.h"

namespace plan {
namespace {

constexpr std::size_t kBytesPerCell = 8; // about what an op takes in text

void appendPair(std::string& text, const Op& forward, const Op& backward)
{
    text += '(';
    appendText(text, forward);
    text += ';';
    appendText(text, backward);
    text += csv::kPairEnd;
}

void appendRow(std::string& text, const Schedule& schedule, std::size_t rank)
{
    const auto& ops = schedule.order[rank];
    const Pairs& pairs = schedule.pairsOf(rank);
    auto pair = pairs.begin();
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (i > 0)
            text += ',';
        if (pair != pairs.end() && *pair == i) {
            appendPair(text, ops[i], ops[i + 1]);
            ++i;
            ++pair;
        } else {
            appendText(text, ops[i]);
        }
    }
}

// A transfer carries the stage of the op that sends or consumes it.
void appendTransfer(std::string& text, const Instruction& transfer)
{
    const bool send = transfer.kind == Instruction::Kind::Send;
    const bool ahead = isForward(transfer.op.kind);
    const int stage = transfer.op.stage + (send ? 0 : ahead ? 1 : -1);
    text += std::to_string(stage) + (send ? "SEND_" : "RECV_") + (ahead ? 'F' : 'B')
        + std::to_string(transfer.op.microbatch);
}

void appendProgram(std::string& text, const Program& program)
{
    for (std::size_t i = 0; i < program.size(); ++i) {
        if (i > 0)
            text += ',';
        if (program[i].kind != Instruction::Kind::Compute) {
            appendTransfer(text, program[i]);
        } else if (i + 1 < program.size() && program[i + 1].kind == Instruction::Kind::Compute
                   && program[i + 1].fused) {
            appendPair(text, program[i].op, program[i + 1].op);
            ++i;
        } else {
            appendText(text, program[i].op);
        }
    }
}

std::size_t cells(const Schedule& schedule)
{
    std::size_t count = 0;
    for (const auto& ops : schedule.order)
        count += ops.size() + 1;
    return count;
}

} // namespace

std::string toText(const Schedule& schedule)
{
    std::string text;
    text.reserve(kBytesPerCell * cells(schedule));
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
        appendRow(text, schedule, rank);
        text += '\n';
    }
    return text;
}

std::string toTorchCsv(const Schedule& schedule, CsvForm form)
{
    std::string text;
    text.reserve(kBytesPerCell * cells(schedule));
    if (form == CsvForm::Lowered) {
        for (const Program& program : lower(schedule)) {
            appendProgram(text, program);
            text += "\r\n";
        }
        return text;
    }
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
        appendRow(text, schedule, rank);
        text += "\r\n";
    }
    return text;
}

} // namespace plan
