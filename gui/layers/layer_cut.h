// The model as it is cut over the devices.

#pragma once

#include "engine/plan/layers.h"

#include <vector>

namespace gui {

// Where everything stands is worked out once: a picture asks for every stage, at every move of the
// pointer. Constant time, unless said otherwise.
class LayerCut {
public:
    // Linear in the stages. The placement and the split are of the shape.
    LayerCut(const plan::Shape& cutShape, plan::Placement cutPlacement, plan::LayerSplit cutSplit);

    plan::Shape shape; // these three are not changed
    plan::Placement placement;
    plan::LayerSplit split;

    int stages() const { return static_cast<int>(split.stages.size()); }
    const plan::StageLayers& stage(int index) const
    {
        return split.stages[static_cast<std::size_t>(index)];
    }
    // Layers of the model before that stage; of stages(), all.
    long long layersBefore(int stage) const { return m_before[static_cast<std::size_t>(stage)]; }
    long long layers() const { return m_before.back(); }
    // As plan::LayerSplit::layersOf().
    long long layersOf(int rank) const { return m_ofRanks[static_cast<std::size_t>(rank)]; }
    // Layers of the stage that has the most, those of multi-token prediction with them; at least 1.
    int mostLayers() const { return m_most; }

    // The stages of a rank stand in rows, a chunk each; those that it holds in the second direction
    // of two, as mirrored ones, come behind those of the first.
    struct Standing {
        int stage = 0;
        bool isMirrored = false;
    };
    const std::vector<Standing>& column(int rank) const
    {
        return m_columns[static_cast<std::size_t>(rank)];
    }
    int rankOf(int stage, bool mirrored) const
    {
        return (mirrored ? placement.mirror : placement.ranks)[static_cast<std::size_t>(stage)];
    }
    int rowOf(int stage, bool mirrored) const
    {
        return (mirrored ? m_mirroredRows : m_rows)[static_cast<std::size_t>(stage)];
    }

private:
    std::vector<long long> m_before;              // [stage], and behind the last one
    std::vector<long long> m_ofRanks;             // [rank]
    std::vector<std::vector<Standing>> m_columns; // [rank][row]
    std::vector<int> m_rows;                      // [stage]
    std::vector<int> m_mirroredRows;              // [stage]; empty: there is one direction
    int m_most = 1;
};

} // namespace gui
