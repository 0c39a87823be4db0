#include "engine/runtime/training/weights.h"

#include <algorithm>
#include <cmath>

namespace training {

namespace {

constexpr float kDeviation = 0.02F; // of all weights (Radford et al. 2019)

// Of those that add to the residual stream, which every layer does twice.
float residualDeviation(const Dims& dims)
{
    return kDeviation / std::sqrt(2.0F * static_cast<float>(dims.layers));
}

std::string layerName(int layer, const std::string& rest)
{
    return "model.layers." + std::to_string(layer) + "." + rest;
}

// A tensor that all tensor ranks hold whole. Where they share the tokens, each has a part of
// its gradient.
ParameterSpec common(const Dims& dims, const LayerPlace& place, const std::string& name,
                     bool vector, std::int64_t rows, std::int64_t columns)
{
    ParameterSpec spec{.rows = rows, .columns = columns};
    spec.pieces = {{.name = name,
                    .vector = vector,
                    .wholeRows = rows,
                    .wholeColumns = columns,
                    .rows = rows,
                    .columns = columns}};
    spec.decays = !vector;
    spec.slots = dims.sequenceParallel ? 1 : 0;
    spec.primary = place.tensor == 0;
    return spec;
}

int add(std::vector<ParameterSpec>& specs, ParameterSpec spec)
{
    specs.push_back(std::move(spec));
    return static_cast<int>(specs.size()) - 1;
}

NormIndex addNorm(std::vector<ParameterSpec>& specs, const Dims& dims, const LayerPlace& place,
                  const std::string& name)
{
    NormIndex index;
    ParameterSpec gain = common(dims, place, name + ".weight", true, 1, dims.hidden);
    gain.constant = 1;
    index.gain = add(specs, gain);
    if (dims.norm == NormKind::LayerNorm)
        index.bias = add(specs, common(dims, place, name + ".bias", true, 1, dims.hidden));
    return index;
}

// Rows [first, first + rows) of a tensor, below what the parameter has already; a vector's
// columns, beside it.
void addRowsOf(ParameterSpec& spec, const std::string& name, bool vector, std::int64_t whole,
               std::int64_t first, std::int64_t rows, std::int64_t columns)
{
    Piece piece{.name = name, .vector = vector};
    if (vector) {
        piece.wholeRows = piece.rows = 1;
        piece.wholeColumns = whole;
        piece.firstColumn = first;
        piece.localColumn = spec.columns;
        piece.columns = rows;
        spec.rows = 1;
        spec.columns += rows;
    } else {
        piece.wholeRows = whole;
        piece.wholeColumns = piece.columns = columns;
        piece.firstRow = first;
        piece.localRow = spec.rows;
        piece.rows = rows;
        spec.rows += rows;
        spec.columns = columns;
    }
    spec.decays = !vector;
    spec.pieces.push_back(piece);
}

// Columns [first, first + columns) of a tensor: what a row-parallel layer holds.
ParameterSpec columnsOf(const std::string& name, std::int64_t rows, std::int64_t whole,
                        std::int64_t first, std::int64_t columns, float deviation)
{
    ParameterSpec spec{.rows = rows, .columns = columns, .deviation = deviation};
    spec.pieces = {{.name = name,
                    .wholeRows = rows,
                    .wholeColumns = whole,
                    .firstColumn = first,
                    .rows = rows,
                    .columns = columns}};
    return spec;
}

void addQkv(std::vector<ParameterSpec>& specs, const Dims& dims, const LayerPlace& place, int layer,
            bool vector)
{
    const std::string kind = vector ? ".bias" : ".weight";
    const auto name = [&](const char* of) {
        return layerName(layer, std::string("self_attn.") + of + "_proj" + kind);
    };
    const std::int64_t size = dims.headSize();
    const float deviation = vector ? 0 : kDeviation;

    ParameterSpec queries{.deviation = deviation};
    const std::int64_t ownQueries = dims.localHeads() * size;
    addRowsOf(queries, name("q"), vector, dims.heads * size, ownQueries * place.tensor, ownQueries,
              dims.hidden);
    add(specs, queries);

    ParameterSpec keysValues{.deviation = deviation};
    const int slots = dims.kvSlots();
    // Several tensor ranks share a key-value head; which one is theirs follows from their own query
    // heads.
    const int slot = place.tensor * slots / dims.tensor;
    const std::int64_t own = dims.localKvHeads() * size;
    for (const char* of : {"k", "v"})
        addRowsOf(keysValues, name(of), vector, dims.kvHeads * size, own * slot, own, dims.hidden);
    if (slots < dims.tensor) { // neighbours hold the same heads, for other queries
        keysValues.slots = slots;
        keysValues.slot = slot;
        keysValues.primary = place.tensor % (dims.tensor / slots) == 0;
    }
    add(specs, keysValues);
}

FeedForwardIndex addFeedForward(std::vector<ParameterSpec>& specs, const Dims& dims,
                                const LayerPlace& place, const std::string& name, int width,
                                bool biases)
{
    FeedForwardIndex index;
    const std::int64_t own = width / dims.tensor;
    const auto addUp = [&](bool vector) {
        ParameterSpec up{.deviation = vector ? 0 : kDeviation};
        for (const char* of : {"gate", "up"})
            if (dims.gated || *of == 'u')
                addRowsOf(up, name + of + (vector ? "_proj.bias" : "_proj.weight"), vector, width,
                          own * place.tensor, own, dims.hidden);
        return add(specs, up);
    };
    index.up = addUp(false);
    if (biases)
        index.upBias = addUp(true);
    index.down = add(specs,
                     columnsOf(name + "down_proj.weight", dims.hidden, width, own * place.tensor,
                               own, residualDeviation(dims)));
    return index;
}

} // namespace

void addTokenTable(std::vector<ParameterSpec>& specs, const Dims& dims, const LayerPlace& place)
{
    const std::int64_t own = dims.localVocab();
    const std::int64_t first = own * place.tensor;
    ParameterSpec table{.deviation = kDeviation};
    addRowsOf(table, "model.embed_tokens.weight", false, dims.vocab, first,
              std::clamp<std::int64_t>(dims.vocab - first, 0, own), dims.hidden);
    table.rows = own; // the rest is padding
    add(specs, table);
}

void addPositions(std::vector<ParameterSpec>& specs, const Dims& dims, const LayerPlace& place)
{
    ParameterSpec positions
        = common(dims, place, "model.embed_positions.weight", false, dims.sequence, dims.hidden);
    positions.deviation = kDeviation;
    add(specs, positions);
}

LayerIndex addLayer(std::vector<ParameterSpec>& specs, const Dims& dims, const LayerPlace& place,
                    int layer)
{
    LayerIndex index;
    index.attentionNorm = addNorm(specs, dims, place, layerName(layer, "input_layernorm"));
    index.qkv = static_cast<int>(specs.size());
    addQkv(specs, dims, place, layer, false);
    if (dims.biases) {
        index.qkvBias = static_cast<int>(specs.size());
        addQkv(specs, dims, place, layer, true);
    }
    const std::int64_t own = dims.localHeads() * dims.headSize();
    index.projection
        = add(specs,
              columnsOf(layerName(layer, "self_attn.o_proj.weight"), dims.hidden, dims.hidden,
                        own * place.tensor, own, residualDeviation(dims)));
    const auto bias = [&](const std::string& name) {
        return add(specs, common(dims, place, layerName(layer, name), true, 1, dims.hidden));
    };
    if (dims.biases)
        index.projectionBias = bias("self_attn.o_proj.bias");
    index.mlpNorm = addNorm(specs, dims, place, layerName(layer, "post_attention_layernorm"));
    const std::string mlp = layerName(layer, "mlp.");
    if (!dims.hasExperts(layer)) {
        index.mlp = addFeedForward(specs, dims, place, mlp, dims.ffn, dims.biases);
        if (dims.biases)
            index.mlpBias = bias("mlp.down_proj.bias");
        return index;
    }
    // All tensor ranks route all tokens, so their gradients are whole and the same.
    ParameterSpec router
        = common(dims, place, mlp + "gate.weight", false, dims.experts, dims.hidden);
    router.deviation = kDeviation;
    router.slots = 0;
    index.router = add(specs, router);
    if (dims.sharedFfn > 0)
        index.shared
            = addFeedForward(specs, dims, place, mlp + "shared_expert.", dims.sharedFfn, false);
    return index;
}

std::vector<FeedForwardIndex> addExperts(std::vector<ParameterSpec>& specs, const Dims& dims,
                                         const LayerPlace& place, int layer)
{
    const int own = dims.experts / dims.expert;
    std::vector<FeedForwardIndex> indices;
    for (int expert = own * place.expert; expert < own * (place.expert + 1); ++expert)
        indices.push_back(addFeedForward(
            specs, dims, place, layerName(layer, "mlp.experts." + std::to_string(expert) + "."),
            dims.expertFfn, false));
    return indices;
}

HeadIndex addHead(std::vector<ParameterSpec>& specs, const Dims& dims, const LayerPlace& place)
{
    HeadIndex index;
    index.norm = addNorm(specs, dims, place, "model.norm");
    if (dims.tied)
        return index;
    addTokenTable(specs, dims, place);
    specs.back().pieces.front().name = "lm_head.weight";
    index.logits = static_cast<int>(specs.size()) - 1;
    return index;
}

std::uint64_t tensorNumber(const std::string& name)
{
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    for (const char c : name)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash;
}

float initialValue(const ParameterSpec& spec, int seed, std::uint64_t tensor, std::uint64_t element)
{
    if (spec.deviation == 0)
        return spec.constant;
    // SplitMix64 (Steele et al. 2014) of a counter. A counter instead of a state: any rank can make
    // any element of any tensor by itself.
    std::uint64_t bits = tensor ^ (static_cast<std::uint64_t>(seed) << 32);
    bits += (element + 1) * 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    bits ^= bits >> 31;
    float sum = 0;
    for (int i = 0; i < 4; ++i)
        sum += static_cast<float>((bits >> (16 * i)) & 0xffff);
    constexpr float kMean = 2 * 65535.0F;
    constexpr float kToUnit = 1.7320508F / 65536.0F; // the sum's deviation is 65536 / sqrt(3)
    return spec.deviation * (sum - kMean) * kToUnit;
}

} // namespace training
