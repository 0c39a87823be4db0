#include "engine/plan/cost/step_memory.h"

#include "engine/plan/cost/layer_memory.h"
#include "engine/plan/cost/op_memory.h"
#include "engine/plan/cost/rank_grid.h"
#include "engine/plan/cost/stage_parameters.h"

#include <algorithm>

namespace plan {
namespace {

// What a stage keeps of one microbatch, and what it needs while an op of it runs.
struct StageMemory {
    double kept = 0;
    double afterInput = 0; // what is left of it when the input gradient is done
    double forward = 0;
    double backward = 0;
};

class StepMemoryMaker {
public:
    StepMemoryMaker(const Job& job, const Schedule& schedule, const LayerSplit& split)
        : m_job(job)
        , m_schedule(schedule)
        , m_split(split)
        , m_grid(job.cut, job.machine.network)
        , m_first(split.firstLayers())
        , m_layers(job)
        , m_dense(m_layers.layer(false))
    {
        if (job.model.experts.count > 0)
            m_withExperts = m_layers.layer(true);
        for (std::size_t stage = 0; stage < split.stages.size(); ++stage)
            m_stages.push_back(ofStage(stage));
    }

    RankMemory ofRank(int rank) const
    {
        RankMemory memory = statesOf(rank);
        addActivations(memory, rank);
        memory.fragmented = m_job.machine.fragmentation * memory.peak();
        memory.framework = m_job.machine.frameworkBytes;
        memory.communicators = communicators() * m_job.machine.communicatorBytes;
        return memory;
    }

    // What the rank holds during each of its ops, in their order.
    template <typename Function>
    void eachOp(int rank, Function&& function) const
    {
        double held = 0;
        for (const Op& op : m_schedule.order[static_cast<std::size_t>(rank)]) {
            const StageMemory& stage = m_stages[static_cast<std::size_t>(op.stage)];
            const bool forward = op.kind == OpKind::Forward;
            if (forward)
                held += stage.kept;
            // The peak is while an op runs, before a backward lets go of what it used.
            OpMemory memory{held, forward ? stage.forward : stage.backward, 0};
            switch (op.kind) {
            case OpKind::Forward:
                break;
            case OpKind::InputGrad:
                held -= stage.kept - stage.afterInput;
                break;
            case OpKind::WeightGrad:
                held -= stage.afterInput;
                break;
            case OpKind::Backward:
                held -= stage.kept;
                break;
            }
            memory.after = held;
            function(op, memory);
        }
    }

private:
    // Groups of several ranks that a rank is in: those of each axis, and all ranks where none of
    // them is that.
    int communicators() const
    {
        const Cut& cut = m_job.cut;
        const int pipeline = m_schedule.shape.ranks;
        const bool experts = m_job.model.experts.count > 0;
        const int sizes[]
            = {m_grid.tensor().size,
               m_grid.context().size,
               m_grid.copies().size,
               m_grid.replicas().size,
               experts ? m_grid.expert().size : 1,
               experts && cut.expertTensor != cut.tensor ? m_grid.expertTensor().size : 1,
               pipeline};
        const int all = cut.tensor * cut.copies() * pipeline;
        const auto several
            = std::count_if(std::begin(sizes), std::end(sizes), [](int size) { return size > 1; });
        const bool isOneOfThem
            = std::find(std::begin(sizes), std::end(sizes), all) != std::end(sizes);
        return static_cast<int>(several) + (all > 1 && !isOneOfThem ? 1 : 0);
    }

    // Layers whose forward is computed again.
    double recomputedLayers(int layers) const
    {
        if (m_job.recomputing != Recomputing::Full)
            return 0;
        if (m_job.recomputeUniform || m_job.recomputeLayers == 0)
            return layers;
        return std::min(m_job.recomputeLayers, layers);
    }

    StageMemory ofStage(std::size_t stage) const
    {
        const StageLayers& held = m_split.stages[stage];
        const int layers = held.layers + held.mtpLayers;
        const double withExperts = expertLayersOf(m_job.model, m_first[stage], held.layers)
            + (m_job.model.experts.count > 0 ? held.mtpLayers : 0);
        const double dense = layers - withExperts;
        const bool selective = m_job.recomputing == Recomputing::Selective && !m_job.flash;
        const auto kept = [&](const LayerMemory& layer) {
            if (m_job.recomputing == Recomputing::Ops)
                return layer.ops;
            if (m_job.recomputing == Recomputing::None && m_job.light)
                return layer.light;
            return layer.kept - (selective ? layer.core : 0);
        };
        StageMemory memory;
        memory.kept = dense * kept(m_dense) + withExperts * kept(m_withExperts);
        // Recomputation may keep less than weight gradients need of a layer kept whole.
        memory.afterInput = std::min(
            memory.kept, dense * m_dense.forWeights + withExperts * m_withExperts.forWeights);
        const double running = std::max(dense > 0 ? m_dense.running : 0,
                                        withExperts > 0 ? m_withExperts.running : 0);
        memory.backward = running;
        if (const double again = recomputedLayers(layers); again > 0 && layers > 0) {
            const double share = again / layers;
            const int block = m_job.recomputeUniform ? std::max(1, m_job.recomputeLayers) : 1;
            const double full
                = std::max(dense > 0 ? m_dense.kept : 0, withExperts > 0 ? m_withExperts.kept : 0);
            // A block keeps its input alone, and all of one block is there while its backward runs.
            memory.kept = (1 - share) * memory.kept + again * m_dense.input / block;
            memory.afterInput *= 1 - share;
            memory.backward += std::min<double>(block, layers) * full;
        }
        if (held.embedding)
            memory.kept += m_layers.embedding().kept;
        if (m_job.keepsOutputs && stage + 1 < m_split.stages.size())
            memory.kept += m_dense.input;
        if (held.loss) {
            const LayerMemory loss = m_layers.loss();
            memory.kept += loss.kept;
            memory.backward = std::max(memory.backward, loss.running);
            memory.forward = loss.running;
        }
        return memory;
    }

    RankMemory statesOf(int rank) const
    {
        HeldParameters held;
        for (std::size_t stage = 0; stage < m_split.stages.size(); ++stage)
            if (m_schedule.placement.holds(rank, static_cast<int>(stage)))
                held += parametersOfStage(m_job, m_split.stages[stage], m_first[stage]);
        const Cut& cut = m_job.cut;
        const Recipe& recipe = m_job.recipe;
        const double shards = m_grid.shards().size;
        const double expertShards = m_grid.expertCopies().size;
        const auto divided = [&](bool isDivided) {
            return isDivided ? held.dense / shards + held.experts / expertShards : held.total();
        };
        RankMemory memory;
        memory.weights = recipe.weight * divided(cut.zero >= 3);
        memory.gradients = recipe.gradient * divided(cut.zero >= 2);
        memory.optimizer = cut.offloadOptimizer ? 0 : recipe.optimizer * divided(cut.zero >= 1);
        if (cut.offloadWeights)
            memory.weights = memory.gradients = 0;
        const bool alone = m_grid.copies().size == 1;
        memory.buckets = m_job.buckets.reduceBytes + (cut.zero > 0 ? m_job.buckets.gatherBytes : 0)
            + (alone ? 0 : m_job.buckets.perWeight * held.total());
        // The layer at hand and the next one, gathered; the gradients of one. Without resharding
        // all that was gathered stays, and gradients are summed whole until the last microbatch.
        if (cut.zero >= 3)
            memory.buffers = cut.reshard
                ? held.largestLayer * (2.0 * recipe.moved + recipe.gradient)
                : held.total() * (1.0 * recipe.moved + recipe.gradient);
        return memory;
    }

    void addActivations(RankMemory& memory, int rank) const
    {
        double peak = 0;
        double buffers = 0;
        int pairs = 0;
        eachOp(rank, [&](const Op& op, const OpMemory& held) {
            pairs += op.kind == OpKind::Forward ? 1 : 0;
            if (held.kept + held.running > peak) {
                peak = held.kept + held.running;
                buffers = held.running;
                memory.peakOp = op;
                memory.inFlight = pairs;
            }
            pairs -= op.kind == OpKind::WeightGrad || op.kind == OpKind::Backward ? 1 : 0;
        });
        memory.activations = peak - buffers;
        memory.buffers += buffers;
    }

    const Job& m_job;
    const Schedule& m_schedule;
    const LayerSplit& m_split;
    RankGrid m_grid;
    std::vector<long long> m_first;
    LayerMemories m_layers;
    LayerMemory m_dense;
    LayerMemory m_withExperts;
    std::vector<StageMemory> m_stages;
};

} // namespace

std::vector<RankMemory> stepMemory(const Job& job, const Schedule& schedule,
                                   const LayerSplit& split)
{
    const StepMemoryMaker maker(job, schedule, split);
    std::vector<RankMemory> ranks;
    ranks.reserve(schedule.shape.ranks);
    for (int rank = 0; rank < schedule.shape.ranks; ++rank)
        ranks.push_back(maker.ofRank(rank));
    return ranks;
}

std::vector<std::vector<OpMemory>> opMemory(const Job& job, const Schedule& schedule,
                                            const LayerSplit& split)
{
    const StepMemoryMaker maker(job, schedule, split);
    std::vector<std::vector<OpMemory>> ranks(schedule.order.size());
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        ranks[rank].reserve(schedule.order[rank].size());
        maker.eachOp(static_cast<int>(rank),
                     [&](const Op&, const OpMemory& memory) { ranks[rank].push_back(memory); });
    }
    return ranks;
}

} // namespace plan
