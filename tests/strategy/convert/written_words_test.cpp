// Where a framework takes one of a few words, nothing else is written: our own import is not asked,
// for it may take more. The words stand in the frameworks' documentation and sources.

#include "engine/strategy/convert/settings.h"
#include "engine/strategy/convert/shell_script.h"
#include "tests/strategy/convert/changed_strategies.h"

#include <gtest/gtest.h>

#include <set>

namespace strategy {
namespace {

using WordList = std::vector<std::string_view>;

struct ChoiceKey {
    std::string_view key; // the end of its path, or the flag
    WordList words;
};

struct Vocabulary {
    const char* format;
    std::vector<ChoiceKey> keys;
};

// What all of Megatron's family has.
std::vector<ChoiceKey> ofMegatron(std::vector<ChoiceKey> own)
{
    const std::vector<ChoiceKey> all
        = {{"normalization", {"LayerNorm", "RMSNorm"}},
           {"position_embedding_type",
            {"learned_absolute", "rope", "yarn", "mrope", "relative", "none"}},
           {"recompute_granularity", {"full", "selective"}},
           {"recompute_method", {"uniform", "block"}},
           {"attention_backend", {"flash", "fused", "unfused", "local", "auto"}},
           {"optimizer", {"adam", "sgd"}},
           {"fp8_recipe", {"tensorwise", "delayed", "mxfp8", "blockwise"}},
           {"exp_avg_dtype", {"fp32", "fp16", "bf16", "fp8"}},
           {"exp_avg_sq_dtype", {"fp32", "fp16", "bf16", "fp8"}},
           {"lr_decay_style", {"constant", "linear", "cosine", "inverse-square-root", "WSD"}},
           {"data_parallel_sharding_strategy",
            {"no_shard", "optim", "optim_grads", "optim_grads_params"}}};
    for (const ChoiceKey& one : all)
        if (std::none_of(own.begin(), own.end(),
                         [&](const ChoiceKey& mine) { return mine.key == one.key; }))
            own.push_back(one);
    return own;
}

const std::vector<Vocabulary>& vocabularies()
{
    static const std::vector<Vocabulary> kAll
        = {{"megatron-args",
            ofMegatron({{"cp_comm_type", {"p2p", "a2a", "all_gather", "a2a+p2p"}},
                        {"fp8_format", {"e4m3", "hybrid"}},
                        {"cuda_graph_impl", {"none", "local", "transformer_engine"}},
                        {"flash_attention_version", {"2", "3", "4"}}})},
           {"mindspeed-llm",
            ofMegatron({{"context_parallel_algo",
                         {"megatron_cp_algo", "ulysses_cp_algo", "hybrid_cp_algo"}},
                        {"schedules_method", {"dualpipev"}}})},
           {"mindspeed-rl",
            ofMegatron({{"context_parallel_algo",
                         {"megatron_cp_algo", "ulysses_cp_algo", "hybrid_cp_algo"}}})},
           {"megatron-yaml",
            ofMegatron({{"activation_func", {"swiglu", "squaredrelu", "gelu"}},
                        {"fp8", {"e4m3", "hybrid"}}})},
           {"megatron-bridge",
            ofMegatron({{"mixed_precision",
                         {"bf16_mixed", "fp16_mixed", "bf16_with_fp8_delayed_scaling_mixed",
                          "bf16_with_fp8_subchannel_scaling_mixed"}},
                        {"cuda_graph_impl", {"none", "local", "transformer_engine"}},
                        {"fp8", {"e4m3", "hybrid"}}})},
           {"nemo-yaml",
            {{"activations_checkpoint_granularity", {"full", "selective"}},
             {"activations_checkpoint_method", {"uniform", "block"}},
             {"activation", {"gelu", "fast-swiglu", "swiglu", "fast-geglu", "geglu"}},
             {"trainer.precision", {"16", "16-mixed", "bf16", "bf16-mixed", "32"}},
             {"optim.name", {"distributed_fused_adam", "fused_adam", "sgd"}},
             {"sched.name", {"CosineAnnealing"}}}},
           {"deepspeed",
            {{"optimizer.type",
              {"Adam", "AdamW", "Lamb", "OneBitAdam", "ZeroOneAdam", "OneBitLamb", "SGD"}},
             {"scheduler.type",
              {"LRRangeTest", "OneCycle", "WarmupLR", "WarmupDecayLR", "WarmupCosineLR"}},
             {"warmup_type", {"log", "linear"}},
             {"grad_accum_dtype", {"fp32", "fp16", "bf16"}},
             {"torch_autocast.dtype", {"bfloat16", "float16"}},
             {"zero_optimization.stage", {"0", "1", "2", "3"}},
             {"offload_optimizer.device", {"none", "cpu", "nvme"}},
             {"offload_param.device", {"none", "cpu", "nvme"}}}},
           {"accelerate",
            {{"distributed_type", {"NO", "MULTI_GPU", "FSDP", "DEEPSPEED", "MEGATRON_LM"}},
             {"dynamo_backend", {"NO", "INDUCTOR"}},
             {"mixed_precision", {"no", "fp16", "bf16", "fp8"}},
             {"fsdp_sharding_strategy",
              {"FULL_SHARD", "SHARD_GRAD_OP", "NO_SHARD", "HYBRID_SHARD", "HYBRID_SHARD_ZERO2"}},
             {"offload_optimizer_device", {"none", "cpu", "nvme"}},
             {"offload_param_device", {"none", "cpu", "nvme"}},
             {"megatron_lm_recompute_granularity", {"full", "selective"}},
             {"megatron_lm_recompute_method", {"uniform", "block"}}}},
           {"nanotron",
            {{"tp_mode", {"ALL_REDUCE", "REDUCE_SCATTER"}},
             {"pp_engine", {"1f1b", "afab"}},
             {"lr_decay_style", {"linear", "cosine", "1-sqrt"}},
             {"lr_warmup_style", {"linear", "constant"}},
             {"optimizer_factory.name", {"adamW", "sgd"}},
             {"zero_stage", {"0", "1"}},
             {"model.dtype", {"float32", "float16", "bfloat16"}}}},
           {"paddle",
            {{"schedule_mode", {"1F1B", "F-then-B"}}, {"sharding_configs.stage", {"1", "2", "3"}}}},
           {"paddlenlp",
            {{"sharding",
              {"stage1", "stage2", "stage3", "stage1 offload", "stage2 offload", "stage3 offload"}},
             {"pipeline_schedule_mode", {"1F1B", "VPP", "FThenB", "Eager1F1B", "ZBH1"}},
             {"recompute_granularity", {"full", "full_attn", "core_attn"}},
             {"lr_scheduler_type",
              {"linear", "cosine", "constant", "constant_with_warmup", "polynomial"}},
             {"fp16_opt_level", {"O1", "O2"}},
             {"hybrid_parallel_topo_order", {"pp_first", "sharding_first"}}}},
           {"torchtitan",
            {{"pipeline_parallel_schedule",
              {"1F1B", "GPipe", "Interleaved1F1B", "LoopedBFS", "InterleavedZeroBubble",
               "ZBVZeroBubble", "DualPipeV"}},
             {"fsdp_reshard_after_forward", {"default", "always", "never"}},
             {"context_parallel_load_balancer", {"headtail", "ptrr", "None"}},
             {"activation_checkpoint", {"None", "FullAC.Config()", "SelectiveAC.Config()"}},
             {"mixed_precision_param", {"bfloat16", "float32"}},
             {"dtype", {"bfloat16", "float32"}}}}};
    return kAll;
}

using WrittenPairs = std::vector<std::pair<std::string, std::string>>;

// A flag and the word behind it.
WrittenPairs pairsOfScript(const std::string& text)
{
    WrittenPairs pairs;
    for (const auto& [name, words] : readShellScript(text).arrays)
        for (std::size_t i = 0; i + 1 < words.size(); ++i)
            if (words[i].text.starts_with("--")) {
                std::string key = words[i].text.substr(2);
                std::replace(key.begin(), key.end(), '-', '_');
                pairs.emplace_back(std::move(key), words[i + 1].text);
            }
    return pairs;
}

// NAME=value, of a recipe.
WrittenPairs pairsOfRecipe(const std::string& text)
{
    WrittenPairs pairs;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        begin = end + 1;
        line.erase(0, std::min(line.size(), line.find_first_not_of(' ')));
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos || line.find(' ') < equals || !line.ends_with(','))
            continue;
        std::string value = line.substr(equals + 1, line.size() - equals - 2);
        std::erase(value, '"');
        pairs.emplace_back(line.substr(0, equals), std::move(value));
    }
    return pairs;
}

WrittenPairs pairsOf(std::string_view format, const std::string& text)
{
    if (format == "megatron-args" || format == "mindspeed-llm")
        return pairsOfScript(text);
    if (format == "torchtitan")
        return pairsOfRecipe(text);
    WrittenPairs pairs;
    for (const Setting& setting : readSettings(text).entries)
        if (setting.value.kind != Node::Kind::Null) // which is not given
            pairs.emplace_back(setting.key, setting.value.text);
    return pairs;
}

bool isKey(std::string_view path, std::string_view key)
{
    return path == key || (path.ends_with(key) && path[path.size() - key.size() - 1] == '.');
}

// Changes of usual strategies, several at once too, so that each word is written by one.
std::vector<Strategy> strategiesToWrite()
{
    std::vector<Strategy> all;
    for (Strategy base : {dense(), withExperts()})
        for (const bool more : {false, true}) {
            if (more) {
                base.training.decay = Decay::Cosine;
                base.training.warmupSteps = 10;
                base.training.decaySteps = 100;
                base.training.seed = 7;
                base.recompute.granularity = Recomputing::Full;
                base.parallel.contextMethod = ContextMethod::AllToAll;
                base.parallel.context = 2;
                base.parallel.zero = 2;
                base.parallel.offload = Offload::All;
                base.precision.compute = Compute::Fp8;
            }
            all.push_back(base);
            for (const auto& [field, strategy] : neighbours(base))
                all.push_back(strategy);
        }
    Strategy pipes = withExperts();
    for (const char* name : {"interleaved", "gpipe", "eager-1f1b", "zb-h1", "zbv", "dualpipev"}) {
        pipes.schedule.name = name;
        pipes.parallel.order = pipes.parallel.order == RankOrder::TensorPipelineData
            ? RankOrder::TensorDataPipeline
            : RankOrder::TensorPipelineData;
        all.push_back(pipes);
    }
    return all;
}

class WrittenWords : public testing::TestWithParam<Vocabulary> {};

TEST_P(WrittenWords, AreTheFrameworks)
{
    const Format& format = *findFormat(GetParam().format);
    std::map<std::string_view, std::set<std::string>> seen;
    const auto hold = [&](const std::string& text) {
        for (const auto& [path, value] : pairsOf(format.name, text))
            for (const ChoiceKey& choice : GetParam().keys)
                if (isKey(path, choice.key)) {
                    seen[choice.key].insert(value);
                    EXPECT_NE(std::find(choice.words.begin(), choice.words.end(), value),
                              choice.words.end())
                        << path << ": " << value << '\n'
                        << text;
                }
    };
    for (const Strategy& strategy : strategiesToWrite())
        hold(format.write(strategy, {}).text);
    for (const Fixture& fixture : fixturesOf(GetParam().format)) {
        const ImportResult read = format.import({fixture.text, fixture.folder});
        ASSERT_TRUE(read.strategy) << toText(read);
        for (const ExportResult& written :
             {format.write(*read.strategy, {}), format.write(*read.strategy, read.kept)})
            hold(written.text);
    }
    for (const ChoiceKey& choice : GetParam().keys)
        EXPECT_FALSE(seen[choice.key].empty()) << "nothing writes " << choice.key;
}

INSTANTIATE_TEST_SUITE_P(Formats, WrittenWords, testing::ValuesIn(vocabularies()),
                         [](const auto& tested) {
                             std::string name = tested.param.format;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

} // namespace
} // namespace strategy
