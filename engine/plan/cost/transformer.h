// A transformer with every size known, as the cost model works on it.
//
// Nothing stands for a default here: what a strategy leaves out is filled in when its job is made.
// Only the sizes that cost anything are kept. Numbers of one kind are not bounded here either;
// whoever makes a Transformer sees to it that sizes divide where the comments say so.

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

// Layers whose feed-forward block is divided into experts, of which a router picks some for each
// token; shared ones are passed by every token beside those.
struct Experts {
    int count = 0;       // of one layer; 0: no layer has experts
    int perToken = 0;    // experts that one token passes
    int ffn = 0;         // inner width of one expert
    int shared = 0;      // experts that every token passes, of the same width
    int denseLayers = 0; // leading layers without experts
    int every = 1;       // behind those, one layer in `every` has experts
    int nodes = 0;       // that one token's experts lie in at most; 0: no limit

    bool operator==(const Experts&) const = default;
};

struct Transformer {
    int layers = 1;         // without multi-token prediction layers
    int hidden = 1;         // width of what passes from layer to layer
    int heads = 1;          // of the queries
    int kvHeads = 1;        // of keys and values; divides heads
    int headDim = 1;        // numbers of one head
    int ffn = 1;            // inner width of the dense layers
    int embedding = 0;      // width of the embedding, where a product makes `hidden` of it; 0: none
    int vocab = 1;          // tokens there are
    int sequence = 1;       // tokens of a sample
    int positions = 0;      // learned ones; 0: rotary
    int mtpLayers = 0;      // multi-token prediction layers behind the model's own
    bool gated = false;     // three matrices in a feed-forward block instead of two
    bool tied = true;       // one matrix for the embedding and the loss
    bool biases = true;     // of all linear layers
    bool qkvBiases = false; // of queries, keys and values, where biases is false
    bool qkNorm = false;    // queries and keys are normalised head by head
    bool rmsNorm = false;   // a norm has one vector instead of two
    bool causal = true;     // a token attends to itself and those before it only
    bool dropout = false;   // its masks are kept for the backward
    LatentAttention latent; // instead of kvHeads and headDim, where isLatent()
    Experts experts;

    // Numbers that the embedding has of a token, and that its product with the loss takes.
    int embeddingWidth() const { return embedding > 0 ? embedding : hidden; }
    bool isLatent() const { return latent.kvRank > 0; }
    // Width of one head's query and key, and of its value.
    int queryDim() const { return isLatent() ? latent.nopeDim + latent.ropeDim : headDim; }
    int valueDim() const { return isLatent() ? latent.valueDim : headDim; }
    // Whether that layer, counted from 0, has experts; and how many layers have.
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
