// How Megatron's keys say that a model is trained, as far as a strategy has fields for it.

#include "engine/strategy/convert/megatron.h"
#include "engine/strategy/field_access.h"

#include <algorithm>

namespace strategy {
namespace {

// What the command line takes where a script says nothing.
void takeDefaults(Importing& importing)
{
    Training& training = importing.strategy.training;
    training.seed = 1234;
    training.decay = Decay::Linear;
    training.weightDecay = 0.01;
    training.beta2 = 0.999;
    std::string missing;
    for (const char* key : {"seed", "lr_decay_style", "weight_decay", "adam_beta2"})
        if (!importing.has(key))
            missing.append(missing.empty() ? "" : ", ").append(key);
    if (!missing.empty())
        importing.remark(Remark::Kind::Assumed, "lr",
                         "comes without " + missing + ": Megatron-LM's defaults are taken");
}

void importDecay(Importing& importing)
{
    const auto style = importing.text("lr_decay_style");
    if (!style)
        return;
    Training& training = importing.strategy.training;
    if (const auto decay = choiceOf<Decay>(*style)) {
        training.decay = *decay;
        return;
    }
    // The other styles fall, too, and cosine is nearest to most of them.
    training.decay = Decay::Cosine;
    importing.keep("lr_decay_style");
    importing.remark(Remark::Kind::Approximated, "lr_decay_style",
                     "is " + shown(*style) + ", taken as cosine");
}

// Megatron counts the decay from the first step, the warm-up within it; without a number of its
// own it lasts the whole run.
void importSteps(Importing& importing)
{
    Training& training = importing.strategy.training;
    importing.into("training.warmup_steps", "lr_warmup_iters");
    const bool decays = importing.has("lr_decay_iters");
    const auto share = importing.decimal("lr_warmup_fraction", {0, 1});
    std::optional<int> all;
    if (decays || share)
        all = importing.whole(decays ? "lr_decay_iters" : "train_iters", {1, kMaxSamples});
    if (!decays)
        importing.keep("train_iters");
    if (share && all)
        training.warmupSteps = static_cast<int>(*share * *all);
    if (share)
        importing.remark(Remark::Kind::Approximated, "lr_warmup_fraction",
                         "is taken as the first " + std::to_string(training.warmupSteps)
                             + " steps");
    if (!decays || !all)
        return;
    importing.standsFor("training.decay_steps", "lr_decay_iters");
    training.decaySteps = std::max(0, *all - training.warmupSteps);
}

} // namespace

void importMegatronTraining(Importing& importing, const MegatronDialect& dialect)
{
    if (!importing.has("lr"))
        return;
    if (dialect.commandLine)
        takeDefaults(importing);
    constexpr FieldKey kFields[] = {{"training.learning_rate", "lr"},
                                    {"training.min_learning_rate", "min_lr"},
                                    {"training.weight_decay", "weight_decay"},
                                    {"training.beta1", "adam_beta1"},
                                    {"training.beta2", "adam_beta2"},
                                    {"training.epsilon", "adam_eps"},
                                    {"training.clip", "clip_grad"},
                                    {"training.seed", "seed"},
                                    {"training.checkpoint_every", "save_interval"}};
    importing.into(kFields);
    importDecay(importing);
    importSteps(importing);
}

} // namespace strategy
