#include "engine/strategy/convert/huggingface_defaults.h"

namespace strategy {

Model learnedDecoder(const DecoderSizes& sizes)
{
    Model model;
    model.layers = sizes.layers;
    model.hidden = sizes.hidden;
    model.ffnHidden = sizes.ffn;
    model.heads = sizes.heads;
    model.kvHeads = sizes.kvHeads;
    model.vocab = sizes.vocab;
    model.sequence = sizes.length;
    return model;
}

Model layerNormDecoder(const DecoderSizes& sizes, bool biases)
{
    Model model = learnedDecoder(sizes);
    model.tiedEmbeddings = false;
    model.positions = Positions::Rotary;
    model.biases = biases;
    return model;
}

Model rotaryDecoder(const DecoderSizes& sizes)
{
    Model model = layerNormDecoder(sizes, false);
    model.gatedMlp = true;
    model.norm = Norm::RmsNorm;
    return model;
}

Model gated(Model model)
{
    model.gatedMlp = true;
    return model;
}

Model tied(Model model)
{
    model.tiedEmbeddings = true;
    return model;
}

Model withQkvBiases(Model model)
{
    model.qkvBiases = true;
    return model;
}

Model withQkNorm(Model model)
{
    model.qkNorm = true;
    return model;
}

Model withHeadDim(Model model, int width)
{
    model.headDim = width;
    return model;
}

Model withDropout(Model model)
{
    model.dropout = true;
    return model;
}

Model withExperts(Model model, int experts, int perToken, int ffn)
{
    model.experts = experts;
    model.expertsPerToken = perToken;
    model.expertFfnHidden = ffn;
    return model;
}

Model withSharedExperts(Model model, int shared, int denseLayers)
{
    model.sharedExperts = shared;
    model.denseLayers = denseLayers;
    return model;
}

Model withLatentAttention(Model model)
{
    model.kvLoraRank = 512;
    model.qLoraRank = 1536;
    model.nopeHeadDim = 128;
    model.ropeHeadDim = 64;
    model.vHeadDim = 128;
    return model;
}

} // namespace strategy
