// Strategies changed at random and written in every format of Megatron's family: what they all
// have words for comes back, and of the rest every loss is said.

#include "engine/strategy/check.h"
#include "engine/strategy/field_access.h"
#include "tests/strategy/convert/fixture_files.h"

#include <rapidcheck/gtest.h>

#include <set>

namespace strategy {
namespace {

constexpr const char* kFamily[] = {"megatron-args", "megatron-bridge", "megatron-yaml",
                                   "mindspeed-llm", "mindspeed-rl",    "nemo-yaml"};

// What every one of them can say.
constexpr std::string_view kCarried[] = {"model.layers",
                                         "model.hidden",
                                         "model.heads",
                                         "model.kv_heads",
                                         "model.ffn_hidden",
                                         "model.sequence",
                                         "model.gated_mlp",
                                         "model.tied_embeddings",
                                         "model.norm",
                                         "model.positions",
                                         "model.biases",
                                         "model.experts",
                                         "model.experts_per_token",
                                         "model.expert_ffn_hidden",
                                         "model.shared_experts",
                                         "model.dense_layers",
                                         "model.expert_every",
                                         "model.head_dim",
                                         "model.qkv_biases",
                                         "model.qk_norm",
                                         "model.mtp_layers",
                                         "model.max_positions",
                                         "model.dropout",
                                         "parallel.tensor",
                                         "parallel.pipeline",
                                         "parallel.chunks",
                                         "parallel.context",
                                         "parallel.expert",
                                         "parallel.expert_tensor",
                                         "parallel.sequence",
                                         "batch.micro",
                                         "batch.global",
                                         "schedule.name",
                                         "recompute.granularity",
                                         "recompute.method",
                                         "recompute.layers",
                                         "overlap.gradients",
                                         "overlap.parameters",
                                         "overlap.tensor",
                                         "overlap.experts",
                                         "kernels.attention",
                                         "kernels.accumulation"};

const std::vector<Strategy>& bases()
{
    static const std::vector<Strategy> kBases = [] {
        std::vector<Strategy> all;
        for (const char* name : kFamily)
            for (const Fixture& fixture : fixturesOf(name))
                if (auto read = fixture.format->import({fixture.text, fixture.folder});
                    read.strategy)
                    all.push_back(*std::move(read.strategy));
        return all;
    }();
    return kBases;
}

int oneOf(std::initializer_list<int> values)
{
    return *rc::gen::elementOf(std::vector<int>(values));
}

bool maybe() { return *rc::gen::arbitrary<bool>(); }

// One change; several may make something that check() refuses.
void change(Strategy& strategy)
{
    Model& model = *strategy.model;
    switch (oneOf({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14})) {
    case 0:
        model.norm = maybe() ? Norm::RmsNorm : Norm::LayerNorm;
        model.positions = maybe() ? Positions::Rotary : Positions::Learned;
        break;
    case 1:
        model.biases = maybe();
        model.qkvBiases = maybe();
        model.qkNorm = maybe();
        break;
    case 2:
        model.gatedMlp = maybe();
        model.ffnHidden = oneOf({0, 8192, 4 * model.hidden});
        break;
    case 3:
        model.experts = oneOf({0, 8, 64});
        model.expertsPerToken = model.experts > 0 ? 2 : 0;
        model.expertFfnHidden = model.experts > 0 ? oneOf({0, 1024}) : 0;
        model.sharedExperts = model.experts > 0 ? oneOf({0, 2}) : 0;
        model.denseLayers = model.experts > 0 ? oneOf({0, 1, 3}) : 0;
        model.expertEvery = model.experts > 0 ? oneOf({1, 1, 2}) : 1;
        break;
    case 4:
        model.dropout = maybe();
        model.tiedEmbeddings = maybe();
        model.mtpLayers = oneOf({0, 1});
        break;
    case 5:
        model.headDim = oneOf({0, 128});
        model.embeddingDim = oneOf({0, 512});
        model.maxPositions = oneOf({0, 4096, 131072});
        break;
    case 6:
        strategy.parallel.layersPerStage.clear();
        model.layers = oneOf({48, 64, 96});
        break;
    case 7:
        strategy.batch.micro = oneOf({1, 2});
        strategy.batch.global *= oneOf({1, 2, 4});
        break;
    case 8:
        strategy.parallel.sequence = maybe();
        strategy.parallel.zero = oneOf({0, 1, 2, 3});
        strategy.parallel.offload = maybe() ? Offload::All : Offload::Optimizer;
        break;
    case 9:
        strategy.recompute
            = {Recomputing::Full, maybe() ? RecomputeMethod::Block : RecomputeMethod::Uniform,
               oneOf({0, 1, 3})};
        if (maybe())
            strategy.recompute = {maybe() ? Recomputing::Selective : Recomputing::Ops,
                                  RecomputeMethod::Uniform, 0};
        break;
    case 10:
        strategy.overlap = {maybe(), maybe(), maybe(), maybe(), maybe()};
        strategy.kernels.attention = maybe() ? Attention::Flash : Attention::Unfused;
        strategy.kernels.accumulation = maybe() ? Accumulation::Fused : Accumulation::Separate;
        strategy.kernels.launch = maybe() ? Launch::Eager : Launch::Graph;
        break;
    case 11:
        strategy.precision.compute = maybe() ? Compute::Fp16 : Compute::Fp8;
        strategy.precision.scaling = maybe() ? Scaling::Tensor : Scaling::Block;
        strategy.precision.optimizer = maybe() ? Optimizer::Sgd : Optimizer::AdamBf16;
        strategy.precision.gradients = maybe() ? GradientType::Bf16 : GradientType::Fp32;
        break;
    case 12:
        strategy.training.learningRate = oneOf({1, 3}) * 1e-4;
        strategy.training.data = "/some/text";
        strategy.training.decay = maybe() ? Decay::Linear : Decay::Cosine;
        break;
    case 13:
        strategy.cluster.device = "a100-80gb";
        strategy.name = "a name; $(of) `things`";
        strategy.parallel.order
            = maybe() ? RankOrder::TensorPipelineData : RankOrder::PipelineDataTensor;
        break;
    default:
        strategy.schedule.name = maybe() ? "zb-h1" : "gpipe";
        strategy.parallel.chunks = 0;
        strategy.parallel.layersPerStage.clear();
    }
}

std::string valueOf(const std::map<std::string, std::string>& texts, const std::string& field)
{
    const auto found = texts.find(field);
    return found == texts.end() ? "" : found->second;
}

RC_GTEST_PROP(Losses, AreAllSaidAndNeverOfWhatEveryFormatHas, ())
{
    Strategy strategy = *rc::gen::elementOf(bases());
    for (int changes = oneOf({0, 1, 2, 3, 5}); changes > 0; --changes)
        change(strategy);
    RC_PRE(check(strategy).problems.empty());
    const Format& format = *findFormat(
        *rc::gen::elementOf(std::vector<const char*>(std::begin(kFamily), std::end(kFamily))));
    const ExportResult written = format.write(strategy, {});
    const ImportResult back = format.import({written.text, {}});
    if (!back.strategy)
        RC_FAIL(std::string(format.name) + ":\n" + told(back) + written.text);

    std::set<std::string> said;
    for (const Remark& remark : written.remarks)
        said.insert(remark.key);
    const auto here = fieldTexts(resolved(strategy));
    const auto there = fieldTexts(resolved(*back.strategy));
    const bool usual = strategy.schedule.name == "1f1b" || strategy.schedule.name == "interleaved";
    for (const auto& [field, text] : here) {
        const bool lost
            = text != valueOf(there, field) && field != "kernels.framework"; // the format's own
        if (lost && !said.contains(field))
            RC_FAIL(std::string(format.name) + " says nothing of " + field + "\n" + written.text);
        const bool carried
            = std::find(std::begin(kCarried), std::end(kCarried), field) != std::end(kCarried);
        const bool byOperation = field == "recompute.granularity" && text == "ops";
        // Not every format has words for the versions of one kernel.
        const bool ofVersion = text.starts_with("flash-");
        if (lost && carried && usual && !byOperation && !ofVersion)
            RC_FAIL(std::string(format.name) + " loses " + field + " = " + text + "\n"
                    + written.text);
    }
}

} // namespace
} // namespace strategy
