#include "engine/strategy/estimate/equal_estimates.h"

#include <tuple>

namespace strategy {

// As decisions.h has comparable runs; of one software, as those of one family are, and of machines
// that are alike in all that a strategy says of them.
bool areVariants(const Strategy& one, const Strategy& other)
{
    const auto kind = [](const Strategy& of) {
        Cluster cluster = of.cluster;
        cluster.devices = deviceCount(of);
        return std::tuple(cluster, of.precision.compute, of.kernels.framework);
    };
    return one.model == other.model && kind(one) == kind(other);
}

} // namespace strategy
