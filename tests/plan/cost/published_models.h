// Sizes of published models, as their authors print them.

#pragma once

#include "engine/plan/cost/transformer.h"

namespace plan {

inline Transformer gpt(int layers, int hidden, int heads, int vocab, int sequence)
{
    Transformer model;
    model.layers = layers;
    model.hidden = hidden;
    model.heads = model.kvHeads = heads;
    model.headDim = hidden / heads;
    model.ffn = 4 * hidden;
    model.vocab = vocab;
    model.sequence = model.positions = sequence;
    return model;
}

inline Transformer llama(int layers, int hidden, int heads, int kvHeads, int ffn, int vocab)
{
    Transformer model = gpt(layers, hidden, heads, vocab, 4096);
    model.kvHeads = kvHeads;
    model.ffn = ffn;
    model.positions = 0;
    model.gated = true;
    model.tied = false;
    model.biases = false;
    model.rmsNorm = true;
    return model;
}

inline Transformer withExperts(Transformer model, const Experts& experts)
{
    model.experts = experts;
    return model;
}

inline Transformer deepSeek(int layers, int hidden, int ffn, int vocab, const Experts& experts)
{
    Transformer model = withExperts(llama(layers, hidden, 128, 128, ffn, vocab), experts);
    model.latent
        = {.kvRank = 512, .queryRank = 1536, .nopeDim = 128, .ropeDim = 64, .valueDim = 128};
    return model;
}

} // namespace plan
