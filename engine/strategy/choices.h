// The fields of a strategy that take one of a few values, and the word that each value has in a
// strategy's file, in the commands' options and in messages.
//
// An enum and its words stand side by side, the words in the order of the enum's values; this is
// the only table of them. What a value means for the cost of a step is said where the cost model
// defines it (plan/cost/job.h), for the enums that are taken from there.

#pragma once

#include "engine/plan/cost/job.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace strategy {

using plan::Compute;
using plan::ContextMethod;
using plan::Dispatch;
using plan::Launch;
using plan::Loss;
using plan::RankOrder;
using plan::Recomputing;
using plan::Scaling;

// The words of an enum's values, in their order; specialised below for each enum.
template <class Choice>
// An enum without words of its own has none here, so that a lookup for it does not compile.
inline constexpr std::array<std::string_view, 0> kWords{};

// model.norm: with a mean taken off and a bias, or scaled by the root mean square alone.
enum class Norm : std::uint8_t { LayerNorm, RmsNorm };
template <>
inline constexpr std::array<std::string_view, 2> kWords<Norm>{"layernorm", "rmsnorm"};

// model.positions: a learned vector added to each token's embedding, or a rotation of queries and
// keys.
enum class Positions : std::uint8_t { Learned, Rotary };
template <>
inline constexpr std::array<std::string_view, 2> kWords<Positions>{"learned", "rotary"};

// parallel.offload: what lies in the host's memory. All: weights and gradients too.
enum class Offload : std::uint8_t { None, Optimizer, All };
template <>
inline constexpr std::array<std::string_view, 3> kWords<Offload>{"none", "optimizer", "all"};

// parallel.context_method: how context ranks exchange keys and values.
template <>
inline constexpr std::array<std::string_view, 2> kWords<ContextMethod>{"ring", "all_to_all"};

// parallel.order: of the ranks, what is next to each other first.
template <>
inline constexpr std::array<std::string_view, 3> kWords<RankOrder>{
    "tp-cp-ep-dp-pp", "tp-cp-ep-pp-dp", "pp-dp-ep-cp-tp"};

// recompute.granularity: how much of a layer the backward computes again.
template <>
inline constexpr std::array<std::string_view, 4> kWords<Recomputing>{"none", "selective", "ops",
                                                                     "full"};

// recompute.method, of full recomputation. Uniform: groups of layers; Block: the first layers of
// each stage. The words are Megatron-LM's.
enum class RecomputeMethod : std::uint8_t { Uniform, Block };
template <>
inline constexpr std::array<std::string_view, 2> kWords<RecomputeMethod>{"uniform", "block"};

// kernels.attention: in one kernel, or with scores written to memory.
// Flash1 and Flash2: in a kernel of FlashAttention's first (or Triton's) and second version.
enum class Attention : std::uint8_t { Flash, Unfused, Flash1, Flash2 };
template <>
inline constexpr std::array<std::string_view, 4> kWords<Attention>{"flash", "unfused", "flash-1",
                                                                   "flash-2"};

// kernels.accumulation: of weight gradients over microbatches, by the product that makes them, or
// by a pass of its own.
enum class Accumulation : std::uint8_t { Fused, Separate };
template <>
inline constexpr std::array<std::string_view, 2> kWords<Accumulation>{"fused", "separate"};

// kernels.fusion: of everything between multiplications.
enum class Fusion : std::uint8_t { Fused, Eager };
template <>
inline constexpr std::array<std::string_view, 2> kWords<Fusion>{"fused", "eager"};

// kernels.loss: how many copies of the logits the loss makes in fp32: three, one beside its
// input, none.
template <>
inline constexpr std::array<std::string_view, 3> kWords<Loss>{"plain", "compiled", "fused"};

// kernels.framework: the family of software that runs it; what is reached of a machine differs from
// one to the next. Megatron stands for Megatron-LM and its forks, NeMo for Megatron-Core with
// Transformer Engine, DeepSpeed for Megatron-DeepSpeed, Bubblescope for our own ranks.
enum class Framework : std::uint8_t {
    Megatron,
    Nemo,
    DeepSpeed,
    Fsdp,
    Nanotron,
    OneFlow,
    MindSpeed,
    Paddle,
    Bubblescope
};
template <>
inline constexpr std::array<std::string_view, 9> kWords<Framework>{
    "megatron", "nemo",      "deepspeed", "fsdp",       "nanotron",
    "oneflow",  "mindspeed", "paddle",    "bubblescope"};

// kernels.launch: how kernels are queued.
template <>
inline constexpr std::array<std::string_view, 3> kWords<Launch>{"eager", "compiled", "graph"};

// kernels.dispatch: how tokens come to their experts.
template <>
inline constexpr std::array<std::string_view, 2> kWords<Dispatch>{"direct", "two-level"};

// precision.scaling: what shares one scale in fp8.
template <>
inline constexpr std::array<std::string_view, 3> kWords<Scaling>{"tensor", "row", "block"};

// kernels.outputs: what a stage has sent on, until its backward.
enum class SentOutputs : std::uint8_t { Freed, Kept };
template <>
inline constexpr std::array<std::string_view, 2> kWords<SentOutputs>{"freed", "kept"};

// precision.compute: the type of the products, and of activations but for fp8.
template <>
inline constexpr std::array<std::string_view, 4> kWords<Compute>{"bf16", "fp16", "fp32", "fp8"};

// precision.gradients: the type they are summed up in over the microbatches of a step.
enum class GradientType : std::uint8_t { Fp32, Bf16, Fp16 };
template <>
inline constexpr std::array<std::string_view, 3> kWords<GradientType>{"fp32", "bf16", "fp16"};

// precision.optimizer: Adam with moments in fp32, likewise with a copy of its gradients, Adam with
// moments in bf16, and plain stochastic gradient descent.
enum class Optimizer : std::uint8_t { AdamFp32, AdamFp32Gradients, AdamBf16, Sgd };
template <>
inline constexpr std::array<std::string_view, 4> kWords<Optimizer>{
    "adam-fp32", "adam-fp32-gradients", "adam-bf16", "sgd"};

// precision.weights: of the type of the products, or in fp32, where the optimizer has no copy of
// its own.
enum class WeightType : std::uint8_t { Compute, Fp32 };
template <>
inline constexpr std::array<std::string_view, 2> kWords<WeightType>{"compute", "fp32"};

// training.decay: of the learning rate. From the end of the warm-up down to
// training.min_learning_rate, along a line or half a cosine (Loshchilov and Hutter 2017); see
// training.decay_steps.
enum class Decay : std::uint8_t { Constant, Linear, Cosine };
template <>
inline constexpr std::array<std::string_view, 3> kWords<Decay>{"constant", "linear", "cosine"};

// training.on_not_a_number: stop the run, or skip the step.
enum class OnNotANumber : std::uint8_t { Stop, Skip };
template <>
inline constexpr std::array<std::string_view, 2> kWords<OnNotANumber>{"stop", "skip"};

// Whether an enum has a name for that value. The language cannot tell, but the text of the
// function's name can: the compiler spells a value without a name as a cast, "(Decay)3".
template <auto Value>
constexpr bool isEnumerator()
{
    const std::string_view name = __PRETTY_FUNCTION__;
    return name.find('(', name.find("Value = ")) == std::string_view::npos;
}

// A value added to an enum without its word does not compile, nor a word without a value.
template <class Choice>
constexpr bool hasWordsForAllValues()
{
    constexpr std::size_t kCount = kWords<Choice>.size();
    return isEnumerator<static_cast<Choice>(kCount - 1)>()
        && !isEnumerator<static_cast<Choice>(kCount)>();
}

// The word that a file has for the value: "layernorm". Precondition: it is one of the enum's.
template <class Choice>
std::string wordOf(Choice choice)
{
    static_assert(hasWordsForAllValues<Choice>());
    return std::string(kWords<Choice>[static_cast<std::size_t>(choice)]);
}

// The inverse; nothing for a word that none of the values has. Case counts.
template <class Choice>
constexpr std::optional<Choice> choiceOf(std::string_view word)
{
    static_assert(hasWordsForAllValues<Choice>());
    const auto& words = kWords<Choice>;
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end())
        return std::nullopt;
    return static_cast<Choice>(found - words.begin());
}

// The gradients' type of the same name: of fp8, whose gradients are not 8 bits wide, bf16.
constexpr GradientType gradientTypeOf(Compute compute)
{
    switch (compute) {
    case Compute::Fp32:
        return GradientType::Fp32;
    case Compute::Fp16:
        return GradientType::Fp16;
    case Compute::Bf16:
    case Compute::Fp8:
        break;
    }
    return GradientType::Bf16;
}

} // namespace strategy
