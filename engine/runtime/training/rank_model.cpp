#include "engine/runtime/training/rank_model.h"

#include "engine/runtime/training/bucket_elements.h"
#include "engine/runtime/training/bucket_names.h"
#include "engine/runtime/training/ring_attention.h"

namespace training {

namespace {

Parameter parameterOf(Bucket* bucket, int index, int count = 1)
{
    return index == kNone ? Parameter{} : bucket->parameter(index, count);
}

NormLayer normOf(Bucket* bucket, const NormIndex& index)
{
    return {parameterOf(bucket, index.gain), parameterOf(bucket, index.bias)};
}

FeedForward feedForwardOf(Bucket* bucket, const FeedForwardIndex& index)
{
    return {{parameterOf(bucket, index.up), parameterOf(bucket, index.upBias)},
            {parameterOf(bucket, index.down), {}}};
}

BucketOptions optionsOf(const strategy::Strategy& strategy, const Dims& dims)
{
    BucketOptions options{.zero = strategy.parallel.zero, .type = dims.type};
    if (strategy.precision.optimizer == strategy::Optimizer::Sgd)
        options.rule = Rule::Sgd;
    else if (strategy.precision.optimizer == strategy::Optimizer::AdamBf16)
        options.rule = Rule::AdamBf16;
    return options;
}

} // namespace

RankModel::RankModel(Machinery& machinery, const ModelPlan& plan)
    : m_machinery(machinery)
    , m_plan(&plan)
    , m_place{plan.place.tensor, machinery.expert.rank()}
    , m_holders(holdersOf(machinery.dims, plan.split, plan.placement))
{
    const std::vector<long long> firsts = plan.split.firstLayers();
    for (int stage = 0; stage < plan.placement.stages(); ++stage)
        if (plan.placement.holds(plan.place.pipeline, stage))
            addStage(stage, plan.split.stages[static_cast<std::size_t>(stage)],
                     static_cast<int>(firsts[static_cast<std::size_t>(stage)]));
    // It belonged to the caller, and is of no use after the stages are made.
    m_plan = nullptr;
}

// The bucket of that name, made at its first use.
Bucket* RankModel::bucket(const std::string& name, std::vector<ParameterSpec> specs, bool experts)
{
    // Tied embeddings ask for the token table twice where the first and the last stage are on one
    // rank; it must be one bucket.
    Bucket*& known = m_byName[name];
    if (known != nullptr)
        return known;
    RankGroups& groups = m_plan->groups;
    const auto copies = groups.copies.find(m_holders.at(name));
    const Group data(experts ? groups.expertData.get() : groups.data.get(), GroupKind::Data,
                     m_machinery.trace);
    const Group others(copies == groups.copies.end() ? nullptr : copies->second.get(),
                       GroupKind::Copies, m_machinery.trace);
    m_buckets.push_back(std::make_unique<Bucket>(
        name, std::move(specs), optionsOf(m_plan->strategy, m_machinery.dims), data, others,
        m_machinery.memory, m_machinery.kernels));
    known = m_buckets.back().get();
    return known;
}

void RankModel::addStage(int stage, const plan::StageLayers& held, int firstLayer)
{
    const Dims& dims = m_machinery.dims;
    ModelStage& made
        = m_stages
              .try_emplace(stage, m_machinery, placesInSequence(dims, m_plan->place.context),
                           m_plan->strategy.recompute, m_plan->gradientScale)
              .first->second;
    if (held.embedding)
        made.embedding = makeEmbedding(made.embeddingBuckets);
    for (int i = 0; i < held.layers; ++i)
        made.layers.push_back(makeLayer(firstLayer + i));
    if (held.loss)
        made.head = makeHead(made.headBuckets);

    std::vector<Bucket*>& used = m_ofStage[stage];
    // In the order in which a backward is done with them: head, layers from the last to the first,
    // embedding.
    used = made.headBuckets;
    for (auto layer = made.layers.rbegin(); layer != made.layers.rend(); ++layer)
        used.insert(used.end(), layer->buckets.begin(), layer->buckets.end());
    used.insert(used.end(), made.embeddingBuckets.begin(), made.embeddingBuckets.end());
}

Embedding RankModel::makeEmbedding(std::vector<Bucket*>& buckets)
{
    const Dims& dims = m_machinery.dims;
    Embedding embedding;
    std::vector<ParameterSpec> table;
    addTokenTable(table, dims, m_place);
    buckets.push_back(bucket(kTokenTable, std::move(table)));
    embedding.tokens = buckets.back()->parameter(0);
    if (!dims.rotary) {
        std::vector<ParameterSpec> positions;
        addPositions(positions, dims, m_place);
        buckets.push_back(bucket(kPositions, std::move(positions)));
        embedding.positions = buckets.back()->parameter(0);
    }
    return embedding;
}

Layer RankModel::makeLayer(int layer)
{
    const Dims& dims = m_machinery.dims;
    std::vector<ParameterSpec> specs;
    const LayerIndex index = addLayer(specs, dims, m_place, layer);
    Bucket* const own = bucket(layerBucket(layer), std::move(specs));
    Layer made;
    made.buckets = {own};
    made.attention.norm = normOf(own, index.attentionNorm);
    made.attention.qkv = {parameterOf(own, index.qkv, 2), parameterOf(own, index.qkvBias, 2)};
    made.attention.projection = {parameterOf(own, index.projection), {}};
    made.attention.outBias = parameterOf(own, index.projectionBias);
    if (!dims.hasExperts(layer)) {
        MlpBlock& mlp = made.mlp.emplace<MlpBlock>();
        mlp.norm = normOf(own, index.mlpNorm);
        mlp.layers = feedForwardOf(own, index.mlp);
        mlp.outBias = parameterOf(own, index.mlpBias);
        return made;
    }
    ExpertsBlock& mlp = made.mlp.emplace<ExpertsBlock>();
    mlp.norm = normOf(own, index.mlpNorm);
    mlp.router = {parameterOf(own, index.router), {}};
    if (index.shared.up != kNone)
        mlp.shared = feedForwardOf(own, index.shared);
    std::vector<ParameterSpec> expertSpecs;
    const auto experts = addExperts(expertSpecs, dims, m_place, layer);
    Bucket* const expertsOwn = bucket(expertsBucket(layer), std::move(expertSpecs), true);
    made.buckets.push_back(expertsOwn);
    for (const FeedForwardIndex& expert : experts)
        mlp.experts.push_back(feedForwardOf(expertsOwn, expert));
    return made;
}

LossHead RankModel::makeHead(std::vector<Bucket*>& buckets)
{
    const Dims& dims = m_machinery.dims;
    std::vector<ParameterSpec> specs;
    const HeadIndex index = addHead(specs, dims, m_place);
    Bucket* const own = bucket(kHead, std::move(specs));
    buckets.push_back(own);
    LossHead head;
    head.norm = normOf(own, index.norm);
    if (dims.tied) {
        std::vector<ParameterSpec> table;
        addTokenTable(table, dims, m_place);
        buckets.push_back(bucket(kTokenTable, std::move(table)));
        head.logits.weight = buckets.back()->parameter(0);
    } else {
        head.logits.weight = own->parameter(index.logits);
    }
    return head;
}

void RankModel::initialize(int seed)
{
    for (const auto& bucket : m_buckets)
        fillBucket(*bucket, m_machinery.memory.store(), seed);
}

} // namespace training
