#include "engine/plan/cost/step_costs.h"

#include "engine/plan/cost/host_time.h"
#include "engine/plan/cost/message_size.h"
#include "engine/plan/cost/stage_time.h"
#include "engine/plan/cost/step_tail.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plan {
namespace {

Nanoseconds fromSeconds(double seconds) { return Nanoseconds{std::llround(seconds * 1e9)}; }

class StepCostMaker : StepBasis {
public:
    using StepBasis::StepBasis;

    Costs make()
    {
        Costs costs;
        for (std::size_t stage = 0; stage < m_split.stages.size(); ++stage)
            costs.stages.push_back(ofStage(stage));
        costs.hops = hopsIn(0);
        if (m_schedule.placement.bidirectional())
            costs.mirrorHops = hopsIn(1);
        if (costs.mirrorHops == costs.hops)
            costs.mirrorHops.clear();
        if (!costs.hops.empty())
            costs.messageBytes = std::llround(messageSize(m_job).sent());
        costs.nodes = m_grid.domains(m_schedule.shape.ranks);
        if (!m_job.overlapped.transfers)
            blockTransfers(costs);
        const StepTail tail = stepTail(m_job, m_schedule, m_split, m_layers);
        costs.gradientReduction = fromSeconds(tail.reduction);
        costs.optimizer = fromSeconds(tail.optimizer);
        return costs;
    }

private:
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
        LayerTime time = timeOfLayers(m_job, m_layers, held, m_first[stage]);
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

    // Weights that are kept in the host's memory come before a stage's forward and again before
    // its backward, and its gradients go there, beside the work on the neighbouring layers. Both
    // ways move at once.
    void addOffload(LayerTime& time, std::size_t stage) const
    {
        const Cut& cut = m_job.cut;
        if (!cut.offloadWeights)
            return;
        const HeldParameters held = parametersOfStage(m_job, m_split.stages[stage], m_first[stage]);
        const double weights
            = m_host.move(ownedWeights(m_grid, held, cut.zero >= 3) * m_job.recipe.moved);
        const double gradients
            = m_host.move(ownedWeights(m_grid, held, cut.zero >= 2) * m_job.recipe.gradient);
        const Beside beside{double(std::max(1, m_split.stages[stage].layers))};
        const double backward = time.inputGrad.total() + time.weightGrad.total();
        time.forward.exposed += beside.shown(weights, time.forward.total(), true);
        time.inputGrad.exposed += beside.shown(std::max(weights, gradients), backward, true);
    }

    std::vector<Nanoseconds> hopsIn(int direction) const
    {
        const MessageSize message = messageSize(m_job);
        const double gather = message.gathered() > 0
            ? m_collectives.allGather(message.gathered(), m_grid.tensor())
            : 0;
        const auto& ranks = m_schedule.placement.ranksOf(direction);
        std::vector<Nanoseconds> hops;
        for (std::size_t stage = 0; stage + 1 < ranks.size(); ++stage)
            hops.push_back(fromSeconds(
                m_collectives.send(message.sent(), m_grid.hop(ranks[stage], ranks[stage + 1]))
                + gather));
        return hops;
    }

    // A sender computes nothing until its message has arrived, so that the way of a message is part
    // of the op that sends it. Of two directions, whose ops cost the same, the longer way counts.
    void blockTransfers(Costs& costs) const
    {
        const auto& ranks = m_schedule.placement.ranks;
        const auto mirrored = std::exchange(costs.mirrorHops, {});
        for (std::size_t stage = 0; stage + 1 < costs.stages.size(); ++stage) {
            Nanoseconds hop = std::exchange(costs.hops[stage], {});
            if (!mirrored.empty())
                hop = std::max(hop, mirrored[stage]);
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
