#include "engine/plan/cost/step_costs.h"

#include "engine/plan/cost/host_time.h"
#include "engine/plan/cost/message_size.h"
#include "engine/plan/cost/parameters.h"
#include "engine/plan/cost/stage_parameters.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plan {
namespace {

Nanoseconds fromSeconds(double seconds) { return Nanoseconds{std::llround(seconds * 1e9)}; }

// Bytes the optimizer moves for one weight it owns: its states read and written, the gradient
// read twice (its norm, then its use) and set to zero, the weight written.
double optimizerTraffic(const Recipe& recipe)
{
    return 2.0 * recipe.optimizer + 3.0 * recipe.gradient + recipe.weight;
}

// What moves layer by layer beside the work on the other layers: at least one layer's part is
// seen, and all that takes longer than that work.
struct Beside {
    double layers; // >= 1

    double shown(double moved, double busy, bool overlapped) const
    {
        return overlapped ? std::max(moved / layers, moved - busy * (layers - 1) / layers) : moved;
    }
};

class StepCostMaker {
public:
    StepCostMaker(const Job& job, const Schedule& schedule, const LayerSplit& split,
                  const LayerCosts& layers)
        : m_job(job)
        , m_schedule(schedule)
        , m_split(split)
        , m_grid(job.cut, job.machine.network)
        , m_layers(layers)
        , m_collectives(job.machine)
        , m_host(job.machine)
        , m_first(split.firstLayers())
    {
    }

    Costs make()
    {
        Costs costs;
        for (std::size_t stage = 0; stage < m_split.stages.size(); ++stage)
            costs.stages.push_back(ofStage(stage));
        addHops(costs);
        if (!m_job.overlapped.transfers)
            blockTransfers(costs);
        addTail(costs);
        return costs;
    }

private:
    // Of all layers of a stage, without what stands at the model's ends.
    LayerTime timeOfStage(std::size_t stage) const
    {
        const StageLayers& held = m_split.stages[stage];
        const int withExperts = expertLayersOf(m_job.model, m_first[stage], held.layers);
        LayerTime time;
        addTimes(time, m_layers.dense, held.layers - withExperts);
        addTimes(time, m_layers.withExperts, withExperts);
        return time;
    }

    static void addTimes(LayerTime& time, const LayerTime& one, int count)
    {
        time.forward += one.forward * count;
        time.inputGrad += one.inputGrad * count;
        time.weightGrad += one.weightGrad * count;
        time.core += one.core * count;
        time.products += one.products * count;
        time.light += one.light * count;
    }

    // What is computed again of a stage: of its layers and, as in the memory of a step, of those
    // within its prediction layers.
    PartTime recomputedOf(LayerTime layers, const StageLayers& held) const
    {
        addTimes(layers, m_job.model.experts.count > 0 ? m_layers.withExperts : m_layers.dense,
                 held.mtpLayers);
        const int all = held.layers + held.mtpLayers;
        switch (m_job.recomputing) {
        case Recomputing::None:
            if (!m_job.light || layers.forward.busy <= 0)
                return {};
            return {.busy = layers.light,
                    .launches = layers.forward.launches * layers.light / layers.forward.busy};
        case Recomputing::Selective: // a fused kernel makes the scores again anyhow
            return m_job.flash ? PartTime{} : layers.core;
        case Recomputing::Ops: // all but the attention and every second product
            return {.busy = layers.forward.busy - layers.core.busy - layers.products / 2,
                    .exposed = layers.forward.exposed - layers.core.exposed,
                    .launches = layers.forward.launches - layers.core.launches};
        case Recomputing::Full:
            break;
        }
        if (m_job.recomputeUniform || m_job.recomputeLayers == 0 || all == 0)
            return layers.forward;
        const int count = std::min(m_job.recomputeLayers, all);
        return layers.forward * (static_cast<double>(count) / all);
    }

    // Rounded with the part that it makes longer.
    static Nanoseconds waitOf(PartTime part, double wait)
    {
        const Nanoseconds alone = fromSeconds(part.total());
        part.busy += wait;
        return fromSeconds(part.total()) - alone;
    }

    StageCosts ofStage(std::size_t stage) const
    {
        const StageLayers& held = m_split.stages[stage];
        LayerTime time = timeOfStage(stage);
        // Before anything is added: what is computed again gathers no weights a second time,
        // and neither the embedding nor the loss is recomputed.
        PartTime again = recomputedOf(time, held);
        addSharding(time, stage);
        addOffload(time, stage);
        if (held.embedding)
            time += m_layers.embedding;
        for (int layer = 0; layer < held.mtpLayers; ++layer)
            time += m_layers.mtp;
        if (held.loss)
            time += m_layers.loss;
        if (m_job.cut.pipeline > 1) { // what comes and what goes are queued as one
            time.forward.launches += 1;
            time.inputGrad.launches += 1;
        }
        const BackwardWaits waits = waitForHost(m_job, time, again);
        StageCosts costs;
        costs.forward = fromSeconds(time.forward.total());
        costs.inputGrad = fromSeconds(time.inputGrad.total());
        costs.weightGrad = fromSeconds(time.weightGrad.total());
        costs.recompute = fromSeconds(again.total());
        costs.forwardCollective = fromSeconds(time.forward.exposed);
        costs.inputGradCollective = fromSeconds(time.inputGrad.exposed);
        costs.recomputeCollective = fromSeconds(again.exposed);
        costs.backwardWait = waitOf(time.inputGrad, waits.whole);
        costs.inputGradWait = waitOf(time.inputGrad, waits.inputGrad);
        costs.weightGradWait = waitOf(time.weightGrad, waits.weightGrad);
        return costs;
    }

    // ZeRO-3: a layer's weights are gathered before its forward and again before its
    // backward, its gradients dealt out behind that, beside the neighbours' work. ZeRO-2 keeps
    // the weights whole, but deals the gradients out after every microbatch; with a single one
    // that is the reduction at the end of the step (exposedReduction()).
    void addSharding(LayerTime& time, std::size_t stage) const
    {
        const Cut& cut = m_job.cut;
        if (cut.zero < 2)
            return;
        const HeldParameters held = parametersOfStage(m_job, m_split.stages[stage], m_first[stage]);
        const Group group = m_grid.shards();
        const double gather = m_collectives.allGather(held.total() * m_job.recipe.moved, group);
        const double deal
            = m_collectives.reduceScatter(held.total() * m_job.recipe.gradient, group);
        const double layers = std::max(1, m_split.stages[stage].layers);
        const Beside beside{layers};
        const double backward = time.inputGrad.total() + time.weightGrad.total();
        if (cut.zero == 3 && group.size > 1) {
            const double times = cut.reshard ? 1 : 1.0 / m_job.microbatches;
            time.forward.launches += times * layers;
            time.inputGrad.launches += times * (cut.reshard ? 2 : 1) * layers;
        }
        if (cut.zero == 3 && !cut.reshard) {
            // Gathered for the first microbatch, and dealt out for the last one.
            time.forward.exposed
                += beside.shown(gather, time.forward.total(), m_job.overlapped.parameters)
                / m_job.microbatches;
            time.inputGrad.exposed
                += beside.shown(deal, backward, m_job.overlapped.gradients) / m_job.microbatches;
        } else if (cut.zero == 3) {
            time.forward.exposed
                += beside.shown(gather, time.forward.total(), m_job.overlapped.parameters);
            time.inputGrad.exposed
                += beside.shown(gather + deal, backward, m_job.overlapped.parameters);
        } else if (m_job.microbatches > 1) {
            time.inputGrad.exposed += beside.shown(deal, backward, m_job.overlapped.gradients);
        }
    }

    // Of what is divided over the ranks of ZeRO, the part of one.
    double owned(const HeldParameters& held, bool isDivided) const
    {
        return isDivided
            ? held.dense / m_grid.shards().size + held.experts / m_grid.expertCopies().size
            : held.total();
    }

    // Weights that are kept in the host's memory come before a stage's forward and again before
    // its backward, and its gradients go there, beside the work on the neighbouring layers. Both
    // ways move at once.
    void addOffload(LayerTime& time, std::size_t stage) const
    {
        const Cut& cut = m_job.cut;
        if (!cut.offloadWeights)
            return;
        const HeldParameters held = parametersOfStage(m_job, m_split.stages[stage], m_first[stage]);
        const double weights = m_host.move(owned(held, cut.zero >= 3) * m_job.recipe.moved);
        const double gradients = m_host.move(owned(held, cut.zero >= 2) * m_job.recipe.gradient);
        const Beside beside{double(std::max(1, m_split.stages[stage].layers))};
        const double backward = time.inputGrad.total() + time.weightGrad.total();
        time.forward.exposed += beside.shown(weights, time.forward.total(), true);
        time.inputGrad.exposed += beside.shown(std::max(weights, gradients), backward, true);
    }

    void addHops(Costs& costs) const
    {
        const MessageSize message = messageSize(m_job);
        const double gather = message.gathered() > 0
            ? m_collectives.allGather(message.gathered(), m_grid.tensor())
            : 0;
        const auto& ranks = m_schedule.placement.ranks;
        for (std::size_t stage = 0; stage + 1 < ranks.size(); ++stage)
            costs.hops.push_back(fromSeconds(
                m_collectives.send(message.sent(), m_grid.hop(ranks[stage], ranks[stage + 1]))
                + gather));
        if (!costs.hops.empty())
            costs.messageBytes = std::llround(message.sent());
    }

    // A sender computes nothing until its message has arrived, so that the way of a message is part
    // of the op that sends it.
    void blockTransfers(Costs& costs) const
    {
        const auto& ranks = m_schedule.placement.ranks;
        for (std::size_t stage = 0; stage + 1 < costs.stages.size(); ++stage) {
            const Nanoseconds hop = std::exchange(costs.hops[stage], {});
            if (ranks[stage] == ranks[stage + 1]) // the turn of a V: nothing is sent
                continue;
            StageCosts& before = costs.stages[stage];
            StageCosts& after = costs.stages[stage + 1];
            before.forward += hop;
            before.forwardTransfer += hop;
            after.inputGrad += hop;
            after.inputGradTransfer += hop;
        }
    }

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
            const LayerTime time = timeOfStage(stage);
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

    void addTail(Costs& costs) const
    {
        double reduction = 0;
        double optimizer = 0;
        const std::vector<RankTail> ranks = tails();
        // The slowest rank's, as the next step begins on all of them together.
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            reduction = std::max(reduction, exposedReduction(ranks[rank], static_cast<int>(rank)));
            optimizer = std::max(optimizer, optimizerTime(ranks[rank]));
        }
        costs.gradientReduction = fromSeconds(reduction);
        costs.optimizer = fromSeconds(optimizer);
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
        const double weights = owned(tail.held, m_job.cut.zero > 0);
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

    const Job& m_job;
    const Schedule& m_schedule;
    const LayerSplit& m_split;
    RankGrid m_grid;
    const LayerCosts& m_layers;
    CollectiveTime m_collectives;
    HostTime m_host;
    std::vector<long long> m_first;
};

} // namespace

LayerCosts::LayerCosts(const Job& job)
{
    const LayerTimes times(job);
    dense = times.layer(false);
    if (job.model.experts.count > 0)
        withExperts = times.layer(true);
    embedding = times.embedding();
    loss = times.loss();
    if (job.model.mtpLayers > 0)
        mtp = times.mtp();
}

Costs stepCosts(const Job& job, const Schedule& schedule, const LayerSplit& split)
{
    return stepCosts(job, schedule, split, LayerCosts(job));
}

Costs stepCosts(const Job& job, const Schedule& schedule, const LayerSplit& split,
                const LayerCosts& layers)
{
    return StepCostMaker(job, schedule, split, layers).make();
}

} // namespace plan
