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

struct Op {
    std::int32_t stage = 0; // virtual stage: position along the model, from 0
    OpKind kind = OpKind::Forward;
    std::int32_t microbatch = 0; // from 0

    auto operator<=>(const Op&) const = default;
};

constexpr Op forward(int stage, int microbatch) { return {stage, OpKind::Forward, microbatch}; }
constexpr Op backward(int stage, int microbatch) { return {stage, OpKind::Backward, microbatch}; }

constexpr bool isForward(OpKind kind) { return kind == OpKind::Forward; }

char letter(OpKind kind);

// Appends the text form of `op` to `text`.
void appendText(std::string& text, const Op& op);

// toText() and parseOp() are inverses: parseOp() returns nullopt for anything
// toText() could not have written (signs, spaces, leading zeros, junk).
std::string toText(const Op& op);
std::optional<Op> parseOp(std::string_view text);

} // namespace plan
