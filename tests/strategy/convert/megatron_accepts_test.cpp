// What Megatron itself refuses is neither taken from a file nor written to one.

#include "tests/strategy/convert/fixture.h"

namespace strategy {
namespace {

constexpr const char* kWholeFamily[] = {"megatron-args", "megatron-bridge", "megatron-yaml",
                                        "mindspeed-llm", "mindspeed-rl",    "nemo-yaml"};

constexpr const char* kAcceptedRun
    = "torchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py --num-layers 32 --hidden-size 1024 "
      "--num-attention-heads 16 --seq-length 1024 --vocab-size 50304 --attention-dropout 0 "
      "--hidden-dropout 0 --micro-batch-size 1 --global-batch-size 8 ";

ImportResult acceptedRun(const std::string& more, const char* format = "megatron-args")
{
    return findFormat(format)->import({kAcceptedRun + more, {}});
}

Strategy recomputing(Recomputing granularity, RecomputeMethod method = RecomputeMethod::Uniform,
                     int layers = 0)
{
    Strategy strategy;
    strategy.model.emplace().layers = 10;
    strategy.parallel.pipeline = 2;
    strategy.parallel.layersPerStage = {4, 6};
    strategy.batch.global = 8;
    strategy.recompute = {granularity, method, layers};
    return strategy;
}

// The value behind the key, however the format spells it; empty where it is not there.
std::string writtenValue(const std::string& text, std::string key)
{
    for (const bool flag : {true, false}) {
        if (flag)
            std::replace(key.begin(), key.end(), '_', '-');
        else
            std::replace(key.begin(), key.end(), '-', '_');
        const std::string name = flag ? "--" + key + ' ' : key + ": ";
        const std::size_t at = text.find(name);
        if (at != std::string::npos)
            return text.substr(at + name.size(), text.find('\n', at) - at - name.size());
    }
    return "";
}

// NeMo 1 has keys of its own for these.
std::string recomputed(const std::string& text, const std::string& what)
{
    const std::string own = writtenValue(text, "activations_checkpoint_" + what);
    return own.empty() ? writtenValue(text, "recompute_" + what) : own;
}

TEST(MegatronAccepts, RecomputationByOperationIsNamedAndWrittenAsSelective)
{
    for (const char* name : kWholeFamily) {
        const ExportResult result = findFormat(name)->write(recomputing(Recomputing::Ops), {});
        EXPECT_EQ(recomputed(result.text, "granularity"), "selective") << name << result.text;
        EXPECT_TRUE(
            hasRemark(result.remarks, Remark::Kind::NotExpressible, "recompute.granularity"))
            << name;
        EXPECT_EQ(recomputed(result.text, "num_layers"), "") << name;
    }
}

TEST(MegatronAccepts, OnlyItsOwnWordsForRecomputationAreTaken)
{
    for (const char* word : {"ops", "none", "Full", ""})
        for (const char* name : {"megatron-args", "mindspeed-llm"})
            EXPECT_NE(told(acceptedRun("--recompute-granularity '" + std::string(word) + "'", name))
                          .find("--recompute-granularity: must be one of full, selective"),
                      std::string::npos)
                << name << word;
    for (const char* word : {"ops", "none", "[full]"})
        EXPECT_NE(told(findFormat("accelerate")
                           ->import({"distributed_type: MEGATRON_LM\nnum_processes: 8\n"
                                     "megatron_lm_config:\n  megatron_lm_recompute_granularity: "
                                         + std::string(word) + "\n",
                                     {}}))
                      .find("must be one of full, selective"),
                  std::string::npos)
            << word;
    EXPECT_EQ(acceptedRun("--recompute-granularity full").strategy->recompute.granularity,
              Recomputing::Full);
}

TEST(MegatronAccepts, FullRecomputationComesWithItsNumberOfLayers)
{
    for (const char* name : kWholeFamily) {
        const Format& format = *findFormat(name);
        const auto text = [&](RecomputeMethod method, int layers) {
            const Strategy strategy = recomputing(Recomputing::Full, method, layers);
            const ExportResult result = format.write(strategy, {});
            EXPECT_FALSE(
                hasRemark(result.remarks, Remark::Kind::NotExpressible, "recompute.layers"))
                << name << toText(result.remarks);
            return result.text;
        };
        EXPECT_EQ(recomputed(text(RecomputeMethod::Uniform, 0), "num_layers"), "1") << name;
        EXPECT_EQ(recomputed(text(RecomputeMethod::Uniform, 3), "num_layers"), "3") << name;
        EXPECT_EQ(recomputed(text(RecomputeMethod::Block, 0), "num_layers"), "6")
            << name; // of the largest stage
        EXPECT_EQ(recomputed(text(RecomputeMethod::Block, 2), "num_layers"), "2") << name;
        EXPECT_EQ(recomputed(text(RecomputeMethod::Block, 0), "method"), "block") << name;
    }
    Strategy strategy = recomputing(Recomputing::Full, RecomputeMethod::Block);
    strategy.parallel = {};
    strategy.parallel.tensor = 2;
    const std::string text = findFormat("accelerate")->write(strategy, {}).text;
    EXPECT_EQ(writtenValue(text, "megatron_lm_recompute_num_layers"), "1") << text;
    EXPECT_EQ(writtenValue(text, "megatron_lm_recompute_method"), "uniform") << text;
}

TEST(MegatronAccepts, PyTorchsShardingComesBackWithoutTheDistributedOptimizer)
{
    const ImportResult read = acceptedRun("--use-torch-fsdp2");
    ASSERT_TRUE(read.strategy) << told(read);
    EXPECT_EQ(read.strategy->parallel.zero, 3);
    const std::string text = findFormat("megatron-args")->write(*read.strategy, read.kept).text;
    EXPECT_NE(text.find("--use-torch-fsdp2"), std::string::npos) << text;
    EXPECT_EQ(text.find("--use-distributed-optimizer"), std::string::npos) << text;
    // Of Megatron's own sharding both are there.
    EXPECT_NE(findFormat("megatron-args")
                  ->write(*read.strategy, {})
                  .text.find("--use-distributed-optimizer"),
              std::string::npos);
}

TEST(MegatronAccepts, ItsShardingAloneIsTakenAsTodaysDefault)
{
    const ImportResult line = acceptedRun("--use-megatron-fsdp");
    ASSERT_TRUE(line.strategy) << told(line);
    EXPECT_EQ(line.strategy->parallel.zero, 3);
    EXPECT_TRUE(hasRemark(line.remarks, Remark::Kind::Assumed, "data_parallel_sharding_strategy"));
    const ImportResult classes
        = findFormat("megatron-bridge")
              ->import({"model: {num_layers: 4, hidden_size: 256, num_attention_heads: 4}\n"
                        "ddp: {use_megatron_fsdp: true}\n",
                        {}});
    ASSERT_TRUE(classes.strategy) << told(classes);
    EXPECT_EQ(classes.strategy->parallel.zero, 0);
    EXPECT_TRUE(
        hasRemark(classes.remarks, Remark::Kind::Assumed, "data_parallel_sharding_strategy"));
}

TEST(MegatronAccepts, TheWayOfContextParallelismMayBeGivenLayerByLayer)
{
    const std::string two = "--context-parallel-size 2 --cp-comm-type ";
    const ImportResult same = acceptedRun(two + "a2a a2a a2a");
    ASSERT_TRUE(same.strategy) << told(same);
    EXPECT_EQ(same.strategy->parallel.contextMethod, ContextMethod::AllToAll);
    EXPECT_FALSE(hasRemark(same.remarks, Remark::Kind::Approximated, "--cp-comm-type"));
    const ImportResult mixed = acceptedRun(two + "p2p p2p a2a a2a");
    ASSERT_TRUE(mixed.strategy) << told(mixed);
    EXPECT_EQ(mixed.strategy->parallel.contextMethod, ContextMethod::Ring);
    EXPECT_TRUE(hasRemark(mixed.remarks, Remark::Kind::Approximated, "--cp-comm-type"));
    const std::string text = findFormat("megatron-args")->write(*mixed.strategy, mixed.kept).text;
    EXPECT_NE(text.find("--cp-comm-type p2p p2p a2a a2a\n"), std::string::npos) << text;
}

// 28 layers divide by 4 ranks, but not by two stages of each, which dualpipev alone has.
TEST(MegatronAccepts, AnUnknownScheduleHasOneStageARank)
{
    const std::string more = "--pipeline-model-parallel-size 4 --num-layers 28 --noop-layers 27 "
                             "--schedules-method ";
    const ImportResult other = acceptedRun(more + "something", "mindspeed-llm");
    ASSERT_TRUE(other.strategy) << told(other);
    EXPECT_EQ(other.strategy->schedule.name, "1f1b");
    EXPECT_EQ(other.strategy->parallel.layersPerStage, (std::vector<int>{7, 7, 7, 6}));
    EXPECT_NE(
        told(acceptedRun(more + "dualpipev", "mindspeed-llm")).find("28 is not divisible by 8"),
        std::string::npos);
}

} // namespace
} // namespace strategy
