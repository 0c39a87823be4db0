#include "engine/strategy/torch_csv/torch_csv.h"

#include "engine/plan/program.h"
#include "engine/plan/schedule_text.h"

namespace strategy {
namespace {

using plan::Instruction;
using plan::Program;

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

} // namespace

std::string toTorchCsv(const plan::Schedule& schedule, CsvForm form)
{
    std::string text;
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

} // namespace strategy
