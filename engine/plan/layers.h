// How a model's layers are cut into stages, and on which of them the embedding and the
// loss stand.

#pragma once

#include "engine/plan/placement.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"

#include <optional>
#include <vector>

namespace plan {

// What one stage holds of the model.
struct StageLayers {
    int layers = 0;         // transformer layers
    int mtpLayers = 0;      // multi-token prediction layers, behind those
    bool embedding = false; // before its layers
    bool loss = false;      // behind everything

    bool empty() const { return layers == 0 && mtpLayers == 0 && !embedding && !loss; }
    bool operator==(const StageLayers&) const = default;
};

struct LayerSplit {
    std::vector<StageLayers> stages; // [stage]

    // Of the whole model, or of one rank; a rank of two directions holds its stages once
    // for each, but a stage that stands on it in both only once.
    long long layers() const;
    long long layersOf(int rank, const Placement& placement) const;

    // [stage]: the index of its first layer in the model.
    std::vector<long long> firstLayers() const;

    bool operator==(const LayerSplit&) const = default;
};

inline constexpr int kMaxLayers = 1 << 20;

// Departures from dealing all layers alike. Megatron's names in brackets.
struct SplitOptions {
    // The rank of the first and of the last stage hold so many over their chunks, the
    // other ranks share the rest (num_layers_in_first_pipeline_stage, ..._last_...).
    std::optional<int> onFirstRank{};
    std::optional<int> onLastRank{};

    // The first stage holds a layer less for the embedding, the last one less for the
    // loss (account_for_embedding_in_pipeline_split, account_for_loss_...).
    bool countEmbedding = false;
    bool countLoss = false;
};

// Deals the layers over the stages in turn: each gets the same number and, where they do
// not divide, the first stages one more. The embedding stands on the first stage, the
// loss on the last. Every stage holds at least one layer, or the embedding or loss that
// was counted as one. Fails with a sentence where that cannot be.
//
// Precondition of all: the placement is one of the shape (validate.h).
Result<LayerSplit> splitLayers(int layers, const Shape& shape, const Placement& placement,
                               const SplitOptions& options = {});

// The same, but only where every stage gets the same number, as most peers demand.
Result<LayerSplit> splitEvenly(int layers, const Shape& shape, const Placement& placement,
                               const SplitOptions& options = {});

// [rank]: a rank deals its own layers over its chunks in turn; 5 and 3 on two ranks of two
// chunks are 3, 2, 2, 1 in stage order. Fails if a rank has fewer layers than chunks, or
// if two ranks that hold the same stage (two directions) do not agree on it.
Result<LayerSplit> splitByRank(const std::vector<int>& layers, const Shape& shape,
                               const Placement& placement);

// [stage]: at least one each, but for the first and the last, which hold embedding and loss.
Result<LayerSplit> splitByStage(const std::vector<int>& layers, const Shape& shape);

} // namespace plan
