// The tables of known keys, held against the names of each framework's arguments under known_keys/.

#include "engine/strategy/convert/known_keys/megatron_keys.h"
#include "engine/strategy/file.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace strategy {
namespace {

std::vector<std::string> argumentsOf(const std::string& framework)
{
    std::vector<std::string> names;
    const auto text
        = readTextFile(std::string(CONVERT_KNOWN_KEYS) + '/' + framework + ".txt", 1u << 20);
    EXPECT_TRUE(text) << framework;
    std::istringstream lines(text ? *text : "");
    for (std::string line; std::getline(lines, line);)
        if (!line.empty() && line.front() != '#')
            names.push_back(line);
    return names;
}

// What in a name says that the key changes time or memory.
constexpr std::string_view kTelling[] = {"recompute",   "checkpoint_activations",
                                         "offload",     "overlap",
                                         "fusion",      "fused",
                                         "fp8",         "fp4",
                                         "swap",        "_parallel",
                                         "zero_",       "cuda_graph",
                                         "micro_batch", "global_batch",
                                         "seq_length",  "num_layers",
                                         "hidden_size", "experts",
                                         "attention",   "moe_",
                                         "sharding",    "fsdp",
                                         "memory",      "pipeline",
                                         "window",      "mamba",
                                         "vocab_size",  "lora",
                                         "dtype",       "bf16",
                                         "fp32",        "fp16",
                                         "heads",       "optimizer"};

// Names that sound like it and were looked at: of generation and of what happens between steps, of
// checkpoints, of measurements, of weights of a loss and of the rate.
const std::set<std::string_view> kOnlySounding{
    "data_parallel_random_init",
    "distrib_optim_fully_reshardable_mem_efficient",
    "no_create_attention_mask_in_dataloader",
    "no_data_sharding",
    "logits_save_dtype",
    "moe_per_layer_logging",
    "te_comparison_with_bf16",
    "decode_only_cuda_graphs",
    "offload",
    "offload_train",
    "offload_rollout",
    "no_offload_train",
    "no_offload_rollout",
    "reset_optimizer_states",
    "out_seq_length",
    "muon_scalar_optimizer",
    "loss_scale_window",
    "moe_aux_loss_coeff",
    "mup_base_hidden_size",
    "moe_z_loss_coeff",
    "moe_input_jitter_eps",
    "retro_encoder_attention_dropout",
    "moe_loss_coeff",
    "moe_device_level_aux_loss_coeff",
    "moe_comm_aux_loss_coeff",
    "ttp_save_optimizer",
};

// Why a group that is only kept may hold names that sound like it.
bool isOfOtherWork(std::string_view key)
{
    for (const char* begin : {"inference_",
                              "rl_",
                              "grpo_",
                              "sglang_",
                              "rollout_",
                              "eval_",
                              "ckpt_",
                              "dist_ckpt_",
                              "log_",
                              "moe_routing_trace_",
                              "memory_snapshot",
                              "memory_recorder",
                              "moe_router_",
                              "megatron_server_",
                              "save_",
                              "load_",
                              "target_",
                              "profile_",
                              "export_",
                              "no_ckpt_"})
        if (key.starts_with(begin))
            return true;
    return kOnlySounding.contains(key);
}

std::string_view telling(std::string_view key)
{
    for (const std::string_view word : kTelling)
        if (key.find(word) != std::string_view::npos)
            return word;
    return {};
}

// Keys that are only kept although their names say that they change time or memory.
std::vector<std::string> keptWrongly(std::span<const KeyGroup> groups)
{
    std::vector<std::string> wrong;
    for (const KeyGroup& group : groups)
        if (group.kind == KeyGroup::Class::Kept)
            for (const std::string_view key : keysIn(group.keys))
                if (!telling(key).empty() && !isOfOtherWork(key))
                    wrong.emplace_back(key);
    return wrong;
}

class FrameworkArguments : public testing::TestWithParam<const char*> {};

TEST_P(FrameworkArguments, EachHasAClass)
{
    const auto names = argumentsOf(GetParam());
    EXPECT_GT(names.size(), 200u);
    for (const std::string& name : names)
        EXPECT_NE(megatronKeys().find(name), nullptr) << name;
}

INSTANTIATE_TEST_SUITE_P(KnownKeys, FrameworkArguments,
                         testing::Values("megatron-lm", "megatron-deepspeed", "mindspeed",
                                         "mindspeed-llm", "slime"));

TEST(KnownKeys, WhatChangesTimeOrMemoryIsNeverOnlyKept)
{
    EXPECT_EQ(keptWrongly(megatronKept()), std::vector<std::string>{});
    EXPECT_TRUE(keptWrongly(megatronChanges()).empty());
}

TEST(KnownKeys, APlantedKeyThatChangesMemoryIsFound)
{
    constexpr KeyGroup kPlanted[]
        = {{KeyGroup::Class::Kept, "means nothing", "tokenizer_type recompute_everything"}};
    EXPECT_EQ(keptWrongly(kPlanted), std::vector<std::string>{"recompute_everything"});
}

TEST(KnownKeys, EachStandsInOneTableOnce)
{
    std::set<std::string_view> seen;
    for (const auto table : {megatronTaken(), megatronChanges(), megatronKept()})
        for (const KeyGroup& group : table) {
            EXPECT_FALSE(group.reason.empty());
            for (const std::string_view key : keysIn(group.keys))
                EXPECT_TRUE(seen.insert(key).second) << key << " stands twice";
        }
}

TEST(KnownKeys, AStarStandsForWhatFollows)
{
    constexpr KeyGroup kGroup[] = {{KeyGroup::Class::Kept, "is", "rollout_* exp_manager.* lone"}};
    const std::array kTables{std::span<const KeyGroup>(kGroup)};
    const KnownKeys keys(kTables);
    EXPECT_NE(keys.find("rollout_seed"), nullptr);
    EXPECT_NE(keys.find("exp_manager.name"), nullptr);
    EXPECT_NE(keys.find("lone"), nullptr);
    EXPECT_EQ(keys.find("rollout"), nullptr);
    EXPECT_EQ(keys.find("lone_one"), nullptr);
    EXPECT_EQ(keys.find(""), nullptr);
}

TEST(KnownKeys, SwitchesTakeNoValue)
{
    EXPECT_TRUE(isSwitch("swiglu"));
    EXPECT_TRUE(isSwitch("checkpoint_activations"));
    EXPECT_FALSE(isSwitch("num_layers"));
    EXPECT_FALSE(isSwitch("zero_stage"));
}

} // namespace
} // namespace strategy
