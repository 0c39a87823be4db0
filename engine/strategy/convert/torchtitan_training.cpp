// The parts of torchtitan's TOML that are not parallelism: optimizer, checkpointing, precision.

#include "engine/strategy/convert/deepspeed.h"
#include "engine/strategy/convert/megatron.h"
#include "engine/strategy/convert/torchtitan_reading.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strategy {
namespace {

using enum Remark::Kind;

constexpr std::array kTitanTraining = std::to_array<FieldKey>({
    {"training.learning_rate", "optimizer.lr"},
    {"training.epsilon", "optimizer.eps"},
    {"training.beta1", "optimizer.beta1"},
    {"training.beta2", "optimizer.beta2"},
    {"training.weight_decay", "optimizer.weight_decay"},
    {"training.clip", "training.max_norm"},
});

// Products in 8 bits, and what of them shares a scale.
void readTitanFloat8(TitanReading& reading)
{
    Importing& importing = reading.importing;
    Precision& precision = reading.strategy.precision;
    bool narrow = importing.boolean("float8.enable_float8_linear").value_or(false);
    bool blocks = false;
    if (const Setting* converters = importing.take("model.converters")) {
        for (const Node& item : converters->items) {
            narrow = narrow || item.text.find("float8") != std::string::npos;
            blocks = blocks || item.text == "mx" || item.text.ends_with(".mx");
        }
        importing.keep("model.converters");
    }
    if (!narrow && !blocks)
        return;
    precision.compute = Compute::Fp8;
    if (blocks) {
        precision.scaling = Scaling::Block;
        return importing.remark(Approximated, "model.converters", std::string(kMxfp8Sentence));
    }
    const std::string recipeKey
        = reading.keyOf({"quantize.linear.float8", "float8"}, {"recipe_name"});
    const std::string recipe = importing.text(recipeKey).value_or("tensorwise");
    importing.keep(recipeKey);
    precision.scaling = recipe.starts_with("rowwise") ? Scaling::Row : Scaling::Tensor;
    if (recipe != "tensorwise" && recipe != "rowwise")
        importing.remark(Approximated, recipeKey,
                         precision.scaling == Scaling::Row
                             ? "keeps the products of weight gradients in 16 bits; taken as rowwise"
                             : "is " + shown(recipe) + ", taken as one scale for a tensor");
}

void readDecayOf(TitanReading& reading, int steps)
{
    Importing& importing = reading.importing;
    Training& training = reading.strategy.training;
    const std::string typeKey = reading.keyOf({"lr_scheduler"}, {"decay_type", "lr_decay_type"});
    const std::string type = importing.text(typeKey).value_or("linear");
    training.decay = type == "cosine" ? Decay::Cosine : Decay::Linear;
    if (type == "sqrt")
        importing.remark(Approximated, typeKey, "is taken as a straight line");
    else if (type != "linear" && type != "cosine")
        importing.problem(typeKey, "must be linear, sqrt or cosine, not '" + shown(type) + "'");
    const std::string lowKey = reading.keyOf({"lr_scheduler"}, {"min_lr_factor", "lr_min"});
    if (const auto share = importing.decimal(lowKey, {0, 1}))
        training.minLearningRate = toTwelveDigits(training.learningRate * *share);
    const std::string ratioKey = "lr_scheduler.decay_ratio";
    const auto ratio = importing.decimal(ratioKey, {0, 1});
    const int left = std::max(0, steps - training.warmupSteps);
    // Without a share, the whole rest of the run is decay.
    training.decaySteps = left;
    if (!ratio)
        return;
    // Of all steps, with the warm-up's.
    training.decaySteps = static_cast<int>(std::lround(*ratio * steps));
    if (training.decaySteps == 0)
        training.decay = Decay::Constant;
    else if (training.decaySteps < left)
        importing.remark(Approximated, ratioKey,
                         "lets the rate stand still first; here it falls from the warm-up on");
}

} // namespace

void readTitanTraining(TitanReading& reading)
{
    Importing& importing = reading.importing;
    Training& training = reading.strategy.training;
    // torchtitan's defaults, which are not ours.
    training.learningRate = 8e-4;
    training.warmupSteps = 200;
    importing.into(kTitanTraining);
    if (!importing.into("training.seed", "training.seed"))
        importing.into("training.seed", "debug.seed");
    importing.into("training.warmup_steps",
                   reading.keyOf({"lr_scheduler", "training"}, {"warmup_steps"}));
    const int steps = importing.whole("training.steps", {1, kMaxSamples}).value_or(10000);
    importing.keep("training.steps");
    readDecayOf(reading, steps);
    const std::string name = importing.text("optimizer.name").value_or("AdamW");
    if (name != "AdamW" && name != "Adam") {
        importing.keep("optimizer.name");
        importing.remark(Approximated, "optimizer.name", "is taken as Adam");
    }
    if (importing.boolean("checkpoint.enable_checkpoint").value_or(false)
        || importing.boolean("checkpoint.enable").value_or(false))
        importing.into("training.checkpoint_every", "checkpoint.interval");
}

void readTitanCheckpointing(TitanReading& reading)
{
    Importing& importing = reading.importing;
    Strategy& strategy = reading.strategy;
    const std::string modeKey = "activation_checkpoint.mode";
    const std::string optionKey = "activation_checkpoint.selective_ac_option";
    const std::string mode = importing.text(modeKey).value_or("selective");
    const std::string option = importing.text(optionKey).value_or("2");
    importing.standsFor("recompute.granularity", modeKey);
    importing.standsFor("recompute.layers", optionKey);
    if (!importing.has(modeKey))
        importing.remark(Assumed, modeKey, "is not in the file: selective, torchtitan's default");
    if (mode == "none" || mode == "full") {
        strategy.recompute.granularity = mode == "full" ? Recomputing::Full : Recomputing::None;
        return;
    }
    strategy.recompute.granularity = Recomputing::Ops;
    if (mode == "memory_budget")
        return importing.remark(Approximated, modeKey,
                                "is taken as selective by operation: the compiler chooses there");
    if (mode != "selective")
        return importing.problem(
            modeKey, "must be none, selective, full or memory_budget, not '" + shown(mode) + "'");
    if (option == "op")
        return;
    const bool isCount = !option.empty() && option.size() < 4
        && option.find_first_not_of("0123456789") == std::string::npos;
    const int every = isCount ? std::stoi(option) : 0;
    if (every < 1)
        return importing.problem(optionKey,
                                 "must be op or a number of layers, not '" + shown(option) + "'");
    strategy.recompute.granularity = Recomputing::Full;
    importing.remark(Approximated, optionKey,
                     "repeats one layer in " + option
                         + (strategy.model ? "; here as many, the first of each stage"
                                           : "; here all, as the model is not known"));
    if (!strategy.model || every == 1)
        return;
    const int stages = static_cast<int>(std::max(1LL, stagesOf(strategy)));
    strategy.recompute.method = RecomputeMethod::Block;
    // As many layers of each stage as every n-th would be, which takes as much memory and time.
    strategy.recompute.layers = std::max(1, strategy.model->layers / stages / every);
}

void readTitanPrecision(TitanReading& reading)
{
    Importing& importing = reading.importing;
    Strategy& strategy = reading.strategy;
    Precision& precision = strategy.precision;
    const auto isNarrow = [&](const std::string& key, const char* otherwise) {
        const std::string text = importing.text(key).value_or(otherwise);
        if (text != "bfloat16" && text != "float32")
            importing.problem(key, "must be bfloat16 or float32, not '" + shown(text) + "'");
        return text == "bfloat16";
    };
    precision.compute
        = isNarrow("training.mixed_precision_param", "bfloat16") ? Compute::Bf16 : Compute::Fp32;
    precision.gradients = isNarrow("training.mixed_precision_reduce", "float32")
        ? GradientType::Bf16
        : GradientType::Fp32;
    // Mixed precision casts at each use; what is kept is F32.
    precision.weights = WeightType::Fp32;
    if (importing.has("training.dtype") && isNarrow("training.dtype", "float32"))
        precision = {Compute::Bf16, GradientType::Bf16, Optimizer::AdamBf16, WeightType::Compute};
    readTitanFloat8(reading);
    if (importing.boolean("training.enable_cpu_offload").value_or(false))
        strategy.parallel.offload = Offload::All;
    const std::string asyncKey = reading.keyOf({"parallelism", "experimental", "compile"},
                                               {"enable_async_tensor_parallel"});
    strategy.overlap.tensor = importing.boolean(asyncKey).value_or(false);
    importing.standsFor("overlap.tensor", asyncKey);
    strategy.kernels.framework = Framework::Fsdp;
    // PyTorch's own kernel is of the second version.
    strategy.kernels.attention = Attention::Flash2;
    // Nothing is fused there unless it is compiled.
    strategy.kernels.fusion = Fusion::Eager;
    for (const std::string_view key : {"training.compile", "compile.enable"})
        if (const auto compiles = importing.boolean(key)) {
            importing.keep(key);
            strategy.kernels.fusion = *compiles ? Fusion::Fused : Fusion::Eager;
            strategy.kernels.launch = *compiles ? Launch::Compiled : Launch::Eager;
        }
}

} // namespace strategy
