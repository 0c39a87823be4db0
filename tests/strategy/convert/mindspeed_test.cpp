// What MindSpeed, NeMo and Megatron-Bridge have of their own.

#include "tests/strategy/convert/fixture_files.h"

namespace strategy {
namespace {

ImportResult mindSpeed(const std::string& more)
{
    return findFormat("mindspeed-llm")
        ->import({"torchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py --num-layers 32 "
                  "--hidden-size 1024 --num-attention-heads 16 --seq-length 1024 "
                  "--vocab-size 50304 --attention-dropout 0 --hidden-dropout 0 "
                  "--micro-batch-size 1 --global-batch-size 16 "
                      + more,
                  {}});
}

TEST(MindSpeed, NoopLayersAreNotLayersOfTheModel)
{
    const ImportResult result = mindSpeed("--pipeline-model-parallel-size 4 --noop-layers 0,31");
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->model->layers, 30);
    EXPECT_EQ(result.strategy->parallel.layersPerStage, (std::vector<int>{7, 8, 8, 7}));
    for (const char* wrong : {"32", "1,1", "a", "1,,2", "01"})
        EXPECT_NE(
            told(mindSpeed("--pipeline-model-parallel-size 4 --noop-layers " + std::string(wrong)))
                .find("--noop-layers"),
            std::string::npos)
            << wrong;
}

TEST(MindSpeed, ExpertsAreCountedAroundNoopLayers)
{
    const ImportResult result
        = mindSpeed("--pipeline-model-parallel-size 4 --noop-layers 0,31 --num-experts 8 "
                    "--moe-router-topk 2 --first-k-dense-replace 3");
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->model->denseLayers, 2); // of 0, 1 and 2 the first does nothing
    const Format& format = *findFormat("mindspeed-llm");
    const ExportResult written = format.write(*result.strategy, {});
    EXPECT_EQ(format.import({written.text, {}}).strategy, result.strategy) << written.text;
}

TEST(MindSpeed, TheWayOfContextParallelismIsAssumedAloud)
{
    const ImportResult result = mindSpeed("--context-parallel-size 2");
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Assumed, "context_parallel_algo"));
    EXPECT_EQ(mindSpeed("--context-parallel-size 2 --context-parallel-algo ulysses_cp_algo")
                  .strategy->parallel.contextMethod,
              ContextMethod::AllToAll);
}

TEST(MindSpeedRl, OnlyPlainNamesInTheFolderAreRead)
{
    const std::string folder = std::string(CONVERT_FIXTURES) + "/mindspeed-rl";
    const auto problem = [&](const std::string& name) {
        const ImportResult result
            = findFormat("mindspeed-rl")
                  ->import({"actor_config:\n  model: " + name + "\n", folder});
        EXPECT_FALSE(result.strategy);
        return told(result);
    };
    for (const char* name :
         {"../../megatron-yaml/llama3_8b", "/etc/passwd", "a/b", "..", ".hidden", "\"x y\""})
        EXPECT_NE(problem(name).find("must be the plain name of a file in model/"),
                  std::string::npos)
            << name;
}

TEST(MindSpeedRl, ALinkOutOfTheFolderIsNotFollowed)
{
    const auto root = std::filesystem::path(testing::TempDir()) / "convert-links";
    std::filesystem::remove_all(root);
    std::filesystem::create_directories(root / "inside" / "model");
    const std::string model = std::string(CONVERT_FIXTURES) + "/mindspeed-rl/model/qwen25_7b.yaml";
    std::filesystem::copy_file(model, root / "outside.yaml");
    std::filesystem::create_symlink(root / "outside.yaml",
                                    root / "inside" / "model" / "qwen25_7b.yaml");
    const auto read = [&](const std::filesystem::path& folder) {
        return findFormat("mindspeed-rl")
            ->import({"actor_config: {model: qwen25_7b, micro_batch_size: 1}\n"
                      "megatron_training: {global_batch_size: 4}\n",
                      folder.string()});
    };
    EXPECT_FALSE(read(root / "inside").strategy);
    EXPECT_TRUE(read(std::string(CONVERT_FIXTURES) + "/mindspeed-rl").strategy);
    std::filesystem::remove_all(root);
}

TEST(MindSpeedRl, AModelsFileDoesNotUndoWhatIsWritten)
{
    const std::string folder = std::string(CONVERT_FIXTURES) + "/mindspeed-rl";
    const Format& format = *findFormat("mindspeed-rl");
    const ImportResult first = format.import(
        {"megatron_training: {global_batch_size: 4, bf16: true, seq_length: 512}\n"
         "actor_config: {model: wide_96, micro_batch_size: 1, pipeline_model_parallel_size: 4}\n",
         folder});
    ASSERT_TRUE(first.strategy) << told(first);
    EXPECT_EQ(first.strategy->parallel.layersPerStage, (std::vector<int>{23, 24, 24, 23}));
    const std::string text = format.write(*first.strategy, first.kept).text;
    const ImportResult second = format.import({text, folder});
    ASSERT_TRUE(second.strategy) << told(second) << text;
    EXPECT_EQ(*second.strategy, *first.strategy) << text;
}

TEST(MindSpeedRl, OtherRolesSayNothingAboutTraining)
{
    for (const Fixture& fixture : fixturesOf("mindspeed-rl")) {
        if (!fixture.path.ends_with("grpo_qwen25_7b.yaml"))
            continue;
        const ImportResult result = fixture.format->import({fixture.text, fixture.folder});
        ASSERT_TRUE(result.strategy);
        EXPECT_EQ(result.strategy->parallel.tensor, 4);
        EXPECT_TRUE(
            hasRemark(result.remarks, Remark::Kind::Kept, "ref_config.tensor_model_parallel_size"));
        EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Kept,
                              "generate_config.infer_tensor_parallel_size"));
        return;
    }
    FAIL() << "the fixture is not there";
}

TEST(NemoYaml, ReferencesAreFollowedAndTheRestIsUnresolved)
{
    const ImportResult result
        = findFormat("nemo-yaml")
              ->import(
                  {"trainer: {devices: 2, num_nodes: 1, precision: bf16}\n"
                   "model:\n  num_layers: 4\n  hidden_size: ${.width}\n  width: 256\n"
                   "  num_attention_heads: 4\n  ffn_hidden_size: ${multiply:4, ${.hidden_size}}\n"
                   "  encoder_seq_length: ${oc.env:LENGTH}\n  loop: ${.loop}\n"
                   "  micro_batch_size: 1\n  global_batch_size: 2\n",
                   {}});
    ASSERT_TRUE(result.strategy) << told(result);
    EXPECT_EQ(result.strategy->model->hidden, 256);
    EXPECT_EQ(result.strategy->model->ffnHidden, 1024);
    EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Unresolved, "model.encoder_seq_length"));
    EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Unresolved, "model.loop"));
}

TEST(NemoYaml, UnevenEndsOfSeveralChunksComeBack)
{
    const Format& format = *findFormat("nemo-yaml");
    const ImportResult first = format.import(
        {"trainer: {devices: 8, num_nodes: 1}\n"
         "model: {num_layers: 22, hidden_size: 256, num_attention_heads: 4, micro_batch_size: 1,\n"
         "  global_batch_size: 16, pipeline_model_parallel_size: 4,\n"
         "  virtual_pipeline_model_parallel_size: 2, num_layers_in_first_pipeline_stage: 4}\n",
         {}});
    ASSERT_TRUE(first.strategy) << told(first);
    EXPECT_FALSE(first.strategy->parallel.layersPerStage.empty());
    const ImportResult second = format.import({format.write(*first.strategy, first.kept).text, {}});
    ASSERT_TRUE(second.strategy) << told(second);
    EXPECT_EQ(*second.strategy, *first.strategy);
}

TEST(NemoYaml, MicrobatchesAreNotAccumulatedTwice)
{
    const ImportResult result
        = findFormat("nemo-yaml")
              ->import({"trainer: {accumulate_grad_batches: 4}\n"
                        "model: {num_layers: 4, hidden_size: 256, num_attention_heads: 4}\n",
                        {}});
    EXPECT_NE(told(result).find("trainer.accumulate_grad_batches: must be 1"), std::string::npos);
}

TEST(MegatronBridge, TheDataSetsLengthMustAgree)
{
    const std::string model = "model: {num_layers: 4, hidden_size: 256, num_attention_heads: 4, ";
    const std::string data = "train: {micro_batch_size: 1, global_batch_size: 1}\n"
                             "dataset: {seq_length: 512}\n";
    const auto read = [&](const std::string& text) {
        return findFormat("megatron-bridge")->import({text, {}});
    };
    EXPECT_NE(told(read(model + "seq_length: 1024}\n" + data)).find("dataset.seq_length: is 512"),
              std::string::npos);
    const ImportResult alone = read(model + "bf16: true}\n" + data);
    ASSERT_TRUE(alone.strategy) << told(alone);
    EXPECT_EQ(alone.strategy->model->sequence, 512);
}

} // namespace
} // namespace strategy
