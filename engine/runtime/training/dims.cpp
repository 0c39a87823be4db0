#include "engine/runtime/training/dims.h"

#include "engine/strategy/check_training.h"

namespace training {

plan::Result<Dims> dimsOf(const strategy::Strategy& strategy)
{
    if (const auto problems = strategy::checkTraining(strategy); !problems.empty())
        return plan::Error{problems.front().key + ": " + problems.front().sentence};
    const strategy::Model& model = *strategy.model;
    const strategy::Parallel& parallel = strategy.parallel;
    Dims dims;
    dims.layers = model.layers;
    dims.hidden = model.hidden;
    dims.heads = model.heads;
    dims.kvHeads = model.kvHeads > 0 ? model.kvHeads : model.heads;
    dims.ffn = model.ffnHidden > 0 ? model.ffnHidden : 4 * model.hidden;
    dims.vocab = model.vocab;
    dims.sequence = model.sequence;
    dims.gated = model.gatedMlp;
    dims.tied = model.tiedEmbeddings;
    dims.biases = model.biases;
    dims.rotary = model.positions == strategy::Positions::Rotary;
    dims.norm = model.norm == strategy::Norm::RmsNorm ? NormKind::RmsNorm : NormKind::LayerNorm;
    dims.experts = model.experts;
    dims.expertsPerToken = model.expertsPerToken;
    dims.expertFfn = model.expertFfnHidden > 0 ? model.expertFfnHidden : dims.ffn;
    dims.sharedFfn = model.sharedExperts * dims.expertFfn;
    dims.denseLayers = model.denseLayers;
    dims.tensor = parallel.tensor;
    dims.context = parallel.context;
    dims.expert = parallel.expert;
    dims.sequenceParallel = parallel.sequence && parallel.tensor > 1;
    dims.batch = strategy.batch.micro;
    dims.type = strategy.precision.compute == strategy::Compute::Bf16 ? Type::BF16 : Type::F32;
    return dims;
}

} // namespace training
