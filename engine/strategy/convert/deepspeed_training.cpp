// The parts of DeepSpeed's JSON that are not parallelism: optimizer, learning rate, clipping.

#include "engine/strategy/convert/deepspeed.h"
#include "engine/strategy/convert/deepspeed_reading.h"
#include "engine/strategy/field_access.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>

namespace strategy {
namespace {

using enum Remark::Kind;

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

void readBetas(DeepSpeedKeys& keys, std::string_view key)
{
    const Setting* betas = keys.says(key) ? keys.importing.take(key) : nullptr;
    if (betas == nullptr)
        return;
    if (betas->items.size() != 2)
        return keys.importing.problem(key, "must be a list of two numbers, like [0.9, 0.95]");
    keys.importing.standsFor("training.beta1", key);
    keys.importing.standsFor("training.beta2", key);
    for (const auto& [field, item] : {std::pair("training.beta1", betas->items[0]),
                                      std::pair("training.beta2", betas->items[1])})
        if (const auto set = setField(keys.importing.strategy, field, item); !set)
            keys.importing.problem(key, set.error().message);
}

void readWarmup(DeepSpeedKeys& keys, bool cosine)
{
    for (const std::string_view key :
         {"scheduler.params.warmup_min_lr", "scheduler.params.warmup_min_ratio"})
        if (const auto low = keys.says(key) ? keys.importing.decimal(key, {0, 100}) : std::nullopt;
            low && *low > 0) {
            keys.importing.keep(key);
            keys.importing.remark(Approximated, key, "is taken as 0, where the rate begins");
        }
    constexpr std::string_view kWarmUp = "scheduler.params.warmup_type";
    if (!cosine && keys.importing.text(kWarmUp) != "linear") {
        keys.importing.keep(kWarmUp);
        keys.importing.remark(Approximated, kWarmUp,
                              "rises by the logarithm there, and in a straight line here");
    }
}

void readOptimizer(DeepSpeedKeys& keys)
{
    if (!keys.says("optimizer.type"))
        return;
    const std::string type = lowered(keys.importing.text("optimizer.type").value_or(""));
    const bool sgd = type == "sgd";
    keys.importing.strategy.precision.optimizer = sgd ? Optimizer::Sgd : Optimizer::AdamFp32;
    if (!sgd && type.find("adam") == std::string::npos) {
        keys.importing.keep("optimizer.type");
        keys.importing.remark(Approximated, "optimizer.type", "is taken as Adam");
    }
    Training& training = keys.importing.strategy.training;
    training.learningRate = 1e-3;
    training.beta1 = 0.9;
    training.beta2 = 0.999;
    training.epsilon = 1e-8;
    training.weightDecay = 0;
    keys.into("training.learning_rate", "optimizer.params.lr");
    keys.into("training.epsilon", "optimizer.params.eps");
    keys.into("training.weight_decay", "optimizer.params.weight_decay");
    readBetas(keys, "optimizer.params.betas");
}

// Without a copy of the weights in fp32, and perhaps with the states in bf16, too.
void readOptimizerStates(DeepSpeedKeys& keys)
{
    constexpr std::string_view kMaster = "bf16.bf16_master_weights_and_grads";
    constexpr std::string_view kStates = "bf16.bf16_optimizer_states";
    const bool isMaster = keys.says(kMaster) && keys.importing.boolean(kMaster).value_or(false);
    const bool areStates = keys.says(kStates) && keys.importing.boolean(kStates).value_or(false);
    keys.importing.standsFor("precision.optimizer", kStates);
    if (areStates && !isMaster)
        return keys.importing.problem(
            kStates, "needs bf16_master_weights_and_grads, which DeepSpeed asks for beside it");
    Optimizer& optimizer = keys.importing.strategy.precision.optimizer;
    if (areStates && optimizer != Optimizer::Sgd)
        optimizer = Optimizer::AdamBf16;
    for (const std::string_view key : {kMaster,
                                       std::string_view("fp16.fp16_master_weights_and_"
                                                        "grads")}) {
        const bool isOn = keys.says(key) && keys.importing.boolean(key).value_or(false);
        keys.importing.keep(key);
        if (isOn)
            keys.importing.remark(Approximated, key,
                                  "leaves out the copy of the weights in fp32; a strategy's "
                                  "optimizer has one beside weights in 16 bits");
    }
}

void readScheduler(DeepSpeedKeys& keys)
{
    if (!keys.says("scheduler.type"))
        return;
    Training& training = keys.importing.strategy.training;
    const std::string type = lowered(keys.importing.text("scheduler.type").value_or(""));
    const bool cosine = type == "warmupcosinelr";
    if (!cosine && type != "warmuplr" && type != "warmupdecaylr") {
        keys.importing.keep("scheduler.type");
        return keys.importing.remark(Approximated, "scheduler.type",
                                     "is taken as a constant learning rate");
    }
    training.decay = cosine ? Decay::Cosine : type == "warmuplr" ? Decay::Constant : Decay::Linear;
    if (!cosine)
        training.learningRate = 1e-3;
    keys.into("training.learning_rate", "scheduler.params.warmup_max_lr");
    training.warmupSteps = 1000;
    keys.into("training.warmup_steps", "scheduler.params.warmup_num_steps");
    const auto total = keys.number("scheduler.params.total_num_steps");
    keys.importing.standsFor("training.decay_steps", "scheduler.params.total_num_steps");
    if (total && training.decay != Decay::Constant)
        training.decaySteps = std::max(0, *total - training.warmupSteps);
    if (cosine)
        training.minLearningRate = toTwelveDigits(
            training.learningRate
            * keys.importing.decimal("scheduler.params.cos_min_ratio", {0, 1}).value_or(0.0001));
    readWarmup(keys, cosine);
}

} // namespace

double toTwelveDigits(double value)
{
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.12g", value);
    return std::strtod(digits, nullptr);
}

DeepSpeedKeys::DeepSpeedKeys(Importing& made)
    : importing(made)
{
    for (const Setting* setting : importing.startingWith(""))
        if (setting->value.text == "auto" && importing.take(setting->key) != nullptr) {
            m_auto.push_back(setting->key);
            importing.keep(setting->key);
            importing.remark(Unresolved, setting->key,
                             "is filled in by the program that starts DeepSpeed");
        }
}

bool DeepSpeedKeys::isAuto(std::string_view key) const
{
    return std::find(m_auto.begin(), m_auto.end(), key) != m_auto.end();
}

bool DeepSpeedKeys::into(std::string_view field, std::string_view key)
{
    return says(key) && importing.into(field, key);
}

std::optional<int> DeepSpeedKeys::number(std::string_view key)
{
    return says(key) ? importing.whole(key, {1, kMaxSamples}) : std::nullopt;
}

bool DeepSpeedKeys::isOn(std::string_view key)
{
    return says(key) && importing.boolean(key).value_or(false);
}

void readDeepSpeedTraining(DeepSpeedKeys& keys)
{
    readOptimizer(keys);
    readOptimizerStates(keys);
    readScheduler(keys);
    keys.importing.strategy.training.clip = 0;
    keys.into("training.clip", "gradient_clipping");
}

} // namespace strategy
