// The fields that take one of a few words: their words, and what is said of another.

#include "engine/strategy/field_access.h"
#include "engine/strategy/yaml.h"

#include <gtest/gtest.h>

enum class OneWordShort : unsigned char { One, Two, Three };
template <>
inline constexpr std::array<std::string_view, 2> strategy::kWords<OneWordShort>{"one", "two"};

enum class OneWordTooMany : unsigned char { One };
template <>
inline constexpr std::array<std::string_view, 2> strategy::kWords<OneWordTooMany>{"one", "two"};

namespace strategy {
namespace {

// What a file's words are, key by key: files that exist must stay readable.
constexpr std::pair<std::string_view, std::string_view> kWordsOfFiles[]
    = {{"model.norm", "layernorm, rmsnorm"},
       {"model.positions", "learned, rotary"},
       {"parallel.offload", "none, optimizer, all"},
       {"parallel.context_method", "ring, all_to_all"},
       {"parallel.order", "tp-cp-ep-dp-pp, tp-cp-ep-pp-dp, pp-dp-ep-cp-tp"},
       {"recompute.granularity", "none, selective, ops, full"},
       {"recompute.method", "uniform, block"},
       {"kernels.attention", "flash, unfused, flash-1, flash-2"},
       {"kernels.fusion", "fused, eager"},
       {"kernels.loss", "plain, compiled, fused"},
       {"kernels.outputs", "freed, kept"},
       {"kernels.accumulation", "fused, separate"},
       {"kernels.framework",
        "megatron, nemo, deepspeed, fsdp, nanotron, oneflow, mindspeed, "
        "paddle, bubblescope"},
       {"kernels.launch", "eager, compiled, graph"},
       {"kernels.dispatch", "direct, two-level"},
       {"precision.scaling", "tensor, row, block"},
       {"precision.compute", "bf16, fp16, fp32, fp8"},
       {"precision.gradients", "fp32, bf16, fp16"},
       {"precision.optimizer", "adam-fp32, adam-fp32-gradients, adam-bf16, sgd"},
       {"precision.weights", "compute, fp32"},
       {"training.decay", "constant, linear, cosine"},
       {"training.on_not_a_number", "stop, skip"}};

Node wordOfFile(std::string_view word)
{
    Node node;
    node.kind = Node::Kind::Scalar;
    node.text = word;
    return node;
}

TEST(Choices, EveryFieldTakesItsWordsAndSaysThem)
{
    for (const auto& [path, words] : kWordsOfFiles) {
        Strategy strategy;
        strategy.model.emplace();
        const auto refused = setField(strategy, path, wordOfFile("nothing-of-the-kind"));
        ASSERT_FALSE(refused) << path;
        EXPECT_EQ(refused.error().message,
                  "must be one of " + std::string(words) + ", not 'nothing-of-the-kind'");
        std::size_t begin = 0;
        while (begin < words.size()) {
            const std::size_t end = std::min(words.size(), words.find(", ", begin));
            const std::string word(words.substr(begin, end - begin));
            ASSERT_TRUE(setField(strategy, path, wordOfFile(word))) << path << word;
            EXPECT_EQ(fieldText(strategy, path), word) << path;
            begin = end + 2;
        }
    }
}

TEST(Choices, AFileWithAnotherWordIsToldTheNearest)
{
    const auto read = readStrategy("bubblescope: 1\n"
                                   "parallel:\n"
                                   "  pipeline: 0\n"
                                   "  offload: al\n"
                                   "recompute:\n"
                                   "  granularity: 3\n"
                                   "training: {decay: [linear]}\n");
    std::vector<std::string> lines;
    for (const Problem& problem : read.problems)
        lines.push_back(toText("f", problem));
    EXPECT_EQ(lines,
              (std::vector<std::string>{
                  "f:3: parallel.pipeline: must be a whole number from 1 to 1048576, not 0",
                  "f:4: parallel.offload: must be one of none, optimizer, all, not 'al'; did you "
                  "mean 'all'?",
                  "f:6: recompute.granularity: must be one of none, selective, ops, full, not '3'",
                  "f:7: training.decay: must be a text, not a list"}));
    EXPECT_EQ(read.draft.parallel.offload, Offload::None) << "the field keeps its default";
}

TEST(Choices, AnEnumAndItsWordsCannotDiffer)
{
    static_assert(hasWordsForAllValues<Optimizer>());
    static_assert(!hasWordsForAllValues<OneWordShort>());
    static_assert(!hasWordsForAllValues<OneWordTooMany>());
    EXPECT_EQ(choiceOf<Compute>("fp8"), Compute::Fp8);
    EXPECT_EQ(choiceOf<Compute>("FP8"), std::nullopt);
}

} // namespace
} // namespace strategy
