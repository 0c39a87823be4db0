// How PyTorch's own frameworks run a strategy: what they gather and keep, and what they compile.

#include "tests/strategy/convert/software_fields.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

TEST(SoftwareFields, GatheredWeightsMayStay)
{
    const std::string torch = softwareLine("--use-torch-fsdp2");
    EXPECT_TRUE(softwareTaken(kMegatronArgs, torch).parallel.reshard);
    const Strategy stays
        = softwareTaken(kMegatronArgs, torch + " --torch-fsdp2-no-reshard-after-forward");
    EXPECT_EQ(stays.parallel.zero, 3);
    EXPECT_FALSE(stays.parallel.reshard);
    // Only PyTorch's sharding has a word for it, and none with a pipeline.
    const ExportResult written = kMegatronArgs.write(stays, {});
    EXPECT_TRUE(saysText(written.text, "--torch-fsdp2-no-reshard-after-forward\n")) << written.text;
    EXPECT_FALSE(saysText(written.text, "--use-distributed-optimizer"));
    EXPECT_EQ(softwareTaken(kMegatronArgs, written.text).parallel, stays.parallel);
    Strategy pipes = stays;
    pipes.parallel.pipeline = 2;
    EXPECT_TRUE(hasRemark(kMegatronArgs.write(pipes, {}).remarks, Remark::Kind::NotExpressible,
                          "parallel.reshard"));

    const std::string fsdp = "distributed_type: FSDP\nnum_processes: 8\nfsdp_config:\n"
                             "  fsdp_version: 2\n  fsdp_reshard_after_forward: ";
    for (const bool reshards : {true, false}) {
        const std::string text = fsdp + (reshards ? "true\n" : "false\n");
        EXPECT_EQ(softwareTaken(kAccelerate, text).parallel.zero, 3);
        EXPECT_EQ(softwareTaken(kAccelerate, text).parallel.reshard, reshards);
        writtenAgain(kAccelerate, text);
    }
}

std::string titanOf8B(const std::string& parallelism)
{
    return "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[parallelism]\n"
           "data_parallel_shard_degree = 8\n"
        + parallelism;
}

TEST(SoftwareFields, TorchtitanReshardsUnlessThereIsAPipeline)
{
    const auto reshards = [](const std::string& more) {
        const Strategy strategy = softwareTaken(kTorchtitan, titanOf8B(more));
        EXPECT_EQ(strategy.parallel.zero, 3);
        const std::string recipe = kTorchtitan.write(strategy, {}).text;
        EXPECT_TRUE(saysText(recipe,
                             std::string("fsdp_reshard_after_forward=")
                                 + (strategy.parallel.reshard ? "\"always\"" : "\"never\"")))
            << recipe;
        return strategy.parallel.reshard;
    };
    const std::string pipes = "pipeline_parallel_degree = 2\n";
    EXPECT_TRUE(reshards(""));
    EXPECT_FALSE(reshards(pipes));
    EXPECT_TRUE(reshards(pipes + "fsdp_reshard_after_forward = \"always\"\n"));
    EXPECT_FALSE(reshards("fsdp_reshard_after_forward = \"never\"\n"));
    // Without shards there is nothing to gather.
    const Strategy alone
        = softwareTaken(kTorchtitan, "[parallelism]\ndata_parallel_shard_degree = 1\n" + pipes);
    EXPECT_EQ(alone.parallel.zero, 0);
    EXPECT_TRUE(alone.parallel.reshard);
}

TEST(SoftwareFields, TorchtitansRingIsBalancedUnlessSwitchedOff)
{
    const auto balanced = [](const std::string& more) {
        const Strategy strategy = softwareTaken(kTorchtitan, titanOf8B(more));
        const std::string recipe = kTorchtitan.write(strategy, {}).text;
        EXPECT_EQ(saysText(recipe, "context_parallel_load_balancer=None"),
                  !strategy.parallel.contextBalance)
            << recipe;
        return strategy.parallel.contextBalance;
    };
    const std::string ring = "context_parallel_degree = 2\n";
    EXPECT_TRUE(balanced(ring));
    EXPECT_TRUE(balanced(ring + "context_parallel_load_balancer = \"headtail\"\n"));
    EXPECT_FALSE(balanced(ring + "context_parallel_load_balancer = \"None\"\n"));
    EXPECT_TRUE(balanced("context_parallel_load_balancer = \"None\"\n")); // there is no ring
}

TEST(SoftwareFields, CompiledCodeQueuesItsKernelsItself)
{
    EXPECT_EQ(softwareTaken(kTorchtitan, "[compile]\nenable = true\n").kernels.launch,
              Launch::Compiled);
    EXPECT_EQ(softwareTaken(kTorchtitan, "[training]\ncompile = false\n").kernels.launch,
              Launch::Eager);
    // A recipe cannot fuse without compiling, and says so.
    Strategy eager;
    EXPECT_TRUE(hasRemark(kTorchtitan.write(eager, {}).remarks, Remark::Kind::NotExpressible,
                          "kernels.launch"));
    eager.kernels.launch = Launch::Compiled;
    EXPECT_FALSE(saysText(toText(kTorchtitan.write(eager, {}).remarks), "kernels.launch"));

    const std::string dynamo = "distributed_type: MULTI_GPU\nnum_processes: 8\ndynamo_config:\n"
                               "  dynamo_backend: ";
    for (const char* word : {"INDUCTOR", "inductor"})
        EXPECT_EQ(softwareTaken(kAccelerate, dynamo + word + "\n").kernels.launch,
                  Launch::Compiled);
    EXPECT_EQ(softwareTaken(kAccelerate, dynamo + "'NO'\n").kernels.launch, Launch::Eager);
    EXPECT_TRUE(
        saysText(writtenAgain(kAccelerate, dynamo + "INDUCTOR\n"), "dynamo_backend: INDUCTOR"));
    EXPECT_TRUE(hasRemark(softwareRead(kAccelerate, dynamo + "TVM\n").remarks,
                          Remark::Kind::Approximated, "dynamo_config.dynamo_backend"));
}

TEST(SoftwareFields, TorchtitansEightBitsHaveTheirRecipe)
{
    const auto read = [](const std::string& more) {
        return softwareRead(kTorchtitan, "[model]\nname = \"llama3\"\nflavor = \"8B\"\n" + more);
    };
    const std::string on = "converters = [\"quantize.linear.float8\"]\n";
    const std::string recipe = "[quantize.linear.float8]\nrecipe_name = ";
    EXPECT_EQ(read(on).strategy->precision.scaling, Scaling::Tensor);
    EXPECT_EQ(read(on + recipe + "\"tensorwise\"\n").strategy->precision.scaling, Scaling::Tensor);
    const ImportResult rows = read(on + recipe + "\"rowwise\"\n");
    EXPECT_EQ(rows.strategy->precision.compute, Compute::Fp8);
    EXPECT_EQ(rows.strategy->precision.scaling, Scaling::Row);
    EXPECT_TRUE(saysText(kTorchtitan.write(*rows.strategy, {}).text, "recipe_name=\"rowwise\""));
    const ImportResult wide = read(on + recipe + "\"rowwise_with_gw_hp\"\n");
    EXPECT_EQ(wide.strategy->precision.scaling, Scaling::Row);
    EXPECT_TRUE(
        hasRemark(wide.remarks, Remark::Kind::Approximated, "quantize.linear.float8.recipe_name"));
    // It counts only where the converter is on.
    const ImportResult off = read(recipe + "\"rowwise\"\n");
    EXPECT_EQ(off.strategy->precision.compute, Compute::Bf16);
    EXPECT_EQ(off.strategy->precision.scaling, Scaling::Tensor);
    EXPECT_TRUE(
        hasRemark(off.remarks, Remark::Kind::Ignored, "quantize.linear.float8.recipe_name"));
    const ImportResult blocks = read("converters = [\"quantize.linear.mx\"]\n");
    EXPECT_EQ(blocks.strategy->precision.compute, Compute::Fp8);
    EXPECT_EQ(blocks.strategy->precision.scaling, Scaling::Block);
    EXPECT_TRUE(hasRemark(blocks.remarks, Remark::Kind::Approximated, "model.converters"));
}

} // namespace
} // namespace strategy
