#include "engine/runtime/training/dims.h"

namespace training {

namespace {

plan::Error wrong(const char* key, const std::string& sentence)
{
    return {std::string(key) + ": " + sentence};
}

plan::Outcome mustDivide(const char* key, long long value, long long by, const std::string& why)
{
    if (by > 0 && value % by == 0)
        return plan::done();
    return wrong(key,
                 std::to_string(value) + " does not divide by " + std::to_string(by) + ", " + why);
}

plan::Outcome checkPrecision(const strategy::Precision& precision)
{
    if (precision.compute != "fp32" && precision.compute != "bf16")
        return wrong("precision.compute",
                     "training computes in fp32 or bf16, not " + precision.compute);
    if (precision.gradients != "fp32")
        return wrong("precision.gradients",
                     "training keeps gradients in fp32, not " + precision.gradients);
    return plan::done();
}

plan::Outcome checkCuts(const Dims& dims, const strategy::Strategy& strategy)
{
    const int dataRanks = strategy::dataParallel(strategy) * dims.context;
    const plan::Outcome checks[] = {
        mustDivide("model.hidden", dims.hidden, dims.heads, "the heads"),
        mustDivide("model.hidden", dims.headSize(), dims.rotary ? 2 : 1,
                   "which turn in pairs: every head needs an even width"),
        mustDivide("model.heads", dims.heads, dims.tensor, "the tensor ranks"),
        mustDivide("model.heads", dims.heads, dims.kvHeads, "the key-value heads"),
        mustDivide("model.ffn_hidden", dims.ffn, dims.tensor, "the tensor ranks"),
        mustDivide("model.expert_ffn_hidden", dims.expertFfn, dims.tensor, "the tensor ranks"),
        mustDivide("model.sequence", dims.sequence, dims.context > 1 ? 2 * dims.context : 1,
                   "two pieces for each context rank, which share the causal work evenly"),
        mustDivide("model.sequence", dims.rows(), dims.sequenceParallel ? dims.tensor : 1,
                   "the tensor ranks, which share the tokens under sequence parallelism"),
        mustDivide("parallel.expert", dataRanks, dims.expert,
                   "and the experts of a layer are shared within data x context ranks"),
        mustDivide("model.experts", dims.experts, dims.expert, "the expert-parallel ranks"),
    };
    for (const plan::Outcome& check : checks)
        if (!check)
            return check;
    return plan::done();
}

} // namespace

plan::Result<Dims> dimsOf(const strategy::Strategy& strategy)
{
    if (!strategy.model)
        return wrong("model", "is missing; a run that trains needs one: layers, hidden, heads, "
                              "vocab, sequence");
    if (auto fits = checkPrecision(strategy.precision); !fits)
        return fits.error();
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
    dims.rotary = model.positions == "rotary";
    dims.norm = model.norm == "rmsnorm" ? NormKind::RmsNorm : NormKind::LayerNorm;
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
    dims.type = strategy.precision.compute == "bf16" ? Type::BF16 : Type::F32;
    if (auto fits = checkCuts(dims, strategy); !fits)
        return fits.error();
    return dims;
}

plan::Result<plan::LayerSplit> layerSplitOf(const strategy::Strategy& strategy,
                                            const plan::Schedule& schedule)
{
    const strategy::Parallel& parallel = strategy.parallel;
    if (!parallel.layersPerStage.empty())
        return plan::splitByStage(parallel.layersPerStage, schedule.shape);
    if (!parallel.layersPerRank.empty())
        return plan::splitByRank(parallel.layersPerRank, schedule.shape, schedule.placement);
    return plan::splitLayers(strategy.model->layers, schedule.shape, schedule.placement);
}

} // namespace training
