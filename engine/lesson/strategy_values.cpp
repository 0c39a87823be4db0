#include "engine/lesson/value_parts.h"

#include "engine/plan/ledger.h"
#include "engine/strategy/check.h"
#include "engine/strategy/node_placement.h"

#include <algorithm>

namespace lesson {
namespace {

using Id = MeasureId;

strategy::NodePlacement nodesOf(const Planned& planned)
{
    return {planned.strategy(), planned.schedule().shape.ranks};
}

Quantity groupWord(const std::vector<int>& ranks)
{
    std::string words;
    for (const int rank : ranks)
        words += (words.empty() ? "" : " ") + std::to_string(rank);
    return word(words);
}

Quantity groupValue(const Measure& measure, const Planned& planned)
{
    const strategy::NodePlacement nodes = nodesOf(planned);
    if (measure.id != Id::PipelineGroup)
        return groupWord(nodes.groupOf(measure.id == Id::TensorGroup ? strategy::RankGroup::Tensor
                                                                     : strategy::RankGroup::Data,
                                       measure.rank));
    std::vector<int> ranks;
    for (int rank = measure.rank % nodes.replicas(); rank < nodes.world(); rank += nodes.replicas())
        ranks.push_back(rank);
    return groupWord(ranks);
}

bool crosses(const std::string& axis, const Planned& planned)
{
    const strategy::NodePlacement nodes = nodesOf(planned);
    if (axis == "pipeline")
        return nodes.hops(planned.schedule().placement).betweenNodes > 0;
    return nodes.nodesOf(axis == "tensor" ? strategy::RankGroup::Tensor : strategy::RankGroup::Data)
        > 1;
}

double heldOf(const plan::RankMemory& held, const std::string& what)
{
    if (what == "weights")
        return held.weights;
    if (what == "gradients")
        return held.gradients;
    if (what == "optimizer")
        return held.optimizer;
    if (what == "state")
        return held.state();
    if (what == "activations")
        return held.activations;
    return what == "other" ? held.other() : held.peak();
}

plan::Nanoseconds fromSeconds(double seconds)
{
    return plan::Nanoseconds{static_cast<plan::Nanoseconds::rep>(seconds * 1e9)};
}

} // namespace

bool isOfDevice(MeasureId id)
{
    return id == Id::TensorGroup || id == Id::DataGroup || id == Id::PipelineGroup;
}

int deviceCount(const Planned& planned) { return nodesOf(planned).world(); }

plan::Result<Quantity> strategyValue(const Measure& measure, const Planned& planned)
{
    switch (measure.id) {
    case Id::Sound:
        return truth(true); // or it would not have been planned
    case Id::Warned: {
        const auto& warnings = planned.warnings();
        return truth(std::any_of(warnings.begin(), warnings.end(),
                                 [&](auto& warning) { return warning.key == measure.detail; }));
    }
    case Id::Devices:
        return count(deviceCount(planned));
    case Id::TensorGroup:
    case Id::DataGroup:
    case Id::PipelineGroup:
        return groupValue(measure, planned);
    case Id::Crosses:
        return truth(crosses(measure.detail, planned));
    default:
        break;
    }
    return plan::Error{"is not told by a strategy"};
}

plan::Result<Quantity> estimateValue(const Measure& measure, const Planned& planned)
{
    const strategy::Estimate* estimate = planned.estimate();
    if (!estimate)
        return plan::Error{"needs a model that the state has not"};
    const auto collective = static_cast<std::size_t>(plan::LedgerLine::ExposedCollective);
    switch (measure.id) {
    case Id::Step:
        return time(fromSeconds(estimate->stepSeconds));
    case Id::Fits:
        return truth(estimate->fits);
    case Id::Memory:
        return memory(
            heldOf(estimate->memory[static_cast<std::size_t>(measure.rank)], measure.detail));
    case Id::Fullest:
        return word(std::to_string(estimate->fullestRank));
    case Id::Tokens:
        return rate(estimate->tokensPerSecond);
    case Id::Mfu:
        return share(estimate->mfu);
    case Id::Collectives:
        return time(fromSeconds(estimate->ledgerSeconds[collective]));
    default:
        break;
    }
    return plan::Error{"is not told by the cost model"};
}

} // namespace lesson
