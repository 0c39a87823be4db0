// The fields of a model's shape under the names that a checkpoint gives them.

#pragma once

#include "engine/strategy/choices.h"
#include "engine/strategy/strategy.h"

#include <array>
#include <tuple>

namespace training {

template <class Value>
struct ModelField {
    const char* name;
    Value strategy::Model::*member;
};

// Lists rather than a function per field: writing, reading and comparing use the same ones, so
// that none of them can leave a field out.
inline constexpr std::array kModelNumbers{
    ModelField<int>{"layers", &strategy::Model::layers},
    ModelField<int>{"hidden", &strategy::Model::hidden},
    ModelField<int>{"heads", &strategy::Model::heads},
    ModelField<int>{"kv_heads", &strategy::Model::kvHeads},
    ModelField<int>{"ffn_hidden", &strategy::Model::ffnHidden},
    ModelField<int>{"vocab", &strategy::Model::vocab},
    ModelField<int>{"sequence", &strategy::Model::sequence},
    ModelField<int>{"experts", &strategy::Model::experts},
    ModelField<int>{"experts_per_token", &strategy::Model::expertsPerToken},
    ModelField<int>{"expert_ffn_hidden", &strategy::Model::expertFfnHidden},
    ModelField<int>{"shared_experts", &strategy::Model::sharedExperts},
    ModelField<int>{"dense_layers", &strategy::Model::denseLayers},
};

// Written as true and false.
inline constexpr std::array kModelSwitches{
    ModelField<bool>{"gated_mlp", &strategy::Model::gatedMlp},
    ModelField<bool>{"tied_embeddings", &strategy::Model::tiedEmbeddings},
    ModelField<bool>{"biases", &strategy::Model::biases},
};

// Written as their words, see strategy/choices.h.
inline constexpr std::tuple kModelChoices{
    ModelField<strategy::Norm>{"norm", &strategy::Model::norm},
    ModelField<strategy::Positions>{"positions", &strategy::Model::positions},
};

// Calls `work` with each field of kModelChoices.
template <class Work>
void forEachModelChoice(const Work& work)
{
    std::apply([&](const auto&... field) { (work(field), ...); }, kModelChoices);
}

} // namespace training
