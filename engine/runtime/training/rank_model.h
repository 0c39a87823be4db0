// The part of the model that one rank holds: the buckets of its weights, and the stages that
// compute with them. Weights that several stages of a rank share stand in it once.

#pragma once

#include "engine/plan/layers.h"
#include "engine/runtime/training/bucket.h"
#include "engine/runtime/training/model_stage.h"
#include "engine/runtime/training/rank_groups.h"
#include "engine/runtime/training/weights.h"

#include <map>
#include <memory>
#include <vector>

namespace training {

// What the model is made from; all of it is used only while it is made, but for what
// `machinery` and `groups` refer to, which must outlive the model.
struct ModelPlan {
    const plan::LayerSplit& split;
    const plan::Placement& placement;
    const Grid& grid;
    const Place& place;
    const strategy::Strategy& strategy;
    RankGroups& groups;
    float gradientScale = 1; // 1 / tokens of a step
};

class RankModel {
public:
    RankModel(Machinery& machinery, const ModelPlan& plan);

    // In the same order on all ranks that hold the same ones.
    const std::vector<std::unique_ptr<Bucket>>& buckets() const { return m_buckets; }
    std::map<int, ModelStage>& stages() { return m_stages; } // by stage
    // The buckets that an op of the stage adds gradients to, last first.
    const std::vector<Bucket*>& bucketsOf(int stage) const { return m_ofStage.at(stage); }

    // Sets the weights that training starts from.
    void initialize(int seed);

private:
    Bucket* bucket(const std::string& name, std::vector<ParameterSpec> specs, bool experts = false);
    // `firstLayer`: the number, in the whole model, of the first of the layers it holds.
    void addStage(int stage, const plan::StageLayers& held, int firstLayer);
    Layer makeLayer(int layer);
    Embedding makeEmbedding(std::vector<Bucket*>& buckets);
    LossHead makeHead(std::vector<Bucket*>& buckets);

    Machinery& m_machinery;
    const ModelPlan* m_plan; // while it is made
    LayerPlace m_place;
    // Where each bucket stands, for the groups over which copies of a weight are kept alike.
    Holders m_holders;
    std::vector<std::unique_ptr<Bucket>> m_buckets;
    std::map<std::string, Bucket*> m_byName;
    std::map<int, ModelStage> m_stages;
    std::map<int, std::vector<Bucket*>> m_ofStage;
};

} // namespace training
