#include "engine/strategy/check.h"
#include "engine/strategy/hardware.h"
#include "tests/strategy/expect_problems.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace strategy {
namespace {

using plan::Nanoseconds;

std::string someName()
{
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "a", "Z", "7", " ", ": ", "#", "\"", "\\", "'", "[", "{", "&x", "*", "- ", "null", "true",
        "%", "@", "!", "|", ">", "~", "\xC3\xA9", "\xE6\xB5\x81", "\xF0\x9F\x8C\x80", "1e3", "?",
        ","));
    std::string name;
    for (const std::string& piece : pieces)
        if (name.size() < 900)
            name += piece;
    return name;
}

int oneOf(std::initializer_list<int> values)
{
    return *rc::gen::elementOf(std::vector<int>(values));
}

template <class Choice>
Choice someChoice()
{
    return static_cast<Choice>(*rc::gen::inRange<std::size_t>(0, kWords<Choice>.size()));
}

Nanoseconds someTime() { return Nanoseconds{*rc::gen::inRange<long long>(0, 9'999'999'999)}; }

bool maybe() { return *rc::gen::arbitrary<bool>(); }

plan::Costs someCosts(const plan::Shape& shape)
{
    plan::Costs costs;
    const bool recomputes = maybe();
    for (int count = oneOf({1, shape.stages()}); count > 0; --count)
        costs.stages.push_back({someTime() + Nanoseconds{1}, someTime(), someTime(),
                                recomputes ? someTime() : Nanoseconds{0}});
    if (maybe())
        for (plan::StageCosts& stage : costs.stages) {
            stage.forwardCollective = stage.forward / 3;
            stage.inputGradCollective = stage.inputGrad / 2;
            stage.recomputeCollective = stage.recompute;
        }
    if (maybe())
        for (plan::StageCosts& stage : costs.stages) {
            stage.forwardTransfer = stage.forward / 2;
            stage.inputGradTransfer = stage.inputGrad / 3;
            stage.backwardWait = someTime();
            stage.inputGradWait = someTime();
            stage.weightGradWait = someTime();
        }
    const int hops = *rc::gen::inRange(0, 3);
    if (hops == 0)
        costs.transfer = someTime();
    else if (hops == 1)
        costs.link = plan::Link{someTime(), *rc::gen::inRange<std::int64_t>(0, 1LL << 40),
                                *rc::gen::inRange(1, 1'000'000) / 7.0};
    else
        for (int hop = 1; hop < shape.stages(); ++hop)
            costs.hops.push_back(someTime());
    if (maybe())
        for (int rank = 0; rank < shape.ranks; ++rank)
            costs.rankFactors.push_back(maybe() ? 1 : *rc::gen::inRange(1, 90) / 3.0);
    costs.pairOverlap = maybe() ? *rc::gen::inRange(0, 8) / 7.0 : 0;
    costs.gradientReduction = maybe() ? someTime() : Nanoseconds{0};
    costs.optimizer = maybe() ? someTime() : Nanoseconds{0};
    return costs;
}

Training someTraining()
{
    Training training;
    training.data = someName();
    training.seed = oneOf({0, 1, 7});
    training.learningRate = *rc::gen::inRange(0, 1'000'000) / 7e9;
    training.minLearningRate = oneOf({0, 1}) / 3e5;
    training.warmupSteps = oneOf({0, 10});
    training.decay = someChoice<Decay>();
    training.decaySteps = oneOf({0, 1000});
    training.weightDecay = oneOf({0, 1}) * 0.1;
    training.beta1 = oneOf({0, 9}) / 10.0;
    training.beta2 = oneOf({95, 99}) / 100.0;
    training.epsilon = oneOf({1, 10}) * 1e-9;
    training.clip = oneOf({0, 1, 5});
    training.onNotANumber = someChoice<OnNotANumber>();
    training.checkpointEvery = oneOf({0, 100});
    training.checkReruns = maybe();
    return training;
}

Model someModel(int layers)
{
    Model model{.layers = layers};
    model.hidden = oneOf({1024, 2048, 8192});
    model.heads = oneOf({16, 32, 64});
    model.kvHeads = oneOf({0, 8, 16});
    model.ffnHidden = oneOf({0, 4096, 11008});
    model.vocab = *rc::gen::inRange(1, 200'000);
    model.sequence = oneOf({2048, 4096, 1 << 20});
    model.gatedMlp = *rc::gen::arbitrary<bool>();
    model.tiedEmbeddings = *rc::gen::arbitrary<bool>();
    model.norm = someChoice<Norm>();
    model.positions = someChoice<Positions>();
    model.biases = maybe();
    if (*rc::gen::arbitrary<bool>()) {
        model.experts = 64;
        model.expertsPerToken = *rc::gen::inRange(1, 65);
        model.expertFfnHidden = oneOf({0, 1408});
        model.sharedExperts = *rc::gen::inRange(0, 4);
        model.denseLayers = *rc::gen::inRange(0, layers + 1);
        model.expertEvery = oneOf({1, 2});
    }
    model.headDim = oneOf({0, 128});
    model.embeddingDim = oneOf({0, 512});
    model.qkvBiases = maybe();
    model.qkNorm = maybe();
    if (maybe()) {
        model.kvLoraRank = 512;
        model.qLoraRank = oneOf({0, 1536});
        model.nopeHeadDim = model.vHeadDim = 128;
        model.ropeHeadDim = 64;
    }
    model.mtpLayers = oneOf({0, 1});
    model.maxPositions = oneOf({0, 1 << 20});
    model.causal = maybe();
    model.dropout = maybe();
    return model;
}

// Strategies that check() accepts, with every field exercised.
Strategy someStrategy()
{
    Strategy s;
    s.name = someName();
    Parallel& parallel = s.parallel;
    parallel.pipeline = *rc::gen::inRange(1, 9);
    const auto* entry = *rc::gen::elementOf(
        std::vector<const plan::CatalogEntry*>(plan::catalog().begin(), plan::catalog().end()));
    s.schedule.name = entry->name;
    if (maybe())
        parallel.chunks
            = entry->name == "interleaved" ? *rc::gen::inRange(1, 4) : entry->defaultChunks;
    const int stages = shapeOf(s).stages();
    parallel.tensor = oneOf({1, 2, 4, 8});
    parallel.context = oneOf({1, 2});
    parallel.data = oneOf({0, 1, 3});
    parallel.sequence = *rc::gen::arbitrary<bool>();
    parallel.zero = *rc::gen::inRange(0, 4);
    parallel.offload = someChoice<Offload>();
    parallel.expertTensor = oneOf({0, 1});
    parallel.shard = oneOf({0, 1});
    parallel.contextMethod = someChoice<ContextMethod>();
    parallel.order = someChoice<RankOrder>();
    parallel.contextBalance = maybe();
    parallel.expertSkew = oneOf({2, 3}) / 2.0;
    parallel.reshard = maybe();
    parallel.reduceBucket = oneOf({0, 500'000'000});
    parallel.gatherBucket = oneOf({0, 1}) * 6e9; // more than fit an int
    const auto split = *rc::gen::inRange(0, 3);
    if (split == 1)
        parallel.layersPerStage.assign(std::size_t(stages), 2);
    if (split == 2)
        parallel.layersPerRank.assign(std::size_t(parallel.pipeline),
                                      2 * stages / parallel.pipeline);
    if (*rc::gen::arbitrary<bool>())
        s.model = someModel(2 * stages);
    s.batch.micro = *rc::gen::inRange(1, 5);
    if (*rc::gen::arbitrary<bool>())
        s.cluster.devices = parallel.tensor * parallel.pipeline * parallel.context
            * (parallel.data == 0 ? 2 : parallel.data);
    const int m = *rc::gen::inRange(1, 20);
    s.batch.global = oneOf({0, m * s.batch.micro * dataParallel(s)});
    if (s.schedule.name == "interleaved" && *rc::gen::arbitrary<bool>())
        s.schedule.options.group = microbatches(s);
    if (maybe())
        s.schedule.options.maxInFlight = oneOf({1, 5});
    s.schedule.file = oneOf({0, 1}) ? "" : someName();
    if (maybe())
        s.schedule.order = OrderRows({"0F0 (0F1;1B0)OVERLAP_F_B", someName()});
    s.recompute.granularity = someChoice<Recomputing>();
    s.recompute.method = someChoice<RecomputeMethod>();
    s.recompute.layers = oneOf({0, 1});
    s.recompute.light = maybe();
    s.precision = {someChoice<Compute>(), someChoice<GradientType>(), someChoice<Optimizer>(),
                   someChoice<WeightType>(), someChoice<Scaling>()};
    s.overlap = {maybe(), maybe(), maybe(), maybe(), maybe()};
    s.kernels = {someChoice<Attention>(),   someChoice<Fusion>(),       someChoice<Loss>(),
                 someChoice<SentOutputs>(), someChoice<Accumulation>(), someChoice<Framework>(),
                 someChoice<Launch>(),      someChoice<Dispatch>()};
    if (maybe())
        s.training = someTraining();
    s.cluster.devicesPerNode = *rc::gen::inRange(1, 17);
    s.cluster.device
        = *rc::gen::elementOf(std::vector<std::string>(deviceNames().begin(), deviceNames().end()));
    if (*rc::gen::arbitrary<bool>()) {
        s.cluster.device = someName();
        s.cluster.spec = DeviceSpec{.memoryGib = *rc::gen::inRange(1, 10'000) / 7.0,
                                    .bf16Tflops = 312,
                                    .bandwidthGbps = *rc::gen::inRange(1, 1'000'000) * 0.1,
                                    .fp8Tflops = 624,
                                    .fp32Tflops = 156,
                                    .domain = oneOf({0, 72}),
                                    .generation = oneOf({0, 3}),
                                    .units = 108,
                                    .onHost = maybe(),
                                    .frameworkGib = 3,
                                    .nodeGbps = oneOf({300, 450}) / 7.0,
                                    .networkGbps = 25,
                                    .hostGbps = oneOf({16, 64}) * 1.0,
                                    .hostMemoryGbps = oneOf({50, 77}) / 7.0};
    }
    s.cluster.devicesPerDomain = oneOf({0, 72});
    s.cluster.nodeGbps = oneOf({0, 300});
    s.cluster.networkGbps = oneOf({0, 25});
    s.cluster.nodeLatencyUs = oneOf({0, 7}) / 3.0;
    s.cluster.networkLatencyUs = oneOf({0, 10});
    s.cluster.nodesPerSwitch = oneOf({0, 32});
    s.cluster.oversubscription = oneOf({1, 2});
    s.cluster.profile = maybe() ? someName() : "";
    if (*rc::gen::arbitrary<bool>())
        s.costs = someCosts(shapeOf(s)), s.costsFittedTo = maybe() ? someName() : "";
    return s;
}

RC_GTEST_PROP(RoundTrip, WhatIsWrittenIsReadBack, ())
{
    const Strategy strategy = someStrategy();
    RC_PRE(check(strategy).problems.empty());
    const std::string text = writeStrategy(strategy);
    const ReadResult read = readStrategy(text);
    RC_LOG() << text;
    for (const Problem& problem : read.problems)
        RC_LOG() << toText("f", problem) << '\n';
    RC_ASSERT(read.strategy.has_value());
    RC_ASSERT(*read.strategy == strategy);
    RC_ASSERT(writeStrategy(*read.strategy) == text);
}

// Whatever is cut out of or put into a good file, the reader answers with sentences.
RC_GTEST_PROP(RoundTrip, DamagedFilesAreAnswered, ())
{
    std::string text = writeStrategy(someStrategy());
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    const auto gone = *rc::gen::inRange<std::size_t>(0, 20);
    text.replace(at, gone,
                 *rc::gen::element<std::string>("", "[", "]", "{", ": ", "\n", "\"", "\t", "- ",
                                                "&a ", "*a", "x"));
    const ReadResult read = readStrategy(text);
    RC_ASSERT(read.strategy.has_value() == read.problems.empty());
    for (const Problem& problem : read.problems) {
        RC_ASSERT(problem.line >= 1);
        RC_ASSERT(!problem.key.empty());
        RC_ASSERT(!problem.sentence.empty());
    }
}

TEST(WriteStrategy, WritesWhatDiffersFromADefault)
{
    Strategy strategy;
    strategy.name = "Two: ranks";
    strategy.parallel.pipeline = 2;
    strategy.costs = plan::Costs{{{Nanoseconds{100}, Nanoseconds{2'000}, Nanoseconds{1'234'567}},
                                  {Nanoseconds{0}, Nanoseconds{1}, Nanoseconds{10}}},
                                 Nanoseconds{0}};
    strategy.costs->link = plan::Link{Nanoseconds{1'500}, 1 << 20, 25};
    strategy.costs->rankFactors = {1, 1.25};
    strategy.costs->pairOverlap = 0.5;
    strategy.costs->optimizer = Nanoseconds{7'000};
    EXPECT_EQ(writeStrategy(strategy), R"(bubblescope: 1
name: "Two: ranks"
parallel:
  pipeline: 2
batch:
  micro: 1
schedule:
  name: 1f1b
costs:
  forward: [0.1, 0]
  input_grad: [2, 0.001]
  weight_grad: [1234.567, 0.01]
  transfer: {latency: 1.5, bytes: 1048576, bandwidth: 25}
  rank_factors: {1: 1.25}
  pair_overlap: 0.5
  optimizer: 7
)");
}

} // namespace
} // namespace strategy
