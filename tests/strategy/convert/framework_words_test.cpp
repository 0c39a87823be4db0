// Keys that stand for a field in a way of their own: ranks left open, states in bf16, a schedule
// that is a flag.

#include "engine/strategy/convert/known_formats.h"
#include "tests/strategy/convert/fixture.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

Strategy imported(const Format& format, const std::string& text)
{
    const ImportResult result = format.import({text, {}});
    EXPECT_TRUE(result.strategy) << toText(result);
    return result.strategy.value_or(Strategy{});
}

std::string remarksOf(const Format& format, const std::string& text)
{
    return toText(format.import({text, {}}).remarks);
}

bool holds(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

TEST(Torchtitan, RanksLeftOpenAreAsFewAsTheExpertsDivideAmong)
{
    const std::string experts = "[model]\nname = \"deepseek_v3\"\nflavor = \"16B\"\n"
                                "[parallelism]\nexpert_parallel_degree = 8\n";
    const Strategy open = imported(kTorchtitan, experts);
    EXPECT_EQ(open.parallel.expert, 8);
    EXPECT_EQ(open.parallel.data, 8);
    EXPECT_EQ(open.parallel.zero, 3);
    EXPECT_TRUE(
        holds(remarksOf(kTorchtitan, experts), "as few ranks as the experts divide among, 8"))
        << remarksOf(kTorchtitan, experts);
    // Tensor ranks count among those that the experts are dealt to.
    EXPECT_EQ(imported(kTorchtitan, experts + "tensor_parallel_degree = 4\n").parallel.data, 2);
    const Strategy replicas
        = imported(kTorchtitan, experts + "data_parallel_replicate_degree = 2\n");
    EXPECT_EQ(replicas.parallel.data, 16);
    EXPECT_EQ(replicas.parallel.shard, 8);
    // Without experts nothing says how many there are.
    EXPECT_EQ(imported(kTorchtitan, "[model]\nname = \"llama3\"\nflavor = \"8B\"\n").parallel.data,
              0);
}

TEST(DeepSpeed, OptimizerStatesMayBeInBf16)
{
    const std::string states = R"({"bf16": {"enabled": true, "bf16_optimizer_states": true,
        "bf16_master_weights_and_grads": true}, "zero_optimization": {"stage": 2}})";
    const Strategy strategy = imported(kDeepSpeed, states);
    EXPECT_EQ(strategy.precision.optimizer, Optimizer::AdamBf16);
    EXPECT_TRUE(holds(remarksOf(kDeepSpeed, states),
                      "approximated: bf16.bf16_master_weights_and_grads: leaves out the copy"))
        << remarksOf(kDeepSpeed, states);
    const ExportResult written = kDeepSpeed.write(strategy, {});
    EXPECT_TRUE(holds(written.text, R"("bf16_optimizer_states": true)")) << written.text;
    EXPECT_EQ(imported(kDeepSpeed, written.text).precision.optimizer, Optimizer::AdamBf16);

    const ImportResult alone = kDeepSpeed.import(
        {"{\"bf16\": {\"enabled\": true,\n\"bf16_optimizer_states\": true}}", {}});
    EXPECT_EQ(toText(alone),
              "f:2: bf16.bf16_optimizer_states: needs bf16_master_weights_and_grads, which "
              "DeepSpeed asks for beside it\n");
}

TEST(DeepSpeed, OffloadIsOfTheOptimizerOrOfAll)
{
    const auto offloadOf = [](const std::string& zero) {
        return imported(kDeepSpeed, R"({"zero_optimization": {)" + zero + "}}").parallel.offload;
    };
    EXPECT_EQ(offloadOf(R"("stage": 2, "offload_optimizer": {"device": "cpu"})"),
              Offload::Optimizer);
    EXPECT_EQ(offloadOf(R"("stage": 3, "offload_optimizer": {"device": "cpu"},
                           "offload_param": {"device": "cpu"})"),
              Offload::All);
    EXPECT_EQ(offloadOf(R"("stage": 3, "offload_optimizer": {"device": "none"})"), Offload::None);
    EXPECT_EQ(offloadOf(R"("stage": 1, "cpu_offload": true)"), Offload::Optimizer);
}

TEST(Nanotron, TheOptimizersKeysOfOlderVersionsAreTaken)
{
    const Strategy strategy = imported(kNanotron,
                                       "parallelism: {dp: 1, pp: 1, tp: 1}\n"
                                       "tokens: {micro_batch_size: 1, sequence_length: 128}\n"
                                       "optimizer: {adam_beta1: 0.8, adam_eps: 1.0e-09}\n");
    EXPECT_EQ(strategy.training.beta1, 0.8);
    EXPECT_EQ(strategy.training.epsilon, 1e-9);
}

TEST(Paddle, DualPipeVIsAFlag)
{
    const std::string fleet = R"({"hybrid_configs": {"pp_degree": 4,
        "pp_configs": {"use_dualpipev": true}},
        "pipeline_configs": {"micro_batch_size": 1, "accumulate_steps": 16}})";
    const Strategy strategy = imported(kPaddle, fleet);
    EXPECT_EQ(strategy.schedule.name, "dualpipev");
    const ExportResult written = kPaddle.write(strategy, {});
    EXPECT_TRUE(holds(written.text, R"("use_dualpipev": true)")) << written.text;
    EXPECT_FALSE(holds(toText(written.remarks), "schedule.name")) << toText(written.remarks);
    EXPECT_EQ(imported(kPaddle, written.text).schedule.name, "dualpipev");

    // As one of the words about the pipeline, too.
    for (const char* words : {R"("use_dualpipev")", R"("enable_delay_scale_loss use_dualpipev")",
                              R"(["enable_delay_scale_loss", "use_dualpipev"])",
                              R"(["enable_delay_scale_loss","use_dualpipev"])"})
        EXPECT_EQ(imported(kPaddleNlp,
                           std::string(R"({"pipeline_parallel_degree": 4,
                               "gradient_accumulation_steps": 16, "pipeline_parallel_config": )")
                               + words + "}")
                      .schedule.name,
                  "dualpipev")
            << words;
    EXPECT_EQ(imported(kPaddleNlp, R"({"pipeline_parallel_degree": 4,
                  "pipeline_parallel_config": "enable_delay_scale_loss"})")
                  .schedule.name,
              "1f1b");
    for (const char* words : {R"("use_dualpipev2")", R"("no_use_dualpipev")",
                              R"("use_dualpipev\u00e9")", R"("use-dualpipev")"})
        EXPECT_EQ(imported(kPaddleNlp,
                           std::string(R"({"pipeline_parallel_degree": 4,
                               "pipeline_parallel_config": )")
                               + words + "}")
                      .schedule.name,
                  "1f1b")
            << words;
    const std::string trainer = R"({"pipeline_parallel_degree": 4, "use_dualpipev": 1,
        "gradient_accumulation_steps": 16, "data_parallel_degree": 2})";
    const Strategy trained = imported(kPaddleNlp, trainer);
    EXPECT_EQ(trained.schedule.name, "dualpipev");
    EXPECT_EQ(imported(kPaddleNlp, kPaddleNlp.write(trained, {}).text).schedule.name, "dualpipev");
}

TEST(Paddle, AWordThatIsTakenIsNotTakenAsUsual)
{
    const auto read = [](const std::string& words) {
        return kPaddleNlp.import(
            {R"({"pipeline_parallel_degree": 4, "gradient_accumulation_steps": 16, "pipeline_parallel_config": )"
                 + words + "}",
             {}});
    };
    const ImportResult alone = read(R"("use_dualpipev")");
    ASSERT_TRUE(alone.strategy) << toText(alone);
    EXPECT_FALSE(holds(toText(alone.remarks), "pipeline_parallel_config")) << toText(alone.remarks);
    const ImportResult several = read(R"("enable_delay_scale_loss use_dualpipev")");
    EXPECT_TRUE(holds(toText(several.remarks),
                      "approximated: pipeline_parallel_config: has words beside use_dualpipev"))
        << toText(several.remarks);
    // The words come back, unless they would choose another schedule than the strategy's.
    const std::string same = kPaddleNlp.write(*several.strategy, several.kept).text;
    EXPECT_TRUE(holds(same, R"("enable_delay_scale_loss use_dualpipev")")) << same;
    Strategy other = *several.strategy;
    other.schedule.name = "1f1b";
    const ExportResult written = kPaddleNlp.write(other, several.kept);
    EXPECT_FALSE(holds(written.text, "use_dualpipev")) << written.text;
    EXPECT_EQ(imported(kPaddleNlp, written.text).schedule.name, "1f1b");
}

TEST(Paddle, TheLengthOfASampleIsSaidWhereTheModelIsNotKnown)
{
    const std::string trainer
        = R"({"model_name_or_path": "a/model", "max_seq_length": 8192, "bf16": true})";
    EXPECT_TRUE(holds(remarksOf(kPaddleNlp, trainer),
                      "unresolved: max_seq_length: is the length of a sample: model.sequence is "
                      "8192 once the model is known"))
        << remarksOf(kPaddleNlp, trainer);
    EXPECT_EQ(imported(kPaddleNlp, R"({"hidden_size": 512, "num_hidden_layers": 4,
        "intermediate_size": 1024, "num_attention_heads": 8, "vocab_size": 1000,
        "max_seq_length": 8192, "data_parallel_degree": 1})")
                  .model->sequence,
              8192);
}

} // namespace
} // namespace strategy
