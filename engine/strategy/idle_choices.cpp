#include "engine/strategy/idle_choices.h"

#include <string>

namespace strategy {
namespace {

class Collector {
public:
    explicit Collector(std::vector<Problem>& found)
        : m_found(found)
    {
    }

    void add(bool isIdle, const char* key, std::string sentence)
    {
        if (isIdle)
            m_found.push_back({0, key, std::move(sentence)});
    }

private:
    std::vector<Problem>& m_found;
};

void addRecompute(Collector& idle, const Strategy& strategy)
{
    const Recompute& recompute = strategy.recompute;
    idle.add(recompute.granularity == Recomputing::Selective
                 && strategy.kernels.attention != Attention::Unfused,
             "recompute.granularity",
             "is selective, which changes nothing here: it drops the attention's scores, and fused "
             "attention (kernels.attention: flash) never writes them; 'ops' or 'full' save memory");
    idle.add(recompute.light && recompute.granularity != Recomputing::None, "recompute.light",
             "has no effect unless granularity is none");
    idle.add(recompute.granularity != Recomputing::Full && recompute.method != Recompute{}.method,
             "recompute.method", "has no effect unless granularity is full");
}

void addParallel(Collector& idle, const Strategy& strategy)
{
    const Parallel& parallel = strategy.parallel;
    const int copies = dataParallel(strategy) * parallel.context;
    idle.add(
        parallel.zero > 0 && copies == 1 && strategy.model->experts == 0, "parallel.zero",
        "is " + std::to_string(parallel.zero)
            + ", which divides nothing: with data 1 and context 1 no other rank holds the same "
              "weights");
    idle.add(parallel.shard > 0 && parallel.zero == 0, "parallel.shard",
             "has no effect with zero 0, which divides nothing");
    idle.add(parallel.sequence && parallel.tensor == 1, "parallel.sequence",
             "is on with tensor 1, which changes nothing: it divides the activations of the norms "
             "over tensor ranks");
    idle.add(parallel.contextMethod != Parallel{}.contextMethod && parallel.context == 1,
             "parallel.context_method", "has no effect with context 1");
    idle.add(!parallel.contextBalance
                 && (parallel.context == 1 || parallel.contextMethod == ContextMethod::AllToAll
                     || strategy.kernels.attention == Attention::Unfused
                     || !strategy.model->causal),
             "parallel.context_balance",
             "is of a ring of context ranks with fused causal attention, and there is none");
    idle.add(parallel.expertSkew != Parallel{}.expertSkew && parallel.expert == 1,
             "parallel.expert_skew", "has no effect with expert 1, where one rank has all tokens");
    const bool hasBuckets = strategy.kernels.framework == Framework::DeepSpeed;
    constexpr const char* kNoBuckets
        = "has no effect unless kernels.framework is deepspeed, which has a buffer of such a size";
    idle.add(parallel.reduceBucket > 0 && !hasBuckets, "parallel.reduce_bucket", kNoBuckets);
    idle.add(parallel.gatherBucket > 0 && !hasBuckets, "parallel.gather_bucket", kNoBuckets);
    idle.add(parallel.gatherBucket > 0 && hasBuckets && parallel.zero == 0,
             "parallel.gather_bucket", "has no effect with zero 0, which gathers no weights");
    idle.add(!parallel.reshard && parallel.zero < 3, "parallel.reshard",
             "has no effect unless zero is 3, which gathers weights");
}

void addOverlap(Collector& idle, const Strategy& strategy)
{
    idle.add(strategy.overlap.tensor && strategy.parallel.tensor == 1, "overlap.tensor",
             "has no effect with tensor 1, where layers have no collectives");
    idle.add(strategy.overlap.experts && strategy.parallel.expert == 1, "overlap.experts",
             "has no effect with expert 1, where no token leaves its device");
    idle.add(!strategy.overlap.transfers && strategy.parallel.pipeline == 1, "overlap.transfers",
             "has no effect with pipeline 1, which sends no messages");
    idle.add(strategy.kernels.dispatch == Dispatch::TwoLevel && strategy.parallel.expert == 1,
             "kernels.dispatch", "has no effect with expert 1, where no token leaves its device");
    idle.add(
        strategy.model->nodesPerToken > 0 && strategy.kernels.dispatch == Dispatch::Direct,
        "model.nodes_per_token",
        "has no effect unless kernels.dispatch is two-level, which sends a token once to a node");
    idle.add(strategy.precision.scaling != Precision{}.scaling
                 && strategy.precision.compute != Compute::Fp8,
             "precision.scaling", "has no effect unless compute is fp8");
}

} // namespace

std::vector<Problem> idleChoices(const Strategy& strategy)
{
    std::vector<Problem> found;
    Collector idle(found);
    // Without a model there is nothing that such a choice could act on.
    if (!strategy.model)
        return found;
    addRecompute(idle, strategy);
    addParallel(idle, strategy);
    addOverlap(idle, strategy);
    return found;
}

} // namespace strategy
