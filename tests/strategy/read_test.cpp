#include "tests/strategy/expect_problems.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

using std::chrono::nanoseconds;

TEST(ReadStrategy, TheWholeFormat)
{
    const auto read = readStrategy(R"(bubblescope: 1              # format version
name: GPT-3 175B on 1024 A100
model:
  layers: 96
  hidden: 12288
  heads: 96
  kv_heads: 96
  ffn_hidden: 49152
  vocab: 51200
  sequence: 2048
  gated_mlp: false
  tied_embeddings: true
parallel:
  tensor: 8
  pipeline: 8
  chunks: 1
  context: 1
  expert: 1
  data: 16
  sequence: true
  zero: 1
  offload: none
  layers_per_stage: []
batch: {micro: 1, global: 1536}
schedule: {name: 1f1b}
recompute: {granularity: none}
precision: {compute: bf16, gradients: fp32, optimizer: adam-fp32}
cluster: {devices: 1024, devices_per_node: 8, device: a100-80gb}
costs: {forward: 1000, input_grad: 1000.5, weight_grad: 0.1, transfer: 0}
)");
    EXPECT_EQ(linesOf(read.problems), Lines{});
    // Its costs are a textbook's, and no device's.
    ASSERT_EQ(read.warnings.size(), 1u);
    EXPECT_EQ(read.warnings.front().key, "costs");
    ASSERT_TRUE(read.strategy);
    const Strategy& s = *read.strategy;
    EXPECT_EQ(s.name, "GPT-3 175B on 1024 A100");
    ASSERT_TRUE(s.model);
    EXPECT_EQ(s.model->layers, 96);
    EXPECT_EQ(s.model->kvHeads, 96);
    EXPECT_EQ(s.model->vocab, 51200);
    EXPECT_EQ(s.parallel.tensor, 8);
    EXPECT_EQ(s.parallel.data, 16);
    EXPECT_TRUE(s.parallel.sequence);
    EXPECT_EQ(s.batch.global, 1536);
    EXPECT_EQ(s.cluster.device, "a100-80gb");
    ASSERT_TRUE(s.costs);
    EXPECT_EQ(s.costs->stages,
              (std::vector<plan::StageCosts>{
                  {nanoseconds{1'000'000}, nanoseconds{1'000'500}, nanoseconds{100}}}));
    EXPECT_EQ(microbatches(s), 96);
    EXPECT_EQ(read.lineOf("parallel.sequence"), 20);
    EXPECT_EQ(read.lineOf("batch.global"), 24);
    EXPECT_EQ(read.lineOf("recompute.layers"), 26) << "the section, where the key is not given";
}

TEST(ReadStrategy, JsonIsReadTheSameWay)
{
    const auto yaml = readStrategy("bubblescope: 1\nname: a b\nparallel:\n  pipeline: 2\n"
                                   "  sequence: true\nschedule: gpipe\ncosts:\n"
                                   "  forward: [1, 2]\n  input_grad: 3\n  weight_grad: 4\n");
    const auto json = readStrategy(R"({
  "bubblescope": 1, "name": "a b",
  "parallel": {"pipeline": 2, "sequence": true},
  "schedule": {"name": "gpipe"},
  "costs": {"forward": [1, 2], "input_grad": 3, "weight_grad": 4}
})");
    ASSERT_TRUE(yaml.strategy) << ::testing::PrintToString(linesOf(yaml.problems));
    ASSERT_TRUE(json.strategy) << ::testing::PrintToString(linesOf(json.problems));
    EXPECT_EQ(*yaml.strategy, *json.strategy);
    EXPECT_EQ(yaml.strategy->costs->stages.size(), 2u);
    EXPECT_EQ(yaml.strategy->costs->stages[1].forward, nanoseconds{2000});
    EXPECT_EQ(yaml.strategy->costs->stages[1].inputGrad, nanoseconds{3000});
    EXPECT_EQ(yaml.strategy->schedule.name, "gpipe");
}

TEST(ReadStrategy, EveryProblemInOneGoByLine)
{
    EXPECT_EQ(problemsOf(R"(bubblescope: 1
nmae: x
parallel:
  pipelines: 4
  tensor: 010
  sequence: yes
batch: {micro: "8", global: 4294967296}
schedule: {group: all}
cluster: {device: h10}
costs: {forward: 0.0001, transfer: -1}
)"),
              (Lines{
                  "f.yaml:2: nmae: is not a known key; did you mean 'name'?",
                  "f.yaml:4: parallel.pipelines: is not a known key; did you mean 'pipeline'?",
                  "f.yaml:5: parallel.tensor: must be a whole number from 1 to 65536, not 010; "
                  "write it without leading zeros",
                  "f.yaml:6: parallel.sequence: must be true or false, not yes",
                  "f.yaml:7: batch.micro: must be a whole number from 1 to 1048576, not the quoted "
                  "text \"8\"",
                  "f.yaml:7: batch.global: must be a whole number from 0 to 1073741824, not "
                  "4294967296",
                  "f.yaml:8: schedule.group: must be a whole number from 1 to 1073741824, not all",
                  "f.yaml:9: cluster.device: names no device known here: 'h10'; did you mean "
                  "'h100'?",
                  "f.yaml:10: costs.forward: must have at most three digits after the point, not "
                  "0.0001: the smallest step is one nanosecond",
                  "f.yaml:10: costs.transfer: must be a number of microseconds from 0 to "
                  "1000000000000, in decimal digits, not -1",
              }));
}

class OneBadInteger : public ::testing::TestWithParam<const char*> {};

TEST_P(OneBadInteger, IsRefusedWithItsRange)
{
    const std::string value = GetParam();
    const auto problems = problemsOf(withLine("parallel: {pipeline: " + value + "}"));
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_EQ(problems.front().rfind("f.yaml:3: parallel.pipeline: must be a whole number from 1 "
                                     "to 1048576, not ",
                                     0),
              0u)
        << problems.front();
}

INSTANTIATE_TEST_SUITE_P(Notations, OneBadInteger,
                         ::testing::Values("010", "0x10", "0o7", "1_000", "01e1", "8.0", "+8",
                                           "'8'", "1.5e0", "15e-1", "1e", "e3", "1e1.0", "1e+-1",
                                           "'1e1'", "1e400", "1e40", ".1e2", "\"8 \"", "4294967297",
                                           "99999999999999999999", "-1", "0", "1000000000",
                                           "-9223372036854775809", "~", "[4]", "{}", ".inf", "true",
                                           "four", "-"));

// As json.dumps and PyYAML write them, wherever a number may stand.
TEST(ReadStrategy, ANumberMayHaveAnExponent)
{
    const auto read = readStrategy("bubblescope: 1\n"
                                   "parallel: {pipeline: 4e0}\n"
                                   "batch: {global: 1.5e3, micro: 20e-1}\n"
                                   "training: {learning_rate: 6e-05, min_learning_rate: 6.0E-06, "
                                   "epsilon: 1e-08, weight_decay: 1E-1}\n"
                                   "cluster: {device: {memory_gib: 8.0e+01, bf16_tflops: 1e3}}\n"
                                   "costs: {forward: [1e3, 1e-3, 0.25e2, 5], input_grad: 1, "
                                   "weight_grad: 1}\n");
    ASSERT_TRUE(read.strategy) << ::testing::PrintToString(linesOf(read.problems));
    EXPECT_EQ(read.strategy->parallel.pipeline, 4);
    EXPECT_EQ(read.strategy->batch.global, 1500);
    EXPECT_EQ(read.strategy->batch.micro, 2);
    EXPECT_EQ(read.strategy->training.learningRate, 6e-05);
    EXPECT_EQ(read.strategy->training.minLearningRate, 6e-06);
    EXPECT_EQ(read.strategy->training.epsilon, 1e-08);
    EXPECT_EQ(read.strategy->training.weightDecay, 0.1);
    EXPECT_EQ(read.strategy->cluster.spec->memoryGib, 80);
    EXPECT_EQ(read.strategy->cluster.spec->bf16Tflops, 1000);
    EXPECT_EQ(read.strategy->costs->stages[0].forward, nanoseconds{1'000'000});
    EXPECT_EQ(read.strategy->costs->stages[1].forward, nanoseconds{1});
    EXPECT_EQ(read.strategy->costs->stages[2].forward, nanoseconds{25'000});
}

TEST(ReadStrategy, CostsAreExactToTheNanosecond)
{
    const auto read = readStrategy("bubblescope: 1\ncosts: {forward: 0.1, input_grad: "
                                   "1000000000000, weight_grad: 4503599627.371,"
                                   " transfer: 0.003}");
    ASSERT_TRUE(read.strategy) << ::testing::PrintToString(linesOf(read.problems));
    EXPECT_EQ(read.strategy->costs->stages.front().forward, nanoseconds{100});
    EXPECT_EQ(read.strategy->costs->stages.front().inputGrad, nanoseconds{1'000'000'000'000'000});
    EXPECT_EQ(read.strategy->costs->stages.front().weightGrad, nanoseconds{4'503'599'627'371});
    EXPECT_EQ(read.strategy->costs->transfer, nanoseconds{3});
}

class OneBadCost : public ::testing::TestWithParam<const char*> {};

TEST_P(OneBadCost, IsRefused)
{
    const auto problems
        = problemsOf("bubblescope: 1\ncosts:\n  forward: " + std::string(GetParam()) + "\n");
    ASSERT_EQ(problems.size(), 1u) << ::testing::PrintToString(problems);
    EXPECT_EQ(problems.front().rfind("f.yaml:3: costs.forward: must ", 0), 0u) << problems.front();
}

INSTANTIATE_TEST_SUITE_P(Notations, OneBadCost,
                         ::testing::Values("-0.1", ".nan", ".inf", "1e400", "1e-4",
                                           "1000000000000.001", "99999999999999999999999", "0.0001",
                                           "01", "1.", ".5", "1,5", "'5'", "~", "0x5", "{}"));

TEST(ReadStrategy, ListsOfCostsHaveOneNumberAStage)
{
    EXPECT_EQ(problemsOf("bubblescope: 1\nparallel: {pipeline: 2, chunks: 2}\n"
                         "schedule: interleaved\ncosts:\n  forward: [1, 2, 3]\n  input_grad: 1\n"
                         "  weight_grad: [1, 2,\n    x, 4]\n"),
              (Lines{"f.yaml:5: costs.forward: has 3 numbers for 4 stages (parallel.pipeline x "
                     "parallel.chunks); give one number for each, or a single one for all",
                     "f.yaml:8: costs.weight_grad: must be a number of microseconds from 0 to "
                     "1000000000000, in decimal digits, not x"}));
}

TEST(ReadStrategy, VersionDuplicatesAndShapesOfTheFile)
{
    EXPECT_EQ(
        problemsOf("name: x\ncosts: {forward: 1}"),
        (Lines{"f.yaml:1: bubblescope: is missing; a strategy begins with 'bubblescope: 1'"}));
    EXPECT_EQ(problemsOf("bubblescope: 2"),
              (Lines{"f.yaml:1: bubblescope: must be 1, the only format version known here; the "
                     "file was made for a newer program"}));
    EXPECT_EQ(problemsOf("bubblescope: 1\nname: a\nbatch: {micro: 1, micro: 2}\nname: b\n"),
              (Lines{"f.yaml:3: batch.micro: is given twice, first on line 3; keep one",
                     "f.yaml:4: name: is given twice, first on line 2; keep one"}));
    EXPECT_EQ(problemsOf("- a\n- b\n"),
              (Lines{"f.yaml:1: file: must be a mapping, with a key and a value on each line"}));
    EXPECT_EQ(problemsOf(withLine("model:")),
              (Lines{"f.yaml:3: model: has nothing in it; give it keys or remove the line"}));
    EXPECT_EQ(problemsOf(withLine("batch: 8")),
              (Lines{"f.yaml:3: batch: must be a mapping, with a key and a value on each line"}));
    EXPECT_EQ(problemsOf(withLine("[a]: 8")),
              (Lines{"f.yaml:3: file: has a key that is not a word"}));
    EXPECT_EQ(problemsOf(""),
              (Lines{"f.yaml:1: file: is empty; a strategy begins with 'bubblescope: 1'"}));
}

TEST(ReadStrategy, ADraftIsWhatCouldBeRead)
{
    const auto read = readStrategy("bubblescope: 1\nparallel: {pipeline: 6, tensor: x}\n");
    EXPECT_FALSE(read.strategy);
    EXPECT_EQ(read.draft.parallel.pipeline, 6);
    EXPECT_EQ(read.draft.parallel.tensor, 1);
}

TEST(ReadStrategy, ADeviceMayBeDescribed)
{
    const auto read = readStrategy(
        withLine("cluster:\n  device: {name: mine, memory_gib: 141, bf16_tflops: 989.4}"));
    ASSERT_TRUE(read.strategy) << ::testing::PrintToString(linesOf(read.problems));
    EXPECT_EQ(read.strategy->cluster.device, "mine");
    ASSERT_TRUE(read.strategy->cluster.spec);
    EXPECT_EQ(read.strategy->cluster.spec->memoryGib, 141);
    EXPECT_EQ(read.strategy->cluster.spec->bf16Tflops, 989.4);

    EXPECT_EQ(problemsOf(withLine("cluster:\n  device: {memory: 1, bf16_tflops: 1_000}")),
              (Lines{"f.yaml:4: cluster.device.bf16_tflops: must be a number from 0.001 to "
                     "1000000000, in decimal digits, not 1_000",
                     "f.yaml:4: cluster.device.memory: is not a known key; known here: memory_gib, "
                     "bf16_tflops, bandwidth_gbps, fp8_tflops, fp32_tflops, domain, generation, "
                     "units, on_host, framework_gib, node_gbps, network_gbps, host_gbps, "
                     "host_memory_gbps, name"}));
}

} // namespace
} // namespace strategy
