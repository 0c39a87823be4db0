// One cell of a pipeline schedule: which work, on which stage, for which
// microbatch.
//
// An Op is a plain value. It also has a text form, used in files, logs and
// tests: stage, letter, microbatch. "2F0" is the forward of microbatch 0 on
// stage 2. The letters are PyTorch's, so B is the whole backward and I only its
// input gradient.

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plan {

enum class OpKind : std::uint8_t {
    Forward,    // F
    Backward,   // B: input and weight gradients together
    InputGrad,  // I: the part the previous stage waits for
    WeightGrad, // W: the part nobody waits for; may be deferred
};

// Eight bytes, because timelines hold millions: most of the time of generating and
// simulating is spent on touching memory.
struct Op {
    std::int32_t stage = 0; // virtual stage: position along the model, from 0
    OpKind kind : 8 = OpKind::Forward;
    std::int32_t microbatch : 24 = 0; // [0, kMaxMicrobatches)

    auto operator<=>(const Op&) const = default;
};

static_assert(sizeof(Op) == 8);

inline constexpr int kMaxMicrobatches = 1 << 22;

constexpr Op forward(int stage, int microbatch) { return {stage, OpKind::Forward, microbatch}; }
constexpr Op backward(int stage, int microbatch) { return {stage, OpKind::Backward, microbatch}; }

constexpr bool isForward(OpKind kind) { return kind == OpKind::Forward; }

// '?' for a value that is none of them, so that a sentence can name any op.
char letter(OpKind kind);

// Appends the text form of `op` to `text`.
void appendText(std::string& text, const Op& op);

// toText() and parseOp() are inverses: parseOp() returns nullopt for anything
// toText() could not have written (signs, spaces, leading zeros, junk) and for a
// microbatch over the limit.
std::string toText(const Op& op);
std::optional<Op> parseOp(std::string_view text);

} // namespace plan
