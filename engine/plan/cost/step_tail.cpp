#include "engine/plan/cost/step_tail.h"

#include "engine/plan/cost/host_time.h"
#include "engine/plan/cost/parameters.h"
#include "engine/plan/cost/stage_time.h"

namespace plan {
namespace {

// Bytes the optimizer moves for one weight it owns: its states read and written, the gradient
// read twice (its norm, then its use) and set to zero, the weight written.
double optimizerTraffic(const Recipe& recipe)
{
    return 2.0 * recipe.optimizer + 3.0 * recipe.gradient + recipe.weight;
}

class StepTailMaker : StepBasis {
public:
    using StepBasis::StepBasis;

    StepTail make() const
    {
        StepTail seconds;
        const std::vector<RankTail> ranks = tails();
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            seconds.reduction = std::max(seconds.reduction,
                                         exposedReduction(ranks[rank], static_cast<int>(rank)));
            seconds.optimizer = std::max(seconds.optimizer, optimizerTime(ranks[rank]));
        }
        return seconds;
    }

private:
    // What the tail asks of one rank: what it holds, and how long the last backward of its
    // stages takes, which hides what is reduced beside it.
    struct RankTail {
        HeldParameters held;
        double backward = 0;
        long long layers = 0;
    };

    std::vector<RankTail> tails() const
    {
        std::vector<RankTail> tails(static_cast<std::size_t>(m_schedule.shape.ranks));
        const Placement& placement = m_schedule.placement;
        for (std::size_t stage = 0; stage < m_split.stages.size(); ++stage) {
            const auto held = parametersOfStage(m_job, m_split.stages[stage], m_first[stage]);
            const LayerTime time
                = timeOfLayers(m_job, m_layers, m_split.stages[stage], m_first[stage]);
            const auto add = [&](int rank) {
                RankTail& tail = tails[static_cast<std::size_t>(rank)];
                tail.held += held;
                tail.backward += time.inputGrad.total() + time.weightGrad.total();
                tail.layers += m_split.stages[stage].layers;
            };
            add(placement.ranks[stage]);
            if (placement.bidirectional() && placement.mirror[stage] != placement.ranks[stage])
                add(placement.mirror[stage]);
        }
        return tails;
    }

    double exposedReduction(const RankTail& tail, int rank) const
    {
        const HeldParameters& held = tail.held;
        const Cut& cut = m_job.cut;
        const Recipe& recipe = m_job.recipe;
        const Group dense = cut.zero > 0 ? m_grid.shards() : m_grid.copies();
        const Group experts = m_grid.expertCopies();
        if (cut.zero == 3)
            return betweenReplicas(held);
        double gradients;
        double weights = 0;
        if (cut.zero == 0) {
            gradients = m_collectives.allReduce(held.dense * recipe.gradient, dense)
                + m_collectives.allReduce(held.experts * recipe.gradient, experts);
        } else {
            gradients = m_collectives.reduceScatter(held.dense * recipe.gradient, dense)
                + m_collectives.reduceScatter(held.experts * recipe.gradient, experts);
            weights = m_collectives.allGather(held.dense * recipe.moved, dense)
                + m_collectives.allGather(held.experts * recipe.moved, experts);
        }
        if (cut.zero == 2 && m_job.microbatches > 1)
            gradients = 0; // done by every backward (addSharding())
        const Beside beside{double(std::max(1LL, tail.layers))};
        // With chunks, a round of as many microbatches as there are ranks goes through each chunk
        // in turn, so that a chunk is done while such rounds of the others still run.
        const Shape& shape = m_schedule.shape;
        const int round = shape.chunks > 1 ? std::min(shape.ranks, shape.microbatches) : 1;
        const double backward = round * tail.backward;
        return beside.shown(gradients, backward, m_job.overlapped.gradients)
            // Beside the next step's forward, which takes about half of a backward.
            + beside.shown(weights, backward / 2, m_job.overlapped.parameters)
            + betweenReplicas(held) + tiedReduction(rank);
    }

    // Hybrid sharding: what each rank of a group of shards owns is summed over the groups.
    double betweenReplicas(const HeldParameters& held) const
    {
        const double owned = held.dense * m_job.recipe.gradient / m_grid.shards().size;
        return m_job.cut.zero > 0 ? m_collectives.allReduce(owned, m_grid.replicas()) : 0;
    }

    // First and last stage sum what they found for the matrix they share.
    double tiedReduction(int rank) const
    {
        const int last = static_cast<int>(m_split.stages.size()) - 1;
        const Placement& placement = m_schedule.placement;
        // A rank that holds both ends, as in a V, has one matrix and nothing to sum.
        const bool holdsOne = placement.holds(rank, 0) != placement.holds(rank, last);
        if (!m_job.model.tied || !holdsOne)
            return 0;
        const double bytes = static_cast<double>(embeddingParameters(m_job.model))
            / m_job.cut.tensor * m_job.recipe.gradient;
        return m_collectives.allReduce(bytes, m_grid.hop(0, m_schedule.shape.ranks - 1));
    }

    double optimizerTime(const RankTail& tail) const
    {
        const double weights = ownedWeights(m_grid, tail.held, m_job.cut.zero > 0);
        if (m_job.cut.offloadOptimizer)
            return hostOptimizerTime(tail, weights);
        const KernelTime kernels(m_job.machine, m_job.recipe);
        return kernels.traffic(weights * optimizerTraffic(m_job.recipe));
    }

    // The gradients leave beside the last backward, the host updates, and the weights come back
    // beside that; where they are kept there, neither moves now.
    double hostOptimizerTime(const RankTail& tail, double weights) const
    {
        const double update = m_host.optimizer(weights, m_job.recipe);
        if (m_job.cut.offloadWeights)
            return update;
        const Beside beside{double(std::max(1LL, tail.layers))};
        return beside.shown(m_host.move(weights * m_job.recipe.gradient), tail.backward,
                            m_job.overlapped.gradients)
            + update
            + beside.shown(m_host.move(weights * m_job.recipe.moved), update,
                           m_job.overlapped.parameters);
    }
};

} // namespace

StepTail stepTail(const Job& job, const Schedule& schedule, const LayerSplit& split,
                  const LayerCosts& layers)
{
    return StepTailMaker(job, schedule, split, layers).make();
}

} // namespace plan
