// A transformer with every size known, as the cost model works on it.

#pragma once

#include <cstdint>

namespace plan {

// Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434, section 2.1): keys and values
// are made from one narrow vector a token, and queries from another.
struct LatentAttention {
    int kvRank = 0;    // 0: ordinary attention
    int queryRank = 0; // 0: queries are made from the hidden vector
    int nopeDim = 0;   // of a head's query and key, the part without positions
    int ropeDim = 0;   // the part with them; the key's is shared by all heads
    int valueDim = 0;

    bool operator==(const LatentAttention&) const = default;
};

struct Experts {
    int count = 0; // 0: no layer has experts
    int perToken = 0;
    int ffn = 0;         // inner width of one
    int shared = 0;      // experts every token passes, of the same width
    int denseLayers = 0; // leading layers without experts
    int every = 1;       // behind those, one layer in this many has them

    bool operator==(const Experts&) const = default;
};

struct Transformer {
    int layers = 1;
    int hidden = 1;
    int heads = 1;
    int kvHeads = 1; // divides heads
    int headDim = 1;
    int ffn = 1; // inner width of the dense layers
    int vocab = 1;
    int sequence = 1;   // tokens of a sample
    int positions = 0;  // learned ones; 0: rotary
    int mtpLayers = 0;  // multi-token prediction layers behind the model's own
    bool gated = false; // three matrices in a feed-forward block instead of two
    bool tied = true;   // one matrix for the embedding and the loss
    bool biases = true;
    bool qkvBiases = false; // without the others
    bool qkNorm = false;
    bool rmsNorm = false; // a norm has one vector instead of two
    bool causal = true;
    bool dropout = false;
    LatentAttention latent;
    Experts experts;

    bool isLatent() const { return latent.kvRank > 0; }
    // Width of one head's query and key, and of its value.
    int queryDim() const { return isLatent() ? latent.nopeDim + latent.ropeDim : headDim; }
    int valueDim() const { return isLatent() ? latent.valueDim : headDim; }
    bool hasExperts(int layer) const
    {
        return experts.count > 0 && layer >= experts.denseLayers
            && (layer - experts.denseLayers) % experts.every == experts.every - 1;
    }
    int expertLayers() const
    {
        return experts.count > 0 ? (layers - experts.denseLayers) / experts.every : 0;
    }

    bool operator==(const Transformer&) const = default;
};

} // namespace plan
