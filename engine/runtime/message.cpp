#include "engine/runtime/message.h"

#include "engine/runtime/raw_memory.h"

#include "engine/runtime/waiting.h"

#include <cassert>
#include <cstring>

namespace engine {

namespace {

constexpr std::uint32_t kMagic = 0x53474d42; // "BMGS"

plan::Op opOf(const MessageHead& head)
{
    return {head.stage, static_cast<plan::OpKind>(head.kind), head.microbatch};
}

bool plausible(const MessageHead& head)
{
    return head.magic == kMagic && head.stage >= 0 && head.microbatch >= 0 && head.kind >= 0
        && head.kind <= static_cast<int>(plan::OpKind::WeightGrad);
}

std::string describe(const plan::Op& op, int step, int from)
{
    return toText(op) + " of step " + std::to_string(step) + " from rank " + std::to_string(from);
}

} // namespace

void writeMessage(std::vector<std::byte>& message, const Transfer& send, int from, int step)
{
    const plan::Op& op = send.instruction.op;
    MessageHead head;
    head.magic = kMagic;
    head.step = step;
    head.stage = op.stage;
    head.kind = static_cast<std::int32_t>(op.kind);
    head.microbatch = op.microbatch;
    head.from = from;
    // The whole buffer goes, also where there is no payload: an emulated message must load the
    // network as its tensor would.
    head.payloadBytes = message.size() - sizeof head;
    head.virtualEndNs = send.stamp.virtualEnd.count();
    head.sentNs = send.stamp.sent.value_or(Nanoseconds{}).count();
    std::memcpy(message.data(), &head, sizeof head);
    if (send.payload.data) {
        assert(send.payload.size == head.payloadBytes);
        std::memcpy(message.data() + sizeof head, rawPointer(send.payload.data), send.payload.size);
    }
}

plan::Result<Stamp> openMessage(const std::vector<std::byte>& message, const Expected& expected,
                                DeviceBytes payload)
{
    const std::string wanted = describe(expected.op, expected.step, expected.from);
    MessageHead head;
    std::memcpy(&head, message.data(), sizeof head);
    // Looked at in the order of what explains most: a foreign message, then another op, then
    // another size.
    if (!plausible(head))
        return plan::Error{"expected " + wanted + ", but what arrived is not a message of a rank"};
    if (opOf(head) != expected.op || head.step != expected.step || head.from != expected.from)
        return plan::Error{"expected " + wanted + ", but "
                           + describe(opOf(head), head.step, head.from)
                           + " arrived; do all ranks run the same strategy?"};
    if (head.payloadBytes != message.size() - sizeof head)
        return plan::Error{wanted + " has " + std::to_string(head.payloadBytes) + " bytes where "
                           + std::to_string(message.size() - sizeof head)
                           + " were expected; do all ranks run the same strategy?"};
    if (payload.data) {
        assert(payload.size == head.payloadBytes);
        std::memcpy(rawPointer(payload.data), message.data() + sizeof head, payload.size);
    }
    return Stamp{Nanoseconds(head.virtualEndNs), Nanoseconds(head.sentNs)};
}

std::int64_t messageKey(const plan::Op& op, int microbatches)
{
    // A key for each tensor that travels in a step: one forward and one backward of each stage and
    // microbatch. Input gradients count as the backward whose message they send.
    return (std::int64_t{op.stage} * microbatches + op.microbatch) * 2
        + (isForward(op.kind) ? 0 : 1);
}

plan::Error noMessage(int rank, int from, Nanoseconds patience)
{
    const std::string peer = "rank " + std::to_string(from);
    return {"rank " + std::to_string(rank) + " got no message from " + peer + " for "
            + durationText(patience) + "; " + peer + " is stuck or gone"};
}

plan::Error notSent(int rank, const plan::Instruction& send, Nanoseconds patience)
{
    return {"a message of rank " + std::to_string(rank) + " did not leave within "
            + durationText(patience) + ": " + toText(send.op) + " to rank "
            + std::to_string(send.peer) + ", which is stuck or gone"};
}

plan::Error noAgreement(int rank, const std::string& what, Nanoseconds patience)
{
    return {"rank " + std::to_string(rank) + " waited " + durationText(patience)
            + " for all ranks to agree on " + what + "; one of them is stuck or gone"};
}

} // namespace engine
