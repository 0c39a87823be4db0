#include "engine/measured/straggler.h"

#include "engine/measured/cost_fit.h"
#include "engine/plan/simulate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace measured {
namespace {

constexpr std::size_t kHistory = 16; // times kept of an op
constexpr std::size_t kEnough = 3;   // of them that make a history
constexpr std::size_t kNoise = 64;   // steps whose noise is known
constexpr std::size_t kConfirm = 3;  // steps that make a verdict
constexpr double kLeast = 0.1398;    // ln 1.15
constexpr double kSurely = 5;        // standard deviations
constexpr double kLeastNoise = 0.01; // of all ops of a rank together
constexpr double kOtherFactor = 0.0953; // ln 1.1
// At least, of the first few steps and until a quarter of kNoise is known.
constexpr double kNoiseAtFirst = 0.1;
constexpr double kNoiseThen = 0.05;

template <class Values>
double middleOf(const Values& values)
{
    return medianOf(std::vector<double>(values.begin(), values.end()));
}

double meanOf(const std::deque<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

// From 0: where the common slowness is taken a little low, that is part of it.
double deviationOf(const std::deque<double>& noise)
{
    double squares = 0;
    for (const double value : noise)
        squares += value * value;
    const auto count = double(noise.size());
    if (noise.size() < kEnough)
        return kNoiseAtFirst;
    // Of a few values it may be too low by chance.
    const double seen = std::sqrt(squares / count) * (1 + 4 / count);
    return std::max(seen, noise.size() < kNoise / 4 ? kNoiseThen : kLeastNoise);
}

void push(std::deque<double>& values, double value, std::size_t most)
{
    values.push_back(value);
    if (values.size() > most)
        values.pop_front();
}

// What the rank's slowness adds to the step, all else as in this step.
std::optional<plan::Nanoseconds> costOf(const plan::Schedule& schedule, std::size_t rank,
                                        double factor, const std::vector<ObservedUnit>& units,
                                        const plan::Timeline& timeline)
{
    const ObservedEnd end = observedEnd(timeline);
    plan::Costs costs = fitCosts(schedule, {&units, 1}, {&end, 1}, Average::Median);
    const auto with = plan::simulate(schedule, costs);
    if (costs.rankFactors.empty())
        costs.rankFactors.assign(schedule.order.size(), 1);
    costs.rankFactors[rank] /= factor;
    const auto without = plan::simulate(schedule, costs);
    if (!with || !without)
        return std::nullopt;
    return std::max(plan::Nanoseconds{0}, with->makespan - without->makespan);
}

} // namespace

StragglerWatch::StragglerWatch(plan::Schedule schedule, std::optional<plan::Costs> predicted)
    : m_schedule(std::move(schedule))
    , m_costs(std::move(predicted))
    , m_ranks(m_schedule.order.size())
{
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank)
        m_ranks[rank].history.resize(m_schedule.order[rank].size());
    predict();
}

void StragglerWatch::predict()
{
    for (std::size_t rank = 0; m_costs && rank < m_ranks.size(); ++rank) {
        m_ranks[rank].predicted.clear();
        for (const plan::Op& op : m_schedule.order[rank])
            m_ranks[rank].predicted.push_back(
                double(m_costs->of(op, static_cast<int>(rank)).count()));
    }
}

void StragglerWatch::follow(plan::Schedule schedule)
{
    const auto key = [](const plan::Op& op) {
        return std::tuple(op.stage, op.microbatch, static_cast<int>(op.kind));
    };
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        Rank& known = m_ranks[rank];
        std::map<std::tuple<int, int, int>, std::deque<float>> byOp;
        for (std::size_t i = 0; i < known.history.size(); ++i)
            byOp[key(m_schedule.order[rank][i])] = std::move(known.history[i]);
        known.history.clear();
        for (const plan::Op& op : schedule.order[rank])
            known.history.push_back(std::move(byOp[key(op)]));
        known.pending.clear();
        known.costFactor = 0; // it may cost another step more, or less
    }
    m_schedule = std::move(schedule);
    predict();
}

void StragglerWatch::add(const Step& step)
{
    const auto units = step.whole()
        ? observedUnits(m_schedule, step.timeline)
        : plan::Result<std::vector<ObservedUnit>>(plan::Error{"spans of it are lost"});
    if (!units) {
        ++m_skipped;
        return;
    }
    const std::vector<Times> times = computeTimes(*units);
    std::vector<std::optional<double>> slow;
    std::vector<double> known;
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        slow.push_back(slowness(rank, times));
        if (slow.back())
            known.push_back(*slow.back());
    }
    std::sort(known.begin(), known.end());
    // The lower of the two in the middle: one of two ranks can be slow.
    const double common = known.size() < 2 ? 1 : known[(known.size() - 1) / 2];
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        std::optional<double> alone;
        if (slow[rank]) {
            alone = std::log(*slow[rank] / common);
            judge(rank, *alone, step.number, *units, step.timeline);
        }
        keep(m_ranks[rank], times[rank], alone);
    }
}

std::vector<StragglerWatch::Times>
StragglerWatch::computeTimes(const std::vector<ObservedUnit>& units) const
{
    std::vector<Times> times(m_ranks.size());
    for (const ObservedUnit& unit : units)
        for (std::size_t i = 0; i < std::size_t(unit.count); ++i)
            times[std::size_t(unit.rank)].push_back(
                std::max(0.0, unit.lasts[i] - unit.collective[i]));
    return times;
}

// How many times as long the rank's ops take as they should; nothing where nobody knows.
std::optional<double> StragglerWatch::slowness(std::size_t rank,
                                               const std::vector<Times>& times) const
{
    const Rank& known = m_ranks[rank];
    std::vector<double> ratios;
    for (std::size_t i = 0; i < times[rank].size(); ++i) {
        double should = 0;
        if (!known.predicted.empty())
            should = known.predicted[i];
        else if (known.history[i].size() >= kEnough)
            should = middleOf(known.history[i]);
        else
            should = peerTime(m_schedule.order[rank][i], rank, times);
        if (should > 0 && times[rank][i] > 0)
            ratios.push_back(times[rank][i] / should);
    }
    return ratios.empty() ? std::nullopt : std::optional(medianOf(std::move(ratios)));
}

// Of such an op on another rank that holds the stage; 0 where there is none.
double StragglerWatch::peerTime(const plan::Op& op, std::size_t rank,
                                const std::vector<Times>& times) const
{
    const plan::Placement& placement = m_schedule.placement;
    if (!placement.bidirectional())
        return 0;
    const auto stage = static_cast<std::size_t>(op.stage);
    const auto peer = static_cast<std::size_t>(
        placement.ranks[stage] == static_cast<int>(rank) ? placement.mirror[stage]
                                                         : placement.ranks[stage]);
    std::vector<double> seen;
    const auto& order = m_schedule.order[peer];
    for (std::size_t i = 0; peer != rank && i < order.size(); ++i)
        if (order[i].stage == op.stage && order[i].kind == op.kind)
            seen.push_back(times[peer][i]);
    return medianOf(std::move(seen));
}

void StragglerWatch::judge(std::size_t rank, double slowness, int step,
                           const std::vector<ObservedUnit>& units, const plan::Timeline& timeline)
{
    Rank& judged = m_ranks[rank];
    push(judged.recent, slowness, kConfirm);
    // Of the mean of some steps against the median of others (pi/2 times its variance).
    const std::size_t steps = judged.history.empty() ? 0 : judged.history.front().size();
    const bool byHistory = judged.predicted.empty() && steps >= kEnough;
    const double deviation = deviationOf(judged.noise)
        * std::sqrt(1 / double(kConfirm)
                    + (byHistory ? 1.57 / double(steps) : 0));
    const double least = std::max(kLeast, kSurely * deviation);
    if (slowness < least / 2) {
        judged.suspectSince.reset();
        noteWell(judged, step);
        return;
    }
    judged.wellSince.reset();
    if (!judged.suspectSince)
        judged.suspectSince = step;
    push(judged.slow, slowness, kHistory);
    const double mean = meanOf(judged.recent);
    if (judged.recent.size() < kConfirm || mean < least)
        return;
    const double factor = std::exp(middleOf(judged.slow));
    if (!judged.straggler)
        open(judged, {.rank = static_cast<int>(rank), .since = *judged.suspectSince});
    Straggler& entry = entryOf(judged);
    entry.factor = factor;
    entry.certainty = std::erf(mean / deviation / std::sqrt(2.0));
    // Dear: not with every step.
    if (judged.costFactor == 0 || std::abs(std::log(factor / judged.costFactor)) > kOtherFactor) {
        judged.costFactor = factor;
        entry.stepCost = costOf(m_schedule, rank, factor, units, timeline);
    }
}

// Two steps in a row end the verdict; the first of them is where it was well again.
void StragglerWatch::noteWell(Rank& rank, int step)
{
    if (!rank.wellSince) {
        rank.wellSince = step;
        return;
    }
    if (rank.straggler)
        entryOf(rank).until = *rank.wellSince;
    rank.straggler.reset();
    rank.slow.clear();
}

// What a rank did is what it is measured by later, once the steps that follow have not
// shown it to be slow.
void StragglerWatch::keep(Rank& rank, const Times& times, std::optional<double> slowness)
{
    if (rank.straggler) {
        rank.pending.clear();
        return;
    }
    rank.pending.push_back({times, slowness});
    const bool begins = rank.history.empty() || rank.history.front().size() < kEnough;
    if (!begins && rank.pending.size() <= kConfirm)
        return;
    const Pending& kept = rank.pending.front();
    if (kept.slowness && !begins)
        push(rank.noise, *kept.slowness, kNoise);
    for (std::size_t i = 0; i < kept.times.size(); ++i) {
        rank.history[i].push_back(float(kept.times[i]));
        if (rank.history[i].size() > kHistory)
            rank.history[i].pop_front();
    }
    rank.pending.pop_front();
}

Straggler& StragglerWatch::entryOf(Rank& rank)
{
    if (*rank.straggler < m_forgotten) { // it was pushed out; it comes back as the newest
        Straggler again{.rank = static_cast<int>(&rank - m_ranks.data()),
                        .since = rank.suspectSince.value_or(0)};
        open(rank, again);
    }
    return m_found[std::size_t(*rank.straggler - m_forgotten)];
}

void StragglerWatch::open(Rank& rank, Straggler straggler)
{
    rank.straggler = m_forgotten + m_found.size();
    rank.costFactor = 0;
    m_found.push_back(std::move(straggler));
    if (m_found.size() > kMaxFound) {
        m_found.pop_front();
        ++m_forgotten;
    }
}

} // namespace measured
