#include "gui/cluster/shards.h"

#include "engine/plan/cost/op_memory.h"
#include "engine/plan/cost/parameters.h"
#include "engine/plan/cost/rank_grid.h"
#include "engine/plan/cost/stage_parameters.h"

#include <algorithm>

namespace gui {
namespace {

// The parts of one layer as plan::parametersOfLayer() counts them, told apart.
class PieceMaker {
public:
    PieceMaker(const plan::Job& job, std::vector<ShardPiece>& pieces)
        : m_model(job.model)
        , m_cut(job.cut)
        , m_pieces(pieces)
    {
    }

    void add(ShardKind kind, ShardCut cut, double numbers, int count)
    {
        const int ways = cut == ShardCut::Whole ? 1
            : cut == ShardCut::Experts          ? m_cut.expert * m_cut.expertTensor
                                                : m_cut.tensor;
        if (numbers <= 0 || count <= 0)
            return;
        for (ShardPiece& piece : m_pieces)
            if (piece.kind == kind && piece.numbers == numbers / ways) {
                piece.count += count;
                return;
            }
        m_pieces.push_back({kind, ways > 1 ? cut : ShardCut::Whole, ways, numbers / ways, count});
    }

    void addLayers(bool withExperts, int count)
    {
        const plan::LayerParameters layer = plan::parametersOfLayer(m_model, withExperts);
        const double out = 1.0 * m_model.heads * m_model.valueDim() * m_model.hidden;
        const double inner
            = withExperts ? 1.0 * m_model.experts.shared * m_model.experts.ffn : m_model.ffn;
        const double down = std::min(inner * m_model.hidden, double(layer.dense));
        add(ShardKind::Norms, ShardCut::Whole, double(layer.whole), count);
        add(ShardKind::AttentionIn, ShardCut::Columns, double(layer.attention) - out, count);
        add(ShardKind::AttentionOut, ShardCut::Rows, out, count);
        add(ShardKind::MlpUp, ShardCut::Columns, double(layer.dense) - down, count);
        add(ShardKind::MlpDown, ShardCut::Rows, down, count);
        add(ShardKind::Experts, ShardCut::Experts, double(layer.experts), count);
    }

private:
    const plan::Transformer& m_model;
    const plan::Cut& m_cut;
    std::vector<ShardPiece>& m_pieces;
};

std::vector<ShardPiece> piecesOf(const plan::Job& job, const plan::StageLayers& stage,
                                 long long first)
{
    const plan::Transformer& model = job.model;
    const int withExperts = plan::expertLayersOf(model, first, stage.layers);
    std::vector<ShardPiece> pieces;
    PieceMaker maker(job, pieces);
    const auto matrix = double(plan::embeddingParameters(model));
    if (stage.embedding) {
        maker.add(ShardKind::Embedding, ShardCut::Rows, matrix, 1);
        maker.add(ShardKind::Positions, ShardCut::Whole, double(plan::positionParameters(model)),
                  1);
    }
    maker.addLayers(false, stage.layers - withExperts);
    maker.addLayers(true, withExperts);
    maker.addLayers(model.experts.count > 0, stage.mtpLayers);
    const auto norm = double(plan::finalNormParameters(model));
    maker.add(ShardKind::Prediction, ShardCut::Columns, 2.0 * model.hidden * model.hidden,
              stage.mtpLayers);
    maker.add(ShardKind::FinalNorm, ShardCut::Whole, norm,
              3 * stage.mtpLayers + (stage.loss ? 1 : 0));
    if (stage.loss && (!model.tied || !stage.embedding))
        maker.add(ShardKind::Head, ShardCut::Columns, matrix, 1);
    return pieces;
}

// What the forward of one microbatch leaves on a stage, by the memory model itself.
double keptBy(const plan::Job& job, const ShardedJob& sharded, int rank, int stage)
{
    plan::Schedule one;
    one.shape = sharded.schedule.shape;
    one.placement = sharded.schedule.placement;
    one.order.resize(sharded.schedule.order.size());
    one.order[static_cast<std::size_t>(rank)].push_back(plan::forward(stage, 0));
    return plan::opMemory(job, one, sharded.split)[static_cast<std::size_t>(rank)].front().after;
}

// Told apart by what sequence parallelism would change.
void addKept(StageShards& stage, const ShardedJob& sharded, int rank)
{
    const double kept = keptBy(sharded.job, sharded, rank, stage.stage);
    const int ways = sharded.job.cut.tensor;
    stage.within = kept;
    if (ways == 1)
        return;
    plan::Job other = sharded.job;
    other.cut.sequence = !other.cut.sequence;
    const double difference = std::abs(keptBy(other, sharded, rank, stage.stage) - kept);
    // The difference is between all of it and one part in `ways`.
    stage.between = difference * (sharded.job.cut.sequence ? 1.0 : ways) / (ways - 1);
    stage.within = kept - stage.between;
}

} // namespace

std::vector<ShardPiece> piecesOfLayer(const plan::Job& job, bool withExperts)
{
    std::vector<ShardPiece> pieces;
    PieceMaker(job, pieces).addLayers(withExperts, 1);
    return pieces;
}

const StageShards* RankShards::stageOf(long long layer) const
{
    for (const StageShards& stage : stages)
        if (layer >= stage.firstLayer && layer < stage.firstLayer + stage.layers)
            return &stage;
    return nullptr;
}

RankShards shardsOf(const ShardedJob& sharded, const plan::RankMemory& memory, int pipelineRank)
{
    const plan::Job& job = sharded.job;
    const std::vector<long long> first = sharded.split.firstLayers();
    RankShards shards;
    shards.memory = memory;
    double numbers = 0;
    for (std::size_t at = 0; at < sharded.split.stages.size(); ++at) {
        const auto number = static_cast<int>(at);
        if (!sharded.schedule.placement.holds(pipelineRank, number))
            continue;
        const plan::StageLayers& held = sharded.split.stages[at];
        StageShards stage;
        stage.stage = number;
        stage.firstLayer = first[at];
        stage.layers = held.layers;
        stage.mtpLayers = held.mtpLayers;
        stage.pieces = piecesOf(job, held, first[at]);
        for (const ShardPiece& piece : stage.pieces)
            numbers += piece.all();
        addKept(stage, sharded, pipelineRank);
        shards.stages.push_back(std::move(stage));
    }
    const int ways = plan::RankGrid(job.cut, job.machine.network).shards().size;
    const auto state = [&](double bytes, double each, int from, bool onHost) {
        return StateShards{bytes, numbers * each, job.cut.zero >= from ? ways : 1, onHost};
    };
    const plan::Recipe& recipe = job.recipe;
    shards.states = {state(memory.weights, recipe.weight, 3, job.cut.offloadWeights),
                     state(memory.gradients, recipe.gradient, 2, job.cut.offloadWeights),
                     state(memory.optimizer, recipe.optimizer, 1, job.cut.offloadOptimizer)};
    return shards;
}

} // namespace gui
