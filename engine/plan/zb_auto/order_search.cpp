#include "engine/plan/zb_auto/order_search.h"

#include "engine/plan/cost_limits.h"
#include "engine/plan/zb_auto/bound.h"
#include "engine/plan/zb_auto/candidates.h"
#include "engine/plan/zb_auto/improve.h"
#include "engine/plan/zb_auto/rules.h"

#include <algorithm>
#include <cmath>

namespace plan {

using namespace zb_auto;

double AutoResult::gap() const
{
    const auto bound = double(lowerBound.count());
    return bound == 0 ? 0 : (double(value.count()) - bound) / bound;
}

namespace {

Outcome checkRequest(const AutoRequest& request)
{
    if (const auto shape = checkShape(request.shape); !shape)
        return shape;
    if (request.shape.directions != 1)
        return Error{"'zb-auto' orders one direction of microbatches; set directions to 1"};
    if (const auto fits = checkCosts(request.shape, request.costs); !fits)
        return fits;
    if (!(request.deferredShare >= 0 && request.deferredShare <= 1))
        return Error{"the share of a pair that a deferred weight gradient holds must lie between "
                     "0 and 1"};
    if (!request.caps.empty()
        && request.caps.size() != static_cast<std::size_t>(request.shape.ranks))
        return Error{std::to_string(request.caps.size()) + " memory caps for "
                     + std::to_string(request.shape.ranks) + " ranks; give one per rank, or none"};
    for (std::size_t rank = 0; rank < request.caps.size(); ++rank)
        if (request.caps[rank] < request.shape.chunks)
            return Error{"a cap of " + std::to_string(request.caps[rank])
                         + " pairs in flight on rank " + std::to_string(rank)
                         + " holds not one microbatch, which has a pair for every chunk; raise "
                           "it to "
                         + std::to_string(request.shape.chunks) + " or more"};
    return done();
}

std::vector<int> capsOf(const AutoRequest& request)
{
    const auto all = request.shape.chunks * request.shape.microbatches;
    return request.caps.empty()
        ? std::vector<int>(static_cast<std::size_t>(request.shape.ranks), all)
        : request.caps;
}

// The problem whose bounds hold for whole and fused backwards too: a fused pair saves at
// most `pairOverlap` of its forward, and rounding or the host, which queues one op instead of two,
// may make a whole backward shorter than its parts.
Problem relaxed(Problem problem, const Costs& costs)
{
    for (int stage = 0; stage < problem.shape.stages(); ++stage) {
        StageTimes& times = problem.stages[static_cast<std::size_t>(stage)];
        const Ticks whole = costs.of({stage, OpKind::Backward, 0}, problem.rankOf(stage)).count();
        times.inputGrad = std::min(times.inputGrad, whole);
        times.weightGrad = std::clamp<Ticks>(whole - times.inputGrad, 0, times.weightGrad);
        if (costs.pairOverlap > 0)
            times.forward = std::max<Ticks>(
                0,
                static_cast<Ticks>(std::floor(double(times.forward) * (1 - costs.pairOverlap)))
                    - 1);
    }
    return problem;
}

constexpr std::size_t kStarts = 3;           // orders that are improved
constexpr double kRulesShare = 0.7;          // of the limit, for list scheduling
constexpr long long kFewestCandidates = 500; // for which improving is worth while

void improveFrom(Run& run, const Problem& problem, const std::vector<Made>& made)
{
    const long long ops = 3LL * problem.shape.stages() * problem.shape.microbatches;
    if (ops * kFewestCandidates > run.limit())
        return;
    if (!run.over() && run.best() && run.best()->schedule.placement == problem.placement)
        improve(run, problem, split(run.best()->schedule).order);
    for (std::size_t i = 0; i < std::min(kStarts, made.size()) && !run.over(); ++i) {
        Orders orders;
        listSchedule(problem, made[i].rule, orders);
        improve(run, problem, std::move(orders));
    }
}

// Of every placement that is tried.
std::vector<Problem> problemsOf(const AutoRequest& request)
{
    std::vector<Placement> placements{loopedPlacement(request.shape)};
    if (request.shape.chunks > 1)
        placements.push_back(wavePlacement(request.shape));
    std::vector<Problem> problems;
    problems.reserve(placements.size());
    for (const Placement& placement : placements)
        problems.push_back(makeProblem(request.shape, placement, request.costs, capsOf(request),
                                       request.deferredShare));
    return problems;
}

} // namespace

AutoRequest autoRequest(const Shape& shape, const Costs& costs, std::optional<int> maxInFlight)
{
    AutoRequest request{.shape = shape, .costs = costs};
    if (maxInFlight)
        request.caps.assign(static_cast<std::size_t>(shape.ranks), *maxInFlight);
    return request;
}

AutoLimits quickLimits(const Shape& shape)
{
    const auto cells = static_cast<long long>(shape.stages()) * shape.microbatches;
    return {.ops = std::min(2'000 * 3 * cells, 20'000'000LL)};
}

Result<Nanoseconds> makespanBound(const AutoRequest& request)
{
    if (const auto legal = checkRequest(request); !legal)
        return legal.error();
    std::optional<Ticks> least;
    for (const Problem& problem : problemsOf(request)) {
        const Ticks bound = lowerBounds(relaxed(problem, request.costs)).makespan;
        least = std::min(least.value_or(bound), bound);
    }
    return Nanoseconds{*least};
}

Result<AutoResult> searchOrder(const AutoRequest& request, const AutoLimits& limits,
                               const OnAutoProgress& onProgress)
{
    if (const auto legal = checkRequest(request); !legal)
        return legal.error();

    const std::vector<Problem> problems = problemsOf(request);
    Run run(request, limits, onProgress);
    for (const Problem& problem : problems) {
        const Bounds bounds = lowerBounds(relaxed(problem, request.costs));
        run.addBounds(request.objective == AutoObjective::Makespan ? bounds.makespan : bounds.span);
    }
    tryCatalog(run, request, problems.front());
    for (const Problem& problem : problems)
        if (!run.over() || !run.best())
            improveFrom(run, problem, tryRules(run, request, problem, kRulesShare));

    AutoResult result = std::move(run).result();
    if (result.schedule.phases.empty()) // a schedule of the catalogue brings its own
        for (const auto& order : result.schedule.order)
            result.schedule.phases.push_back(phasesOf(order));
    return result;
}

} // namespace plan
