#include "engine/plan/zb_auto/rules.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plan::zb_auto {
namespace {

constexpr int kUnlimited = 1 << 24;
constexpr long long kPlacingCost = 8; // of an op, in simulated ones
constexpr std::size_t kKept = 6;      // rules of the short step that the whole step tries
constexpr double kShortShare = 0.7;   // of what may be spent, for the short step
constexpr double kGridShare = 0.6;    // of that, before single ranks are varied
constexpr std::array kFills{0.5, 1.0, 0.0, 0.25, 0.75};

// How deep each rank's warm-up may go: to fill the way around with real costs at the pace
// of the slowest rank, or as deep as its place along the ranks says.
std::vector<std::vector<int>> depthFamilies(const Problem& problem)
{
    const Ways ways = shortestWays(problem);
    Ticks slowest = 1;
    for (std::size_t rank = 0; rank < problem.ranks(); ++rank)
        slowest = std::max(slowest, problem.cycleOf(rank));
    const auto chunks = static_cast<int>(problem.stagesOf.front().size());
    std::vector<std::vector<int>> families;
    const auto add = [&](auto depthOf) {
        std::vector<int> depths;
        for (std::size_t rank = 0; rank < problem.ranks(); ++rank)
            depths.push_back(std::clamp(static_cast<int>(depthOf(rank)), chunks,
                                        std::max(chunks, problem.caps[rank])));
        if (std::find(families.begin(), families.end(), depths) == families.end())
            families.push_back(std::move(depths));
    };
    const auto needed = [&](std::size_t rank) {
        double residence = 0;
        for (const int stage : problem.stagesOf[rank]) {
            const auto at = static_cast<std::size_t>(stage);
            residence += double(problem.stages[at].forward + ways.around[at]
                                + problem.stages[at].inputGrad);
        }
        return residence / double(slowest);
    };
    const auto ranks = double(problem.ranks());
    add([&](std::size_t) { return kUnlimited; });
    for (const double scale : {1.0, 1.2, 1.4, 1.7, 2.0, 2.5, 3.0})
        add([&](std::size_t rank) { return std::ceil(scale * needed(rank)); });
    for (const double scale : {1.0, 1.25, 1.5, 1.75, 2.0, 2.5})
        add([&](std::size_t rank) { return chunks * std::ceil(scale * (ranks - double(rank))); });
    for (const int more : {-1, 1})
        add([&](std::size_t rank) { return chunks * (2 * (ranks - double(rank)) + more); });
    for (const int more : {1, 2})
        add([&](std::size_t rank) { return std::ceil(needed(rank)) + more; });
    return families;
}

// The depths, with either preference and an even choice for the rest.
std::vector<Rule> coarseGrid(const Problem& problem)
{
    std::vector<Rule> rules;
    const auto families = depthFamilies(problem);
    for (const bool forwardFirst : {false, true})
        for (const auto& depth : families)
            rules.push_back({.depth = depth,
                             .backlog = std::vector(problem.ranks(), kUnlimited),
                             .fill = std::vector(problem.ranks(), 0.5),
                             .forwardFirst = forwardFirst});
    return rules;
}

// The rule with the other choices varied, for all ranks alike.
std::vector<Rule> fineGrid(const Problem& problem, const Rule& from)
{
    const bool chunked = problem.stagesOf.front().size() > 1;
    std::vector<Rule> rules;
    for (const double fill : kFills)
        for (const bool laterForward : {true, false})
            for (const bool laterGradient : {false, true}) {
                if (!chunked && (!laterForward || laterGradient))
                    continue;
                Rule rule = from;
                rule.fill.assign(problem.ranks(), fill);
                rule.laterForwardFirst = laterForward;
                rule.laterGradientFirst = laterGradient;
                if (rule != from)
                    rules.push_back(std::move(rule));
            }
    return rules;
}

class RuleTrial {
public:
    // Tries on until that share of the run's limit is spent.
    RuleTrial(Run& run, const Problem& problem, bool offers, double untilShare)
        : m_run(run)
        , m_problem(problem)
        , m_evaluator(problem)
        , m_offers(offers)
        , m_untilShare(untilShare)
        , m_allowed(untilShare)
    {
    }

    bool go() const { return !m_run.over() && m_run.spentShare() < m_allowed; }

    // Only that share of what is left may be spent, until it all may.
    void allow(double share)
    {
        m_allowed = m_run.spentShare() + share * (m_untilShare - m_run.spentShare());
    }
    void allowAll() { m_allowed = m_untilShare; }

    Made make(const Rule& rule)
    {
        listSchedule(m_problem, rule, m_orders);
        const auto score = m_evaluator.run(m_orders).value_or(Score{});
        if (m_offers)
            m_run.offer(m_problem, m_orders, score, "list");
        m_run.spend(kPlacingCost * opsOf(m_problem));
        return {rule, score};
    }

    bool better(const Made& a, const Made& b) const
    {
        const auto key = [&](const Made& made) {
            return std::pair{m_run.valueOf(made.score), m_run.otherOf(made.score)};
        };
        return key(a) < key(b);
    }

    // Takes `rule` in place of `best` if it does better.
    bool improves(const Rule& rule, Made& best)
    {
        if (rule == best.rule || !go())
            return false;
        Made made = make(rule);
        if (!better(made, best))
            return false;
        best = std::move(made);
        return true;
    }

    static long long opsOf(const Problem& problem)
    {
        return 3LL * problem.shape.stages() * problem.shape.microbatches;
    }

private:
    Run& m_run;
    const Problem& m_problem;
    Evaluator m_evaluator;
    Orders m_orders;
    bool m_offers;
    double m_untilShare;
    double m_allowed;
};

// The rules of one rank, one changed at a time.
bool varyRank(RuleTrial& trial, const Problem& problem, std::size_t rank, Made& best)
{
    bool improved = false;
    const auto chunks = static_cast<int>(problem.stagesOf[rank].size());
    for (const int delta : {1, -1, 2, -2}) {
        Rule rule = best.rule;
        rule.depth[rank]
            = std::clamp(rule.depth[rank] + delta, chunks, std::max(chunks, problem.caps[rank]));
        improved |= trial.improves(rule, best);
    }
    for (const double fill : kFills) {
        Rule rule = best.rule;
        rule.fill[rank] = fill;
        improved |= trial.improves(rule, best);
    }
    for (const int backlog : {0, 1, 3, kUnlimited}) {
        Rule rule = best.rule;
        rule.backlog[rank] = backlog;
        improved |= trial.improves(rule, best);
    }
    return improved;
}

void vary(RuleTrial& trial, const Problem& problem, Made& best)
{
    bool improved = true;
    while (improved && trial.go()) {
        improved = false;
        for (std::size_t rank = 0; rank < problem.ranks() && trial.go(); ++rank)
            improved |= varyRank(trial, problem, rank, best);
    }
}

// At least the first of the rules; sorted, the best first.
void tryAll(RuleTrial& trial, const std::vector<Rule>& rules, std::vector<Made>& made)
{
    for (const Rule& rule : rules) {
        if (!made.empty() && !trial.go())
            break;
        made.push_back(trial.make(rule));
    }
    std::stable_sort(made.begin(), made.end(),
                     [&](const Made& a, const Made& b) { return trial.better(a, b); });
}

// The grid, from coarse to fine around the best while that lasts, then the best of all rank by
// rank.
std::vector<Made> tryGrid(RuleTrial& trial, const Problem& problem)
{
    std::vector<Made> made;
    trial.allow(kGridShare);
    tryAll(trial, coarseGrid(problem), made);
    std::vector<Rule> refined;
    for (const Made& each : made)
        for (Rule& rule : fineGrid(problem, each.rule))
            refined.push_back(std::move(rule));
    tryAll(trial, refined, made);
    trial.allowAll();
    vary(trial, problem, made.front());
    return made;
}

} // namespace

std::vector<Made> tryRules(Run& run, const AutoRequest& request, const Problem& problem,
                           double untilShare)
{
    RuleTrial whole(run, problem, true, untilShare);
    const int enough = 2 * problem.shape.ranks + 16;
    if (problem.shape.microbatches <= 2 * enough || !whole.go())
        return tryGrid(whole, problem);

    Shape shape = problem.shape;
    shape.microbatches = enough;
    const Problem shorter
        = makeProblem(shape, problem.placement, request.costs, problem.caps, request.deferredShare);
    RuleTrial trial(run, shorter, false, untilShare * kShortShare);
    std::vector<Rule> rules;
    for (const Made& each : tryGrid(trial, shorter))
        if (rules.size() < kKept)
            rules.push_back(each.rule);
    std::vector<Made> made;
    tryAll(whole, rules, made);
    vary(whole, problem, made.front());
    return made;
}

} // namespace plan::zb_auto
