#include "gui/layers/layer_cut.h"

#include <algorithm>
#include <utility>

namespace gui {

LayerCut::LayerCut(const plan::Shape& cutShape, plan::Placement cutPlacement,
                   plan::LayerSplit cutSplit)
    : shape(cutShape)
    , placement(std::move(cutPlacement))
    , split(std::move(cutSplit))
    , m_before{0}
    , m_ofRanks(static_cast<std::size_t>(shape.ranks))
    , m_columns(static_cast<std::size_t>(shape.ranks))
{
    for (const plan::StageLayers& stage : split.stages) {
        m_before.push_back(m_before.back() + stage.layers);
        m_most = std::max(m_most, stage.layers + stage.mtpLayers);
    }
    for (const bool mirrored : {false, true}) {
        const std::vector<int>& ranks = mirrored ? placement.mirror : placement.ranks;
        std::vector<int>& rows = mirrored ? m_mirroredRows : m_rows;
        for (std::size_t stage = 0; stage < ranks.size(); ++stage) {
            const auto rank = static_cast<std::size_t>(ranks[stage]);
            rows.push_back(static_cast<int>(m_columns[rank].size()));
            m_columns[rank].push_back({static_cast<int>(stage), mirrored});
            // One that stands on a rank in both directions is held once.
            if (!mirrored || placement.ranks[stage] != ranks[stage])
                m_ofRanks[rank] += split.stages[stage].layers;
        }
    }
}

} // namespace gui
