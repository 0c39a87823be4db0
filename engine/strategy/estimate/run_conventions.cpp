#include "engine/strategy/estimate/run_conventions.h"

#include "engine/plan/schedules/entries.h"
#include "engine/strategy/hardware.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace strategy {
namespace {

std::string lower(std::string_view text)
{
    std::string word(text);
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return word;
}

bool contains(std::string_view text, std::string_view word)
{
    return text.find(word) != std::string_view::npos;
}

// The first that the words for a device hold. Longer words stand before those they hold. An H800
// and an A800 compute as an H100 and an A100 do; only the links between them are slower.
struct DeviceWord {
    std::string_view word;
    std::string_view device;
};
constexpr std::array kDeviceWords{
    DeviceWord{"cpu", "cpu"},           DeviceWord{"gb200", "gb200"},
    DeviceWord{"gh200", "gh200"},       DeviceWord{"b200", "b200"},
    DeviceWord{"h200", "h200"},         DeviceWord{"h100", "h100"},
    DeviceWord{"h800", "h100"},         DeviceWord{"a100_40", "a100-40gb"},
    DeviceWord{"a100-40", "a100-40gb"}, DeviceWord{"a100", "a100-80gb"},
    DeviceWord{"a800", "a100-80gb"},    DeviceWord{"ampere", "a100-80gb"},
    DeviceWord{"v100-32", "v100-32gb"}, DeviceWord{"v100", "v100-16gb"},
    DeviceWord{"910b", "ascend-910b"},  DeviceWord{"ascend", "ascend-910b"}};

// Software of before 2022: scores are written to memory, dropout is on, gradients are kept in
// fp16 and reduced when all backwards are done.
void asMegatronOf2021(Strategy& strategy)
{
    strategy.kernels.attention = Attention::Unfused;
    strategy.kernels.accumulation = Accumulation::Separate;
    strategy.model->dropout = true;
    strategy.overlap = {false, false, false, false};
    strategy.precision.gradients = GradientType::Fp16;
}

// Weights in fp32 only, divided over all devices, gathered layer by layer in 16 bits.
void asFullySharded(Strategy& strategy)
{
    strategy.precision.weights = WeightType::Fp32;
    strategy.kernels.loss = Loss::Compiled;
    strategy.kernels.framework = Framework::Fsdp;
}

void asZeroBubble(const RunRow& row, Strategy& strategy)
{
    strategy.kernels = {Attention::Unfused, Fusion::Eager, Loss::Plain};
    strategy.model->dropout = true;
    strategy.overlap = {false, false, false, false};
    strategy.precision.gradients = GradientType::Fp16;
    strategy.model->vocab = 32000;
    // The first and the last stage hold one layer less than the others.
    const int stages = strategy.parallel.pipeline
        * (strategy.schedule.name == plan::kInterleaved.name ? strategy.parallel.chunks : 1);
    const int each = (row.integer("layers", 0) + 2) / stages;
    strategy.parallel.layersPerStage.assign(static_cast<std::size_t>(stages), each);
    --strategy.parallel.layersPerStage.front();
    --strategy.parallel.layersPerStage.back();
}

void asBloom(const RunRow& row, Strategy& strategy)
{
    asMegatronOf2021(strategy);
    strategy.model->dropout = false;
    strategy.cluster.networkGbps = 6.25; // four ports of 100 Gb/s for the eight devices of a node
    strategy.kernels.framework = Framework::DeepSpeed;
    strategy.kernels.outputs = SentOutputs::Kept;
    strategy.precision.optimizer = Optimizer::AdamFp32Gradients;
    if (strategy.model->hidden == 14400 && !row.number("heads"))
        strategy.model->heads = 96;
}

void asTorchtitan(const RunRow& row, Strategy& strategy)
{
    asFullySharded(strategy);
    strategy.kernels.fusion = row.has("schedule", "eager") ? Fusion::Eager : Fusion::Fused;
    strategy.overlap.tensor = row.has("schedule", "async");
    strategy.kernels.attention = Attention::Flash2;
    strategy.kernels.launch = row.has("schedule", "eager") ? Launch::Eager : Launch::Compiled;
    strategy.precision.scaling = row.has("schedule", "rowwise") ? Scaling::Row : Scaling::Tensor;
    strategy.parallel.contextBalance = false; // as of the end of 2024
    if (strategy.recompute.granularity == Recomputing::Selective || row.has("recompute", "SAC"))
        strategy.recompute.granularity = Recomputing::Ops;
    // Not the H100 that is sold: torchtitan's reports are of one with 96 GB of HBM2e, at 2.4 TB/s.
    if (row.has("gpu", "2.4TB/s")) {
        const Hardware* known = findHardware("h100");
        strategy.cluster.spec = known->device;
        strategy.cluster.spec->memoryGib = 96;
        strategy.cluster.spec->bandwidthGbps = 2400;
        strategy.cluster.device = "h100-96gb";
        strategy.cluster.profile = known->profile;
        // Clocks follow about the cube root of the power they may take: 500 of 700 W.
        constexpr double kClocks = 0.894;
        strategy.cluster.spec->bf16Tflops *= kClocks;
        strategy.cluster.spec->fp8Tflops *= kClocks;
    }
}

void asMosaic(const RunRow&, Strategy& strategy)
{
    asFullySharded(strategy);
    strategy.precision.gradients = GradientType::Bf16;
    strategy.kernels = {Attention::Flash1, Fusion::Eager, Loss::Plain};
    strategy.kernels.framework = Framework::Fsdp;
}

void asOptimizedNemo(const RunRow&, Strategy& strategy)
{
    strategy.overlap.tensor = strategy.parallel.tensor > 1;
    strategy.kernels.loss = Loss::Fused;
    strategy.kernels.framework = Framework::Nemo;
}

// README of Megatron-LM, core_r0.8.0: the collectives of data and tensor ranks and the messages of
// the pipeline are overlapped, the last of which it does with chunks alone. How many is not said.
void asMegatronCore(const RunRow&, Strategy& strategy)
{
    strategy.overlap.tensor = strategy.parallel.tensor > 1;
    Parallel& parallel = strategy.parallel;
    const int layers = strategy.model->layers / parallel.pipeline;
    if (parallel.pipeline == 1)
        return;
    strategy.schedule.name = plan::kInterleaved.name;
    parallel.chunks = layers % 2 == 0 ? layers / 2 : layers;
}

struct Convention {
    std::string_view family; // begins so
    std::string_view said;
    void (*apply)(const RunRow& row, Strategy& strategy);
};

constexpr std::array kConventions{
    Convention{"bubblescope-run", "our own ranks: a loss in one kernel, weights in fp32",
               [](const RunRow&, Strategy& s) {
                   s.kernels.framework = Framework::Bubblescope;
                   s.kernels.loss = Loss::Fused;
                   s.precision.weights = WeightType::Fp32;
               }},
    Convention{"Megatron SC21",
               "Megatron-LM of 2021: attention that writes its scores, dropout, gradients in fp16 "
               "reduced after the last backward",
               [](const RunRow&, Strategy& s) { asMegatronOf2021(s); }},
    Convention{"Korthikanti", "Megatron-LM of 2022, as arXiv 2205.05198 describes it",
               [](const RunRow&, Strategy& s) {
                   asMegatronOf2021(s);
                   s.kernels.accumulation = Accumulation::Fused;
               }},
    Convention{
        "Zero Bubble",
        "the authors' fork of Megatron-LM: no fused softmax or bias, a vocabulary of 32 000, "
        "one layer less on the first and the last stage",
        asZeroBubble},
    Convention{"BigScience BLOOM",
               "Megatron-DeepSpeed on Jean Zay: attention that writes its scores, four ports of "
               "100 Gb/s per node",
               asBloom},
    Convention{
        "MegaScale",
        "Megatron-LM with its distributed optimizer, which reduces once a step (here ZeRO-1)",
        [](const RunRow&, Strategy& s) {
            s.parallel.zero = std::min(s.parallel.zero, 1);
            s.overlap.gradients = s.overlap.parameters = false;
        }},
    Convention{"Megatron-Core",
               "all communication beside the products, and so two layers a chunk, or one",
               asMegatronCore},
    Convention{"NVIDIA dgxc", "NeMo: collectives of a layer beside its products, a fused loss",
               asOptimizedNemo},
    Convention{"MLPerf", "NeMo: collectives of a layer beside its products, a fused loss",
               asOptimizedNemo},
    Convention{"MosaicML",
               "FSDP: weights and gradients gathered and dealt out layer by layer, kernels that "
               "are not fused",
               asMosaic},
    Convention{"torchtitan",
               "FSDP2: selective recomputation keeps every second product and the attention",
               asTorchtitan},
    Convention{"SimuMax", "Megatron-LM with a fused loss, nothing overlapped",
               [](const RunRow&, Strategy& s) {
                   s.kernels.loss = Loss::Fused;
                   s.overlap = {false, false, false, false};
               }},
    Convention{"Sailor",
               "Megatron-DeepSpeed: attention that writes its scores, kernels that are not fused",
               [](const RunRow&, Strategy& s) {
                   s.kernels = {Attention::Unfused, Fusion::Eager, Loss::Plain};
                   s.kernels.accumulation = Accumulation::Separate;
                   s.model->dropout = true;
                   s.precision.gradients = GradientType::Fp16;
                   s.overlap = {false, false, false, false};
                   s.cluster.devicesPerNode = 4;
                   s.kernels.framework = Framework::DeepSpeed;
               }},
    Convention{"DLPerf V100 oneflow",
               "attention that writes its scores; one port of 100 Gb/s per node",
               [](const RunRow&, Strategy& s) {
                   asMegatronOf2021(s);
                   s.kernels.framework = Framework::OneFlow;
                   s.overlap.gradients = true;
                   s.kernels.loss = Loss::Fused;
                   s.cluster.networkGbps = 12.5 / 8;
               }},
    Convention{"DLPerf V100", "attention that writes its scores; one port of 100 Gb/s per node",
               [](const RunRow&, Strategy& s) {
                   asMegatronOf2021(s);
                   s.cluster.networkGbps = 12.5 / 8;
               }},
    Convention{"MindSpeed", "MindSpeed-LLM: models after Llama, nothing overlapped",
               [](const RunRow&, Strategy& s) {
                   s.overlap = {false, false, false, false};
                   s.kernels.framework = Framework::MindSpeed;
               }},
    Convention{"Ultra-Scale", "nanotron: kernels that are not fused",
               [](const RunRow&, Strategy& s) {
                   s.kernels.framework = Framework::Nanotron;
                   s.kernels.fusion = Fusion::Eager;
                   s.kernels.loss = Loss::Compiled;
               }}};

// By the first word that the row's texts have for one.
Framework frameworkOf(const RunRow& row)
{
    struct Word {
        std::string_view word;
        Framework framework;
    };
    constexpr Word kWords[]
        = {{"deepspeed", Framework::DeepSpeed}, {"zero-3", Framework::DeepSpeed},
           {"fsdp", Framework::Fsdp},           {"torchtitan", Framework::Fsdp},
           {"nanotron", Framework::Nanotron},   {"mindspeed", Framework::MindSpeed},
           {"paddle", Framework::Paddle},       {"oneflow", Framework::OneFlow},
           {"nemo", Framework::Nemo},           {"bridge", Framework::Nemo}};
    for (const char* column : {"framework", "family", "model", "schedule", "source"}) {
        const std::string text = lower(row.text(column));
        for (const Word& known : kWords)
            if (contains(text, known.word))
                return known.framework;
    }
    return Framework::Megatron;
}

} // namespace

std::string deviceOf(const RunRow& row)
{
    const std::string words = lower(row.text("gpu"));
    for (const DeviceWord& known : kDeviceWords)
        if (contains(words, known.word))
            return std::string(known.device);
    return {};
}

std::optional<Model> modelByName(std::string_view family, std::string_view name)
{
    const std::string word = lower(name);
    Model model;
    if (contains(word, "deepseekv2") || contains(word, "deepseek-v2")) {
        model.layers = 60;
        model.hidden = 5120;
        model.heads = 128;
        model.ffnHidden = 12288;
        model.vocab = 102400;
        model.kvLoraRank = 512;
        model.qLoraRank = 1536;
        model.nopeHeadDim = model.vHeadDim = 128;
        model.ropeHeadDim = 64;
        model.experts = 160;
        model.expertsPerToken = 6;
        model.expertFfnHidden = 1536;
        model.sharedExperts = 2;
        model.denseLayers = 1;
        model.gatedMlp = true;
        return model;
    }
    if (word == "gpt3" && contains(family, "MLPerf")) {
        model.layers = 96;
        model.hidden = 12288;
        model.heads = 96;
        model.vocab = 51200;
        return model;
    }
    return std::nullopt;
}

void applyConventions(const RunRow& row, Strategy& strategy, std::vector<std::string>& said)
{
    const std::string& family = row.text("family");
    for (const Convention& known : kConventions)
        if (family.starts_with(known.family)) {
            known.apply(row, strategy);
            // With Megatron-LM, its forks and DeepSpeed they run beside computing only with chunks;
            // the others have no pipeline here.
            strategy.overlap.transfers = strategy.parallel.chunks > 1;
            said.emplace_back(known.said);
            return;
        }
    strategy.kernels.framework = frameworkOf(row);
    strategy.overlap.transfers = strategy.parallel.chunks > 1;
    said.emplace_back("a family without conventions: software '"
                      + wordOf(strategy.kernels.framework)
                      + "', fused attention, reductions beside the backwards");
}

} // namespace strategy
