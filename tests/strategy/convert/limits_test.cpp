// Files at the limits: numbers whose product no batch has, and texts as long as may be.

#include "engine/strategy/convert/exporting.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/megatron.h"
#include "engine/strategy/convert/shell_script.h"
#include "engine/strategy/saturating_product.h"
#include "tests/strategy/convert/fixture.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

TEST(Limits, AProductStopsAtTheLargestNumber)
{
    constexpr long long kMost = std::numeric_limits<long long>::max();
    EXPECT_EQ(saturatingProduct({}), 1);
    EXPECT_EQ(saturatingProduct({3, 4, 5}), 60);
    EXPECT_EQ(saturatingProduct({1 << 20, 1 << 30, 1 << 24}), kMost); // 2^74
    EXPECT_EQ(saturatingProduct({1LL << 62, 2}), kMost);
    EXPECT_EQ(saturatingProduct({kMost, 1}), kMost);
    EXPECT_EQ(saturatingProduct({kMost, kMost, 0}), 0);
}

// Each makes 2^64 samples or a multiple of that, which 64 bits take for none.
TEST(Limits, ABatchThatWrapsAroundIsTooLarge)
{
    const std::pair<const Format*, const char*> kBatches[] = {
        {&kDeepSpeed, R"({"train_micro_batch_size_per_gpu": 1048576,
                          "gradient_accumulation_steps": 1073741824,
                          "data_parallel_size": 16777216})"},
        {&kDeepSpeed, R"({"train_batch_size": 1048576, "gradient_accumulation_steps": 1073741824,
                          "train_micro_batch_size_per_gpu": 1048576,
                          "data_parallel_size": 16777216})"},
        {&kNanotron,
         "parallelism: {dp: 65536, pp: 1, tp: 1}\n"
         "tokens: {micro_batch_size: 1073741824, "
         "batch_accumulation_per_replica: 262144}\n"},
        {&kPaddle, R"({"dp_degree": 16384, "mp_degree": 1,
                       "pipeline_configs": {"micro_batch_size": 1048576,
                                            "accumulate_steps": 1073741824}})"},
        {&kPaddleNlp, R"({"data_parallel_degree": 16384, "per_device_train_batch_size": 1048576,
                          "gradient_accumulation_steps": 1073741824})"},
        {&kTorchtitan,
         "[training]\nnum_tokens_per_microbatch_per_dp_rank = 1073741824\n"
         "[parallelism]\npipeline_parallel_degree = 2\n"
         "num_pp_microbatches = 1073741824\n"
         "data_parallel_replicate_degree = 65536\ndata_parallel_shard_degree = 256\n"},
    };
    for (const auto& [format, text] : kBatches) {
        const ImportResult read = format->import({text, {}});
        EXPECT_NE(told(read).find("too many samples"), std::string::npos) << format->name << '\n'
                                                                          << toText(read);
    }
}

TEST(Limits, AListOfLayersIsMadeOfBoundedWork)
{
    const auto layers = [](const std::string& text) { return expertLayersOf(text, kMaxLayers); };
    std::string ones;
    for (int i = 0; i < 20'000; ++i)
        ones += "*1";
    EXPECT_FALSE(layers("[0]*100000" + ones)); // 2 * 10^9 layers on the way
    EXPECT_FALSE(layers("([0]*50000" + ones + ")"));
    EXPECT_EQ(layers("[0]" + ones), std::vector<bool>(1));
    EXPECT_EQ(layers("[0]*100000"), std::vector<bool>(100'000));
    EXPECT_EQ(layers("([0]*50000+[0]*50000)"), std::vector<bool>(100'000));
    EXPECT_FALSE(layers("[0]*100000+[0]"));
    EXPECT_EQ(layers("[]*100000" + ones), std::vector<bool>());
}

// What stands behind the first word is an assignment only where that word declares something.
TEST(Limits, WordsBehindALongOneAreReadAtOnce)
{
    std::string script(120'000, 'x');
    for (int i = 0; i < 30'000; ++i)
        script += " a=1";
    const ShellScript read = readShellScript("export " + script.substr(0, 9) + " A=4 B=5\n" + script
                                             + "\nexport A=6 B=$A\nrun $A $B A=7\nrun $A\n");
    ASSERT_FALSE(read.problem) << read.problem->sentence;
    ASSERT_EQ(read.commands.size(), 5u);
    EXPECT_EQ(read.commands[1].size(), 30'001u);
    EXPECT_EQ(read.commands[3].size(), 4u);
    EXPECT_EQ(read.commands[3][1].text, "6");
    EXPECT_EQ(read.commands[3][2].text, "6");
    EXPECT_EQ(read.commands[4][1].text, "6");
}

TEST(Limits, AsManyKeysAsADocumentHoldsComeBack)
{
    std::string unknown;
    for (int i = 0; i < 8'000; ++i)
        unknown += ",\"" + std::to_string(100'000 + i) + "\":1";
    for (const auto& [format, open] :
         {std::pair(&kDeepSpeed, "{\"train_batch_size\": 8"),
          {&kPaddleNlp, "{\"seed\": 1"},
          {&kAccelerate, R"({"distributed_type": "MULTI_GPU", "num_processes": 8)"}}) {
        const ImportResult read = format->import({open + unknown + "}", {}});
        ASSERT_TRUE(read.strategy) << toText(read);
        EXPECT_GE(read.kept.size(), 8'000u);
        const std::string text = format->write(*read.strategy, read.kept).text;
        const std::vector<KeptKey> again = format->import({text, {}}).kept;
        EXPECT_NE(std::find(again.begin(), again.end(), read.kept.back()), again.end());
        EXPECT_GE(again.size(), read.kept.size());
    }
}

// A value and what lies below it cannot both be written.
TEST(Limits, OfAKeyAndOneWithinItTheFirstIsWritten)
{
    EXPECT_EQ(yamlOf({{"a", "1"}, {"a.b", "2"}, {"c", "3"}}), "a: 1\nc: 3\n");
    EXPECT_EQ(yamlOf({{"a.b", "2"}, {"a", "1"}, {"a.c", "3"}}), "a:\n  b: 2\n  c: 3\n");
}

} // namespace
} // namespace strategy
