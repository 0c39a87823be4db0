#include "engine/plan/cost/step_costs.h"

#include "engine/plan/cost/layer_time.h"
#include "engine/plan/cost/stage_parameters.h"

#include <algorithm>
#include <cmath>

namespace plan {
namespace {

Nanoseconds fromSeconds(double seconds) { return Nanoseconds{std::llround(seconds * 1e9)}; }

// Bytes the optimizer moves for one weight it owns: its states read and written, the gradient
// read twice (its norm, then its use) and set to zero, the weight written.
double optimizerTraffic(const Recipe& recipe)
{
    return 2.0 * recipe.optimizer + 3.0 * recipe.gradient + recipe.weight;
}

class StepCostMaker {
public:
    StepCostMaker(const Job& job, const Schedule& schedule, const LayerSplit& split)
        : m_job(job)
        , m_schedule(schedule)
        , m_split(split)
        , m_grid(job.cut, job.machine.network)
        , m_layers(job)
        , m_collectives(job.machine)
        , m_dense(m_layers.layer(false))
        , m_first(split.firstLayers())
    {
        if (job.model.experts.count > 0)
            m_withExperts = m_layers.layer(true);
    }

    Costs make()
    {
        Costs costs;
        for (std::size_t stage = 0; stage < m_split.stages.size(); ++stage)
            costs.stages.push_back(ofStage(stage));
        addHops(costs);
        addTail(costs);
        return costs;
    }

private:
    // Of all layers of a stage, with what stands at the model's ends.
    LayerTime timeOfStage(std::size_t stage) const
    {
        const StageLayers& held = m_split.stages[stage];
        const int withExperts = expertLayersOf(m_job.model, m_first[stage], held.layers);
        LayerTime time;
        addTimes(time, m_dense, held.layers - withExperts);
        addTimes(time, m_withExperts, withExperts);
        return time;
    }

    static void addTimes(LayerTime& time, const LayerTime& one, int count)
    {
        time.forward += one.forward * count;
        time.inputGrad += one.inputGrad * count;
        time.weightGrad += one.weightGrad * count;
        time.core += one.core * count;
        time.products += one.products * count;
    }

    PartTime recomputedOf(const LayerTime& layers, const StageLayers& held) const
    {
        switch (m_job.recomputing) {
        case Recomputing::None:
            return {};
        case Recomputing::Selective: // a fused kernel makes the scores again anyhow
            return m_job.flash ? PartTime{} : layers.core;
        case Recomputing::Ops:
            return {layers.forward.busy - layers.core.busy - layers.products / 2,
                    layers.forward.exposed - layers.core.exposed};
        case Recomputing::Full:
            break;
        }
        if (m_job.recomputeUniform || m_job.recomputeLayers == 0 || held.layers == 0)
            return layers.forward;
        const int count = std::min(m_job.recomputeLayers, held.layers);
        return layers.forward * (static_cast<double>(count) / held.layers);
    }

    StageCosts ofStage(std::size_t stage) const
    {
        const StageLayers& held = m_split.stages[stage];
        LayerTime time = timeOfStage(stage);
        const PartTime again = recomputedOf(time, held);
        addSharding(time, stage);
        if (held.embedding)
            time += m_layers.embedding();
        for (int layer = 0; layer < held.mtpLayers; ++layer)
            time += m_layers.mtp();
        if (held.loss)
            time += m_layers.loss();
        StageCosts costs;
        costs.forward = fromSeconds(time.forward.total());
        costs.inputGrad = fromSeconds(time.inputGrad.total());
        costs.weightGrad = fromSeconds(time.weightGrad.total());
        costs.recompute = fromSeconds(again.total());
        costs.forwardCollective = fromSeconds(time.forward.exposed);
        costs.inputGradCollective = fromSeconds(time.inputGrad.exposed);
        costs.recomputeCollective = fromSeconds(again.exposed);
        return costs;
    }

    // ZeRO-3: a layer's weights are gathered before its forward and again before its
    // backward, its gradients dealt out behind that, beside the neighbours' work.
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
        const auto shown = [layers](double moved, double busy, bool overlapped) {
            return overlapped ? std::max(moved / layers, moved - busy * (layers - 1) / layers)
                              : moved;
        };
        const double backward = time.inputGrad.total() + time.weightGrad.total();
        if (cut.zero == 3) {
            time.forward.exposed
                += shown(gather, time.forward.total(), m_job.overlapped.parameters);
            time.inputGrad.exposed += shown(gather + deal, backward, m_job.overlapped.parameters);
        } else if (m_job.microbatches > 1) {
            time.inputGrad.exposed += shown(deal, backward, m_job.overlapped.gradients);
        }
    }

    void addHops(Costs& costs) const
    {
        const double tokens = 1.0 * m_job.micro * m_job.model.sequence / m_job.cut.context;
        const double bytes = tokens * m_job.model.hidden * m_job.recipe.activation
            / (m_job.cut.sequence ? m_job.cut.tensor : 1);
        const auto& ranks = m_schedule.placement.ranks;
        for (std::size_t stage = 0; stage + 1 < ranks.size(); ++stage)
            costs.hops.push_back(fromSeconds(m_collectives.send(
                bytes, m_grid.isHopBetweenNodes(ranks[stage], ranks[stage + 1]))));
    }

    HeldParameters heldBy(int rank) const
    {
        HeldParameters held;
        for (std::size_t stage = 0; stage < m_split.stages.size(); ++stage)
            if (m_schedule.placement.holds(rank, static_cast<int>(stage)))
                held += parametersOfStage(m_job, m_split.stages[stage], m_first[stage]);
        return held;
    }

    // What hides what is reduced beside the last backward, or gathered beside the first forward.
    double lastBackward(int rank) const
    {
        double time = 0;
        for (std::size_t stage = 0; stage < m_split.stages.size(); ++stage)
            if (m_schedule.placement.holds(rank, static_cast<int>(stage))) {
                const LayerTime one = timeOfStage(stage);
                time += one.inputGrad.total() + one.weightGrad.total();
            }
        return time;
    }

    void addTail(Costs& costs) const
    {
        double reduction = 0, optimizer = 0;
        for (int rank = 0; rank < m_schedule.shape.ranks; ++rank) {
            const HeldParameters held = heldBy(rank);
            reduction = std::max(reduction, exposedReduction(held, rank));
            optimizer = std::max(optimizer, optimizerTime(held));
        }
        costs.gradientReduction = fromSeconds(reduction);
        costs.optimizer = fromSeconds(optimizer);
    }

    double exposedReduction(const HeldParameters& held, int rank) const
    {
        const Cut& cut = m_job.cut;
        const Recipe& recipe = m_job.recipe;
        const Group dense = m_grid.copies(), experts = m_grid.expertCopies();
        if (cut.zero == 3)
            return 0;
        double gradients, weights = 0;
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
            gradients = 0;
        const double layers = std::max(1LL, m_split.layersOf(rank, m_schedule.placement));
        const double backward = lastBackward(rank);
        const auto shown = [layers](double moved, double busy, bool overlapped) {
            return overlapped ? std::max(moved / layers, moved - busy * (layers - 1) / layers)
                              : moved;
        };
        return shown(gradients, backward, m_job.overlapped.gradients)
            + shown(weights, backward / 2, m_job.overlapped.parameters) + tiedReduction(rank);
    }

    // First and last stage sum what they found for the matrix they share.
    double tiedReduction(int rank) const
    {
        const int last = static_cast<int>(m_split.stages.size()) - 1;
        const Placement& placement = m_schedule.placement;
        const bool holdsOne = placement.holds(rank, 0) != placement.holds(rank, last);
        if (!m_job.model.tied || !holdsOne)
            return 0;
        const double bytes = 1.0 * m_job.model.vocab * m_job.model.hidden / m_job.cut.tensor
            * m_job.recipe.gradient;
        const bool far = m_grid.isHopBetweenNodes(0, m_schedule.shape.ranks - 1);
        return m_collectives.allReduce(bytes, {2, far ? 1 : 2, false});
    }

    double optimizerTime(const HeldParameters& held) const
    {
        const Cut& cut = m_job.cut;
        const double dense = held.dense / (cut.zero > 0 ? m_grid.shards().size : 1);
        const double experts = held.experts / (cut.zero > 0 ? m_grid.expertCopies().size : 1);
        const KernelTime kernels(m_job.machine, m_job.recipe);
        return kernels.traffic((dense + experts) * optimizerTraffic(m_job.recipe));
    }

    const Job& m_job;
    const Schedule& m_schedule;
    const LayerSplit& m_split;
    RankGrid m_grid;
    LayerTimes m_layers;
    CollectiveTime m_collectives;
    LayerTime m_dense;
    LayerTime m_withExperts;
    std::vector<long long> m_first;
};

} // namespace

Costs stepCosts(const Job& job, const Schedule& schedule, const LayerSplit& split)
{
    return StepCostMaker(job, schedule, split).make();
}

} // namespace plan
