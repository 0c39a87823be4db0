// How the software runs a strategy (which it is, how its kernels are queued, what waits for what),
// as each framework's files say it, and back: of Megatron's family above all.

#include "tests/strategy/convert/software_fields.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

// The same of the configuration classes, with more keys of the model.
std::string softwareModel(const std::string& more, const std::string& rest = {})
{
    return "trainer: {devices: 8, num_nodes: 1}\nmodel: {num_layers: 32, hidden_size: 1024, "
           "num_attention_heads: 16, seq_length: 1024, micro_batch_size: 1, global_batch_size: 64, "
           "hidden_dropout: 0.0, attention_dropout: 0.0"
        + more + "}\n" + rest;
}

constexpr const char* kOfChunks
    = ", pipeline_model_parallel_size: 4, virtual_pipeline_model_parallel_size: 2";

TEST(SoftwareFields, TheFrameworkIsThatOfTheFile)
{
    const auto softwareOf = [](const Format& format, const std::string& text) {
        return softwareTaken(format, text).kernels.framework;
    };
    EXPECT_EQ(softwareOf(kMegatronArgs, softwareLine("")), Framework::Megatron);
    EXPECT_EQ(softwareOf(kMegatronArgs, softwareLine("--deepspeed --zero-stage 1")),
              Framework::DeepSpeed);
    EXPECT_EQ(softwareOf(kMindSpeedLlm, softwareLine("")), Framework::MindSpeed);
    EXPECT_EQ(softwareOf(kMegatronBridge, softwareModel("")), Framework::Nemo);
    EXPECT_EQ(softwareOf(kNemo, softwareModel("")), Framework::Nemo);
    EXPECT_EQ(softwareOf(kDeepSpeed, R"({"train_batch_size": 8})"), Framework::DeepSpeed);
    EXPECT_EQ(softwareOf(kTorchtitan, "[training]\nseed = 1\n"), Framework::Fsdp);
    EXPECT_EQ(softwareOf(kNanotron, "parallelism: {dp: 1, pp: 1, tp: 1}\n"), Framework::Nanotron);
    EXPECT_EQ(softwareOf(kPaddle, R"({"dp_degree": 2})"), Framework::Paddle);
    EXPECT_EQ(softwareOf(kPaddleNlp, R"({"data_parallel_degree": 2})"), Framework::Paddle);
    const std::string accelerate = "num_processes: 8\ndistributed_type: ";
    EXPECT_EQ(softwareOf(kAccelerate, accelerate + "FSDP\n"), Framework::Fsdp);
    EXPECT_EQ(softwareOf(kAccelerate, accelerate + "DEEPSPEED\n"), Framework::DeepSpeed);
    EXPECT_EQ(softwareOf(kAccelerate, accelerate + "MEGATRON_LM\n"), Framework::Megatron);
    for (const Fixture& fixture : fixturesOf("mindspeed-rl"))
        EXPECT_EQ(
            fixture.format->import({fixture.text, fixture.folder}).strategy->kernels.framework,
            Framework::MindSpeed);
}

// Whoever writes for another framework wants to run on that one.
TEST(SoftwareFields, TheFrameworkIsNoLoss)
{
    for (const Format& format : formats()) {
        if (format.write == nullptr)
            continue;
        for (const Framework software : {Framework::Bubblescope, Framework::OneFlow}) {
            Strategy strategy;
            strategy.model.emplace().layers = 4;
            strategy.parallel.data = 1;
            strategy.kernels.framework = software;
            for (const Remark& remark : format.write(strategy, {}).remarks)
                EXPECT_NE(remark.key, "kernels.framework") << format.name << remark.sentence;
        }
    }
}

TEST(SoftwareFields, MegatronsMessagesRunBesideComputingWithChunksAlone)
{
    const std::string four = "--pipeline-model-parallel-size 4 ";
    const std::string chunks = four + "--num-layers-per-virtual-pipeline-stage 4 ";
    EXPECT_TRUE(lineTaken("").overlap.transfers); // there are none
    EXPECT_FALSE(lineTaken(four).overlap.transfers);
    EXPECT_TRUE(lineTaken(chunks).overlap.transfers);
    EXPECT_FALSE(lineTaken(chunks + "--no-overlap-p2p-communication").overlap.transfers);
    const std::string text
        = writtenAgain(kMegatronArgs, softwareLine(chunks + "--no-overlap-p2p-communication"));
    EXPECT_TRUE(saysText(text, "--no-overlap-p2p-communication\n")) << text;
    EXPECT_FALSE(saysText(writtenAgain(kMegatronArgs, softwareLine(chunks)), "p2p"));
    // Megatron-DeepSpeed has to be asked.
    const std::string deepspeed = chunks + "--zero-stage 0 --deepspeed ";
    EXPECT_FALSE(lineTaken(deepspeed).overlap.transfers);
    EXPECT_TRUE(lineTaken(deepspeed + "--overlap-p2p-communication").overlap.transfers);
    EXPECT_TRUE(saysText(
        writtenAgain(kMegatronArgs, softwareLine(deepspeed + "--overlap-p2p-communication")),
        "--overlap-p2p-communication\n"));
    // DualPipeV is made of overlap.
    EXPECT_TRUE(softwareTaken(kMindSpeedLlm, softwareLine(four + "--schedules-method dualpipev"))
                    .overlap.transfers);
    EXPECT_FALSE(softwareTaken(kMindSpeedLlm, softwareLine(four)).overlap.transfers);
}

TEST(SoftwareFields, TheConfigurationClassesDifferInWhatTheyTakeByThemselves)
{
    for (const Format* format : {&kMegatronBridge, &kNemo}) {
        const auto transfersOf = [&](const std::string& more) {
            writtenAgain(*format, softwareModel(more));
            return softwareTaken(*format, softwareModel(more)).overlap.transfers;
        };
        EXPECT_EQ(transfersOf(kOfChunks), format == &kMegatronBridge);
        EXPECT_TRUE(transfersOf(std::string(kOfChunks) + ", overlap_p2p_comm: true"));
        EXPECT_FALSE(transfersOf(std::string(kOfChunks) + ", overlap_p2p_comm: false"));
        EXPECT_FALSE(transfersOf(", pipeline_model_parallel_size: 4, overlap_p2p_comm: true"));
    }
}

TEST(SoftwareFields, OtherPipelinesWait)
{
    EXPECT_FALSE(softwareTaken(kDeepSpeed, R"({"train_batch_size": 8, "pipeline": {"stages": 4}})")
                     .overlap.transfers);
    EXPECT_TRUE(softwareTaken(kDeepSpeed, R"({"train_batch_size": 8})").overlap.transfers);
    EXPECT_FALSE(
        softwareTaken(kNanotron, "parallelism: {dp: 1, pp: 2, tp: 1}\n").overlap.transfers);
    EXPECT_TRUE(softwareTaken(kNanotron, "parallelism: {dp: 2, pp: 1, tp: 1}\n").overlap.transfers);
    const std::string plugin = "distributed_type: MEGATRON_LM\nnum_processes: 8\n"
                               "megatron_lm_config:\n  megatron_lm_pp_degree: ";
    EXPECT_FALSE(softwareTaken(kAccelerate, plugin + "2\n").overlap.transfers);
    EXPECT_TRUE(softwareTaken(kAccelerate, plugin + "1\n").overlap.transfers);
}

TEST(SoftwareFields, AccumulationIsFusedUnlessSaidOtherwise)
{
    EXPECT_EQ(lineTaken("").kernels.accumulation, Accumulation::Fused);
    const std::string separate = softwareLine("--no-gradient-accumulation-fusion");
    EXPECT_EQ(softwareTaken(kMegatronArgs, separate).kernels.accumulation, Accumulation::Separate);
    EXPECT_TRUE(saysText(writtenAgain(kMegatronArgs, separate), "--no-gradient-accumulation-fus"));
    for (const Format* format : {&kMegatronBridge, &kNemo, &kMegatronYaml}) {
        Strategy strategy = lineTaken("");
        strategy.kernels.accumulation = Accumulation::Separate;
        const std::string text = format->write(strategy, {}).text;
        EXPECT_TRUE(saysText(text, "gradient_accumulation_fusion: false")) << text;
        const ImportResult read = softwareRead(*format, text);
        EXPECT_EQ(read.strategy->kernels.accumulation, Accumulation::Separate);
        // What the file had does not come back beside what the strategy says now.
        strategy.kernels.accumulation = Accumulation::Fused;
        const std::string fused = format->write(strategy, read.kept).text;
        EXPECT_FALSE(saysText(fused, "gradient_accumulation_fusion: false")) << fused;
    }
}

TEST(SoftwareFields, RecordedGraphsAreTaken)
{
    for (const char* more : {"--enable-cuda-graph", "--external-cuda-graph",
                             "--cuda-graph-impl local", "--cuda-graph-impl transformer_engine"}) {
        EXPECT_EQ(lineTaken(more).kernels.launch, Launch::Graph) << more;
        EXPECT_TRUE(
            saysText(writtenAgain(kMegatronArgs, softwareLine(more)), "--cuda-graph-impl "));
    }
    EXPECT_TRUE(
        saysText(writtenAgain(kMegatronArgs, softwareLine("--cuda-graph-impl transformer_engine")),
                 "--cuda-graph-impl transformer_engine\n"));
    for (const char* more : {"", "--cuda-graph-impl none"})
        EXPECT_EQ(lineTaken(more).kernels.launch, Launch::Eager) << more;
    const ImportResult read = softwareRead(kMegatronArgs, softwareLine("--cuda-graph-impl local"));
    Strategy eager = *read.strategy;
    eager.kernels.launch = Launch::Eager;
    const ExportResult off = kMegatronArgs.write(eager, read.kept);
    EXPECT_TRUE(saysText(off.text, "--cuda-graph-impl none\n")) << off.text;
    EXPECT_EQ(softwareTaken(kMegatronArgs, off.text).kernels.launch, Launch::Eager);
    EXPECT_TRUE(saysText(writtenAgain(kNemo, softwareModel(", enable_cuda_graph: True")),
                         "enable_cuda_graph: true"));
    EXPECT_TRUE(saysText(writtenAgain(kMegatronBridge, softwareModel(", enable_cuda_graph: True")),
                         "cuda_graph_impl: local"));
    Strategy compiled = lineTaken("");
    compiled.kernels.launch = Launch::Compiled;
    EXPECT_TRUE(hasRemark(kMegatronArgs.write(compiled, {}).remarks, Remark::Kind::NotExpressible,
                          "kernels.launch"));
}

TEST(SoftwareFields, ScalesOfEightBitsAreThoseOfTheRecipe)
{
    struct Recipe {
        const char* word;
        Scaling scaling;
    };
    for (const Recipe& one : {Recipe{"delayed", Scaling::Tensor},
                              {"tensorwise", Scaling::Tensor},
                              {"blockwise", Scaling::Block},
                              {"mxfp8", Scaling::Block}}) {
        const std::string more = "--fp8-format hybrid --fp8-recipe " + std::string(one.word);
        const ImportResult read = softwareRead(kMegatronArgs, softwareLine(more));
        EXPECT_EQ(read.strategy->precision.scaling, one.scaling) << one.word;
        EXPECT_EQ(hasRemark(read.remarks, Remark::Kind::Approximated, "--fp8-recipe"),
                  std::string_view(one.word) == "mxfp8");
        EXPECT_TRUE(saysText(writtenAgain(kMegatronArgs, softwareLine(more)),
                             "--fp8-recipe " + std::string(one.word) + '\n'));
        // The other scaling takes another recipe.
        Strategy other = *read.strategy;
        other.precision.scaling = one.scaling == Scaling::Tensor ? Scaling::Block : Scaling::Tensor;
        const ExportResult written = kMegatronArgs.write(other, read.kept);
        EXPECT_EQ(softwareTaken(kMegatronArgs, written.text).precision.scaling,
                  other.precision.scaling)
            << written.text;
    }
    EXPECT_EQ(lineTaken("--fp8-format e4m3").precision.scaling, Scaling::Tensor);
    // Without 8 bits the recipe means nothing.
    const ImportResult off = softwareRead(kMegatronArgs, softwareLine("--fp8-recipe blockwise"));
    EXPECT_EQ(off.strategy->precision.scaling, Scaling::Tensor);
    EXPECT_TRUE(hasRemark(off.remarks, Remark::Kind::Ignored, "--fp8-recipe"));
    Strategy rows = lineTaken("--fp8-format hybrid");
    rows.precision.scaling = Scaling::Row;
    EXPECT_TRUE(hasRemark(kMegatronArgs.write(rows, {}).remarks, Remark::Kind::NotExpressible,
                          "precision.scaling"));
}

TEST(SoftwareFields, OfBridgeTheRecipesNameSaysTheScaling)
{
    const auto scalingOf = [](const std::string& recipe) {
        const std::string text = softwareModel("", "mixed_precision: " + recipe + '\n');
        EXPECT_TRUE(saysText(writtenAgain(kMegatronBridge, text), recipe));
        return softwareTaken(kMegatronBridge, text).precision.scaling;
    };
    EXPECT_EQ(scalingOf("bf16_with_fp8_delayed_scaling_mixed"), Scaling::Tensor);
    EXPECT_EQ(scalingOf("bf16_with_fp8_current_scaling_mixed"), Scaling::Tensor);
    EXPECT_EQ(scalingOf("bf16_with_fp8_subchannel_scaling_mixed"), Scaling::Block);
    EXPECT_EQ(scalingOf("bf16_with_mxfp8_mixed"), Scaling::Block);
    const std::string mapping = "mixed_precision: {bf16: true, fp8: hybrid, fp8_recipe: blockwise}";
    EXPECT_EQ(softwareTaken(kMegatronBridge, softwareModel("", mapping)).precision.scaling,
              Scaling::Block);
    writtenAgain(kMegatronBridge, softwareModel("", mapping));
    const ImportResult read = softwareRead(
        kMegatronBridge, softwareModel("", "mixed_precision: bf16_with_mxfp8_mixed\n"));
    EXPECT_TRUE(hasRemark(read.remarks, Remark::Kind::Approximated, "mixed_precision"));
    Strategy tensors = *read.strategy;
    tensors.precision.scaling = Scaling::Tensor;
    const std::string text = kMegatronBridge.write(tensors, read.kept).text;
    EXPECT_EQ(softwareTaken(kMegatronBridge, text).precision.scaling, Scaling::Tensor) << text;
    // A recipe of 16 bits does not stay where there are 8 now.
    const ImportResult wide
        = softwareRead(kMegatronBridge, softwareModel("", "mixed_precision: bf16_mixed\n"));
    Strategy narrow = *wide.strategy;
    narrow.precision.compute = Compute::Fp8;
    const std::string eight = kMegatronBridge.write(narrow, wide.kept).text;
    EXPECT_EQ(softwareTaken(kMegatronBridge, eight).precision.compute, Compute::Fp8) << eight;
}

TEST(SoftwareFields, VersionsOfFlashAttentionAreTold)
{
    const auto attentionOf
        = [](const std::string& more) { return lineTaken(more).kernels.attention; };
    EXPECT_EQ(attentionOf("--use-flash-attn"), Attention::Flash);
    EXPECT_EQ(attentionOf("--deepspeed"), Attention::Unfused);
    for (const char* first : {"--use-flash-attn-v1", "--use-flash-attn-triton"})
        EXPECT_EQ(attentionOf(std::string("--deepspeed --zero-stage 1 ") + first),
                  Attention::Flash1);
    EXPECT_EQ(attentionOf("--deepspeed --use-flash-attn-v2"), Attention::Flash2);
    EXPECT_EQ(attentionOf("--flash-attention-version 2"), Attention::Flash2);
    EXPECT_EQ(attentionOf("--flash-attention-version 3"), Attention::Flash);
    for (const char* more : {"--deepspeed --zero-stage 1 --use-flash-attn-v1",
                             "--deepspeed --zero-stage 1 --use-flash-attn-v2",
                             "--flash-attention-version 2", "--flash-attention-version 3"})
        EXPECT_TRUE(saysText(writtenAgain(kMegatronArgs, softwareLine(more)),
                             std::string_view(more).substr(std::string_view(more).rfind("--"))))
            << more;
    const std::string nanotron = "parallelism: {dp: 1, pp: 1, tp: 1}\n";
    EXPECT_EQ(softwareTaken(kNanotron, nanotron).kernels.attention, Attention::Flash2);
    EXPECT_EQ(softwareTaken(kTorchtitan, "[training]\nseed = 1\n").kernels.attention,
              Attention::Flash2);
    // Any version is more than none.
    Strategy strategy = lineTaken("");
    strategy.kernels.attention = Attention::Flash2;
    EXPECT_TRUE(saysText(kPaddleNlp.write(strategy, {}).text, R"("use_flash_attention": true)"));
}

} // namespace
} // namespace strategy
