// What looks the same in two frameworks and is not, and what a parser silently takes for another
// number.

#include "engine/strategy/convert/known_formats.h"
#include "tests/strategy/convert/fixture.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

ImportResult import(const Format& format, std::string_view text)
{
    return format.import({text, {}});
}

// The first problem, as `check` prints it.
std::string refusal(const Format& format, std::string_view text)
{
    const ImportResult result = import(format, text);
    EXPECT_EQ(result.strategy.has_value(), result.problems.empty());
    return result.problems.empty() ? "" : toText("f", result.problems.front());
}

// torchtitan counts layers of a stage, PaddleNLP stages of a rank.
TEST(Traps, ChunksAreLayersInOneFormatAndACountInAnother)
{
    const std::string titan = "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\n"
                              "local_batch_size = 8\nseq_len = 4096\n[parallelism]\n"
                              "data_parallel_shard_degree = 1\npipeline_parallel_degree = 4\n"
                              "pipeline_parallel_schedule = \"Interleaved1F1B\"\n"
                              "pipeline_parallel_first_stage_less_layers = 0\n"
                              "pipeline_parallel_last_stage_less_layers = 0\n"
                              "pipeline_parallel_layers_per_stage = ";
    const ImportResult two = import(kTorchtitan, titan + "2\n");
    ASSERT_TRUE(two.strategy) << toText(two);
    EXPECT_EQ(two.strategy->parallel.chunks, 4); // 32 layers, 16 stages, 4 ranks
    EXPECT_EQ(two.strategy->schedule.name, "interleaved");
    EXPECT_EQ(refusal(kTorchtitan, titan + "3\n"),
              "f:13: parallelism.pipeline_parallel_layers_per_stage: makes 11 stages, which are "
              "not divisible by 4 pipeline ranks");

    const ImportResult count = import(kPaddleNlp, R"({"pipeline_parallel_degree": 4,
        "virtual_pp_degree": 2, "gradient_accumulation_steps": 8, "data_parallel_degree": 1})");
    ASSERT_TRUE(count.strategy) << toText(count);
    EXPECT_EQ(count.strategy->parallel.chunks, 2);
    EXPECT_EQ(count.strategy->schedule.name, "interleaved");
}

// One layer less at both ends, and what is left over goes to the first stages.
TEST(Traps, TorchtitansEndsHaveFewerLayers)
{
    const ImportResult result
        = import(kTorchtitan,
                 "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\n"
                 "local_batch_size = 8\nseq_len = 4096\n[parallelism]\n"
                 "data_parallel_shard_degree = 1\npipeline_parallel_degree = 4\n"
                 "pipeline_parallel_first_stage_less_layers = 1\n"
                 "pipeline_parallel_last_stage_less_layers = 2\n");
    ASSERT_TRUE(result.strategy) << toText(result);
    // 35 counted: 9, 9, 9, 8, less one at the first and two at the last.
    EXPECT_EQ(result.strategy->parallel.layersPerStage, (std::vector{8, 9, 9, 6}));
}

TEST(Traps, TorchtitansExpertsBorrowShardingRanks)
{
    const auto titan = [](int expert) {
        return "[model]\nname = \"deepseek_v3\"\nflavor = \"16B\"\n[training]\n"
               "local_batch_size = 1\nseq_len = 4096\n[parallelism]\n"
               "data_parallel_replicate_degree = 4\ndata_parallel_shard_degree = 2\n"
               "tensor_parallel_degree = 2\nexpert_parallel_degree = "
            + std::to_string(expert) + "\n";
    };
    const ImportResult four = import(kTorchtitan, titan(4));
    ASSERT_TRUE(four.strategy) << toText(four);
    EXPECT_EQ(four.strategy->parallel.expert, 4);
    EXPECT_EQ(four.strategy->parallel.data, 8);
    EXPECT_EQ(four.strategy->parallel.shard, 2);
    // 8 would divide the 16 devices, but not the 4 that share parameters.
    EXPECT_EQ(refusal(kTorchtitan, titan(8)),
              "f:11: parallelism.expert_parallel_degree: is 8, and must divide "
              "data_parallel_shard_degree x context_parallel_degree x tensor_parallel_degree = 4");
}

TEST(Traps, DeepSpeedsBatchMustMultiplyOut)
{
    const ImportResult good = import(kDeepSpeed, R"({"train_batch_size": 96,
        "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 3})");
    ASSERT_TRUE(good.strategy) << toText(good);
    EXPECT_EQ(good.strategy->parallel.data, 8);
    EXPECT_EQ(microbatches(*good.strategy), 3);
    EXPECT_EQ(refusal(kDeepSpeed, R"({
  "train_micro_batch_size_per_gpu": 4,
  "train_batch_size": 100, "gradient_accumulation_steps": 8
})"),
              "f:3: train_batch_size: is 100, and must be micro 4 x accumulation 8 x data 3 = 96");
    EXPECT_EQ(refusal(kDeepSpeed, R"({"train_batch_size": 96, "data_parallel_size": 4,
        "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 3})"),
              "f:1: train_batch_size: is 96, and must be micro 4 x accumulation 3 x data 4 = 48");
}

TEST(Traps, DeepSpeedsJsonDoesNotDecideThePipeline)
{
    Strategy strategy;
    strategy.parallel.pipeline = 4;
    strategy.parallel.expert = 2;
    strategy.parallel.context = 2;
    strategy.parallel.contextMethod = ContextMethod::AllToAll;
    strategy.batch.global = 16;
    const ExportResult written = kDeepSpeed.write(strategy, {});
    for (const char* field : {"parallel.pipeline", "parallel.expert", "parallel.context"})
        EXPECT_TRUE(hasRemark(written.remarks, Remark::Kind::NotExpressible, field)) << field;
    EXPECT_NE(toText(written.remarks).find("--pipeline-model-parallel-size 4"), std::string::npos);
    EXPECT_NE(toText(written.remarks).find("MoE(ep_size=2)"), std::string::npos);

    const ImportResult open = import(kDeepSpeed, R"({"train_batch_size": 8,
        "train_micro_batch_size_per_gpu": 1, "pipeline": {"stages": "auto", "partition": "best"}})");
    ASSERT_TRUE(open.strategy) << toText(open);
    EXPECT_TRUE(hasRemark(open.remarks, Remark::Kind::Assumed, "pipeline.stages"));
}

TEST(Traps, SequenceParallelismIsAWordHereAndANumberThere)
{
    const std::string nanotron = "parallelism: {dp: 1, pp: 1, tp: 4, tp_mode: ";
    const ImportResult shared = import(kNanotron, nanotron + "REDUCE_SCATTER}");
    ASSERT_TRUE(shared.strategy) << toText(shared);
    EXPECT_TRUE(shared.strategy->parallel.sequence);
    EXPECT_FALSE(import(kNanotron, nanotron + "all_reduce}").strategy->parallel.sequence);
    EXPECT_EQ(refusal(kNanotron, nanotron + "true}"),
              "f:1: parallelism.tp_mode: must be one of all_reduce, reduce_scatter, not 'true'");

    for (const auto& [value, on] : {std::pair("1", true), {"0", false}, {"true", true}}) {
        const ImportResult paddle = import(kPaddleNlp,
                                           "{\"tensor_parallel_degree\": 4, "
                                           "\"sequence_parallel\": "
                                               + std::string(value) + "}");
        ASSERT_TRUE(paddle.strategy) << toText(paddle);
        EXPECT_EQ(paddle.strategy->parallel.sequence, on) << value;
    }
    EXPECT_NE(refusal(kPaddleNlp, "{\"sequence_parallel\": 2}"), "");
    EXPECT_NE(refusal(kPaddleNlp, "{\"sequence_parallel\": \"REDUCE_SCATTER\"}"), "");
}

TEST(Traps, MinusOneIsOffOrTheRest)
{
    const ImportResult off = import(kPaddleNlp, R"({"tensor_parallel_degree": -1,
        "pipeline_parallel_degree": -1, "sharding": "stage2", "sharding_parallel_degree": -1})");
    ASSERT_TRUE(off.strategy) << toText(off);
    EXPECT_EQ(off.strategy->parallel.tensor, 1);
    EXPECT_EQ(off.strategy->parallel.pipeline, 1);
    EXPECT_EQ(off.strategy->parallel.zero, 2);
    EXPECT_EQ(off.strategy->parallel.data, 0); // what is left of the devices
    EXPECT_TRUE(hasRemark(off.remarks, Remark::Kind::Assumed, "sharding_parallel_degree"));

    const ImportResult rest = import(kPaddle, R"({"dp_degree": -1, "mp_degree": 2})");
    ASSERT_TRUE(rest.strategy) << toText(rest);
    EXPECT_EQ(rest.strategy->parallel.data, 0);
    EXPECT_TRUE(hasRemark(rest.remarks, Remark::Kind::Assumed, "dp_degree"));
    EXPECT_EQ(refusal(kPaddle, R"({"mp_degree": -1})"),
              "f:1: mp_degree: must be at least 1; only dp_degree may be -1");

    const ImportResult titan = import(kTorchtitan,
                                      "[parallelism]\n"
                                      "data_parallel_shard_degree = -1\n");
    ASSERT_TRUE(titan.strategy) << toText(titan);
    EXPECT_EQ(titan.strategy->parallel.data, 0);
    EXPECT_EQ(titan.strategy->parallel.zero, 3);
    EXPECT_NE(refusal(kTorchtitan, "[parallelism]\ntensor_parallel_degree = -1\n"), "");
}

TEST(Traps, ATorchtitanRecipeIsOnlyWritten)
{
    const ImportResult python = import(kTorchtitan, "def recipe():\n    return Trainer.Config()\n");
    EXPECT_FALSE(python.strategy);
    Strategy strategy;
    strategy.name = "a\"; import os; #\n";
    strategy.parallel.tensor = 8;
    const std::string text = kTorchtitan.write(strategy, {}).text;
    EXPECT_NE(text.find("def recipe_a_import_os_("), std::string::npos) << text;
    EXPECT_EQ(text.find("import os"), std::string::npos);
    EXPECT_NE(text.find("tensor_parallel_degree=8,"), std::string::npos);
}

TEST(Traps, KeysThatMeanNothingAreSaidAndComeBack)
{
    const ImportResult result = import(kDeepSpeed, R"({"train_batch_size": 8,
        "wall_clock_breakdown": true, "comms_logger": {"enabled": false, "ops": ["a b", 1.5]}})");
    ASSERT_TRUE(result.strategy) << toText(result);
    EXPECT_EQ(result.kept,
              (std::vector<KeptKey>{{"wall_clock_breakdown", "true"},
                                    {"comms_logger.enabled", "false"},
                                    {"comms_logger.ops", "[\"a b\", 1.5]"}}));
    EXPECT_TRUE(hasRemark(result.remarks, Remark::Kind::Unknown, "comms_logger.ops"));
    const std::string again = kDeepSpeed.write(*result.strategy, result.kept).text;
    EXPECT_NE(again.find("\"ops\": [\"a b\", 1.5]"), std::string::npos) << again;
}

TEST(Traps, CharactersThatWereEscapedStayEscaped)
{
    const ImportResult result = import(
        kDeepSpeed, R"({"train_batch_size": 8, "a\u0007": "\u0085\u00e9\u2028 \"\\ \ud7ff"})");
    ASSERT_TRUE(result.strategy) << toText(result);
    const std::string text = kDeepSpeed.write(*result.strategy, result.kept).text;
    EXPECT_NE(text.find(R"("a\u0007": "\u0085)"), std::string::npos) << text;
    EXPECT_EQ(import(kDeepSpeed, text).kept, result.kept) << text;
}

// Of each format, a text with one whole number left open.
std::vector<std::pair<const Format*, std::string>> openTexts()
{
    return {{&kDeepSpeed, "{\"zero_optimization\": {\n\"stage\": @}}"},
            {&kHuggingFace, "{\"model_type\": \"llama\",\n\"num_hidden_layers\": @}"},
            {&kPaddle, "{\"hybrid_configs\": {\n\"mp_degree\": @}}"},
            {&kPaddleNlp, "{\"x\": 1,\n\"tensor_parallel_degree\": @}"},
            {&kAccelerate, "distributed_type: MULTI_GPU\nnum_processes: @\n"},
            {&kNanotron, "parallelism: {dp: 1, pp: 1,\n tp: @}\n"}};
}

TEST(Traps, NumbersOfOtherNotationsAreRefusedWithTheirLine)
{
    for (const auto& [format, open] : openTexts())
        for (const char* number : {"010", "0x10", "\"8\"", "8.0", "1e3", "1_000", "yes",
                                   "4294967296", "99999999999999999999", "[1]", "{}"}) {
            std::string text = open;
            text.replace(text.find('@'), 1, number);
            const std::string said = refusal(*format, text);
            EXPECT_TRUE(said.starts_with("f:2: ")) << format->name << ' ' << number << ": " << said;
            EXPECT_NE(said.find("must be a whole number"), std::string::npos) << said;
        }
    for (const char* number : {"010", "\"8\"", "8.0", "1e3", "yes", "4294967296",
                               "99999999999999999999", "[1]", "2020-01-01", "inf"})
        EXPECT_TRUE(refusal(kTorchtitan,
                            "[parallelism]\ntensor_parallel_degree = " + std::string(number) + "\n")
                        .starts_with("f:2: "))
            << number;
    // TOML's own notations mean one number to everybody.
    for (const char* number : {"16", "0x10", "1_6"})
        EXPECT_EQ(import(kTorchtitan,
                         "[parallelism]\ntensor_parallel_degree = " + std::string(number) + "\n")
                      .strategy->parallel.tensor,
                  16);
}

TEST(Traps, KeysGivenTwiceAreRefused)
{
    EXPECT_EQ(refusal(kDeepSpeed, "{\"train_batch_size\": 8,\n\"train_batch_size\": 16}"),
              "f:2: train_batch_size: is given twice, first on line 1; keep one");
    EXPECT_NE(refusal(kTorchtitan,
                      "[parallelism]\ntensor_parallel_degree = 1\n"
                      "tensor_parallel_degree = 2\n"),
              "");
    EXPECT_NE(refusal(kTorchtitan, "[training]\nsteps = 1\n[training]\nseq_len = 2\n"), "");
}

TEST(Traps, DeepNestingIsRefused)
{
    const std::string lists(5000, '[');
    for (const auto& [format, open] : openTexts())
        EXPECT_NE(refusal(*format, "{\"a\": " + lists), "") << format->name;
    EXPECT_EQ(refusal(kTorchtitan, "a = 1\nb = " + lists),
              "f:2: file: is nested too deeply to be a configuration");
    std::string dots = "[a";
    for (int i = 0; i < 20'000; ++i)
        dots += ".a";
    EXPECT_EQ(refusal(kTorchtitan, dots + "]\n"),
              "f:1: file: is nested too deeply to be a configuration");
    // A quote, a comment or a text of several lines hides no nesting.
    EXPECT_EQ(refusal(kTorchtitan, "s = \"\"\"\n\\\"\"\"\"\n# \"\nb = " + lists),
              "f:4: file: is nested too deeply to be a configuration");
    EXPECT_EQ(refusal(kTorchtitan, "s = '.................[[[[[[[[[[[[[[[[[[[['\n"), "");
    EXPECT_EQ(refusal(kTorchtitan, "s = \"\"\"\"a\"\"\"\"\"\nt = 'b' # \"\n"), "");
}

TEST(Traps, TooManySettingsAreRefused)
{
    std::string text;
    for (int i = 0; i <= 20'000; ++i)
        text += {char('A' + i / 900),
                 char('a' + i / 36 % 25),
                 "0123456789abcdefghijklmnopqrstuvwxyz"[i % 36],
                 '=',
                 '1',
                 '\n'};
    EXPECT_EQ(refusal(kTorchtitan, text), "f:20001: file: has more than 20000 settings");
}

// The parser takes for granted that it never sees these outside of quotes and comments.
TEST(Traps, TomlIsAsciiButForItsTexts)
{
    EXPECT_EQ(refusal(kTorchtitan, "# \xC3\xA9\ns = \"\xC3\xA9\"\nt = '''\n\xCB\x93'''\n"), "");
    for (const char* text : {"a = 1\n\xCB\x93 = 1\n", "a = 1\nb = 1.\xCB\x93\n",
                             "a = '''\n''' \xCB\x93\n", "a = 1\nb = \"\"\"\"c\"\"\"\"\xCB\x93\n"})
        EXPECT_EQ(refusal(kTorchtitan, text),
                  "f:2: file: is not TOML here: only text in quotes and comments may have such "
                  "characters")
            << text;
    EXPECT_NE(refusal(kTorchtitan, "[(a]\n"), "");
    EXPECT_NE(refusal(kTorchtitan, "-=[-=\"\xCB\xB2]\xCB\xB2["),
              ""); // a quote inside a value is none
}

} // namespace
} // namespace strategy
