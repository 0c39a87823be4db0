// How many numbers training changes, exactly.

#pragma once

#include "engine/plan/cost/transformer.h"

#include <cstdint>

namespace plan {

// Of one layer, by how it is cut: what tensor ranks divide, what each of them holds, and what
// expert ranks divide.
struct LayerParameters {
    std::int64_t attention = 0; // matrices of the attention, with the biases that are cut
    std::int64_t dense = 0;     // of the feed-forward block and the shared experts
    std::int64_t whole = 0;     // norms, router, biases and compressions that are not cut
    std::int64_t experts = 0;   // of all routed experts

    std::int64_t total() const { return attention + dense + whole + experts; }
};

LayerParameters parametersOfLayer(const Transformer& model, bool withExperts);

// One matrix of the vocabulary, and what else stands before the first layer and behind the
// last one.
std::int64_t embeddingParameters(const Transformer& model); // of the matrix of all tokens
// Of the product between an embedding and layers of another width, which stands at either end; 0
// where both are as wide.
std::int64_t projectionParameters(const Transformer& model);
std::int64_t positionParameters(const Transformer& model);
std::int64_t finalNormParameters(const Transformer& model);

// Of a multi-token prediction layer: a layer, two norms and a projection of two hidden
// vectors to one (DeepSeek-V3, arXiv 2412.19437, section 2.2), without shared embeddings.
std::int64_t mtpParameters(const Transformer& model);

// Of the whole model, without multi-token prediction; and of what one token passes: without
// the experts it is not sent to.
std::int64_t parameters(const Transformer& model);
std::int64_t activeParameters(const Transformer& model);

} // namespace plan
