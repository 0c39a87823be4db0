#include "engine/measured/straggler.h"

#include "engine/measured/averages.h"
#include "engine/measured/slow_cost.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace measured {
namespace {

constexpr std::size_t kHistory = 16;    // times kept of an op
constexpr std::size_t kEnough = 3;      // of them that make a history
constexpr std::size_t kPending = 8;     // steps that a rank may be found slow from, later
constexpr std::size_t kNoise = 64;      // steps whose noise is known
constexpr std::size_t kSeen = 40;       // steps looked back at
constexpr double kCompany = 0.0953;     // ln 1.1: of another rank that is slower too
constexpr double kOtherFactor = 0.0953; // ln 1.1

template <class Values>
double middleOf(const Values& values)
{
    return medianOf(std::vector<double>(values.begin(), values.end()));
}

template <class Seen>
std::vector<double> valuesOf(const std::deque<Seen>& seen)
{
    std::vector<double> values;
    values.reserve(seen.size());
    for (const Seen& each : seen)
        values.push_back(each.slowness);
    return values;
}

void push(std::deque<double>& values, double value, std::size_t most)
{
    values.push_back(value);
    if (values.size() > most)
        values.pop_front();
}

// The lower of the two in the middle: one of two ranks can be slow.
double commonOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.size() < 2 ? 0 : values[(values.size() - 1) / 2];
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
        // Of a swap while another settles, what came before both.
        auto& history = m_settling > 0 ? known.before : known.history;
        for (std::size_t i = 0; i < history.size(); ++i)
            byOp[key(m_schedule.order[rank][i])] = std::move(history[i]);
        known.before.clear();
        for (const plan::Op& op : schedule.order[rank])
            known.before.push_back(std::move(byOp[key(op)]));
        known.history.assign(known.before.size(), {});
        known.pending.clear();
        if (!known.straggler)
            known.seen.clear();
        known.costFactor = 0; // it may cost another step more, or less
    }
    m_settling = m_costs ? 0 : kEnough;
    m_schedule = std::move(schedule);
    predict();
}

void StragglerWatch::add(const Step& step, const std::function<bool(int rank)>& isKeptSlow)
{
    bool isByHand = false;
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        m_ranks[rank].isKeptSlow = isKeptSlow && isKeptSlow(static_cast<int>(rank));
        isByHand = isByHand || m_ranks[rank].isKeptSlow;
    }
    const auto units = step.whole()
        ? observedUnits(m_schedule, step.timeline)
        : plan::Result<std::vector<ObservedUnit>>(plan::Error{"spans of it are lost"});
    if (!units) {
        ++m_skipped;
        return;
    }
    const std::vector<Times> times = computeTimes(*units);
    if (m_settling > 0) {
        if (!isByHand)
            settle(times, step.number);
        return;
    }
    const Slow found = slowOf(times);
    // Beside a rank that is kept slow the others of a busy machine take other times than before.
    const auto isJudged = [&](std::size_t rank) {
        const Rank& judged = m_ranks[rank];
        return found.alone[rank] && (!isByHand || judged.isKeptSlow || !judged.predicted.empty());
    };
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        if (!isJudged(rank))
            continue;
        auto& seen = m_ranks[rank].seen;
        seen.push_back({step.number, *found.alone[rank], found.common});
        if (seen.size() > kSeen)
            seen.pop_front();
    }
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        const bool slow = isJudged(rank) && judge(rank, *units, step.timeline);
        m_ranks[rank].wasKeptSlow
            = m_ranks[rank].straggler && (m_ranks[rank].wasKeptSlow || m_ranks[rank].isKeptSlow);
        if (slow)
            m_ranks[rank].pending.clear();
        else if (!isByHand)
            keep(m_ranks[rank], {times[rank], found.alone[rank], found.common});
    }
}

// Logarithms of how much slower each rank is than it should be and all are together.
StragglerWatch::Slow StragglerWatch::slowOf(const std::vector<Times>& times) const
{
    Slow slow;
    std::vector<double> known;
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        slow.alone.push_back(slowness(rank, times));
        if (slow.alone.back()) {
            slow.alone.back() = std::log(*slow.alone.back());
            known.push_back(*slow.alone.back());
        }
    }
    slow.common = commonOf(std::move(known));
    for (auto& each : slow.alone)
        if (each)
            *each -= slow.common;
    return slow;
}

// The first steps of another order: what ops take under it.
void StragglerWatch::settle(const std::vector<Times>& times, int step)
{
    if (m_settling == kEnough)
        m_settlingSince = step;
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank)
        for (std::size_t i = 0; i < times[rank].size(); ++i)
            m_ranks[rank].history[i].push_back(float(times[rank][i]));
    if (--m_settling > 0)
        return;
    std::vector<double> slower;
    for (const Rank& rank : m_ranks) {
        std::vector<double> ratios;
        for (std::size_t i = 0; i < rank.history.size(); ++i)
            if (rank.before[i].size() >= kEnough && middleOf(rank.before[i]) > 0)
                ratios.push_back(middleOf(rank.history[i]) / middleOf(rank.before[i]));
        slower.push_back(ratios.empty() ? 0 : std::log(medianOf(std::move(ratios))));
    }
    const double common = commonOf(slower);
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        bool othersAsBefore = true;
        for (std::size_t other = 0; other < m_ranks.size(); ++other)
            if (other != rank && !m_ranks[other].straggler)
                othersAsBefore = othersAsBefore && std::abs(slower[other] - common) < kOtherFactor;
        const double level = m_ranks[rank].straggler ? std::log(entryOf(m_ranks[rank]).factor) : 0;
        beginAnew(m_ranks[rank], othersAsBefore && slower[rank] - common < level / 2);
    }
}

void StragglerWatch::beginAnew(Rank& rank, bool isWell)
{
    rank.before.clear();
    if (!rank.straggler)
        return;
    const double factor = entryOf(rank).factor;
    // Nobody is kept slow in the steps that are the new measure, so this one was let go.
    if (isWell || rank.wasKeptSlow) {
        entryOf(rank).until = m_settlingSince;
        rank.straggler.reset();
        rank.seen.clear();
        return;
    }
    for (auto& times : rank.history)
        for (float& time : times)
            time /= float(factor); // as it should be
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
    const auto peer = static_cast<std::size_t>(placement.ranks[stage] == static_cast<int>(rank)
                                                   ? placement.mirror[stage]
                                                   : placement.ranks[stage]);
    std::vector<double> seen;
    const auto& order = m_schedule.order[peer];
    for (std::size_t i = 0; peer != rank && i < order.size(); ++i)
        if (order[i].stage == op.stage && order[i].kind == op.kind)
            seen.push_back(times[peer][i]);
    return medianOf(std::move(seen));
}

// Of the mean of so many steps against the median of others (pi/2 times its variance).
double StragglerWatch::deviationOf(const Rank& rank, std::size_t steps) const
{
    const std::size_t known = rank.history.empty() ? 0 : rank.history.front().size();
    const bool byHistory = rank.predicted.empty() && known >= kEnough;
    return noiseOf(rank.noise)
        * std::sqrt(1 / double(steps) + (byHistory ? 1.57 / double(known) : 0));
}

std::optional<SlowChange> StragglerWatch::changeOf(const Rank& rank) const
{
    // Of a few steps it is not known how they vary.
    const std::size_t known = rank.history.empty() ? 0 : rank.history.front().size();
    if (rank.predicted.empty() && known >= kEnough && known < kHistory / 2)
        return std::nullopt;
    return slowChange(valuesOf(rank.seen),
                      [&](std::size_t steps) { return deviationOf(rank, steps); });
}

// In those steps the machine was as before, and no other rank but those found slow earlier was
// slower.
bool StragglerWatch::isAlone(std::size_t rank, const SlowChange& change) const
{
    if (m_ranks[rank].isKeptSlow) // which explains it, whatever the machine does
        return true;
    const auto meanOf = [&change](const std::deque<Seen>& seen, auto value) {
        double sum = 0;
        for (auto each = seen.end() - std::ptrdiff_t(change.steps); each != seen.end(); ++each)
            sum += value(*each);
        return sum / double(change.steps);
    };
    const double common = meanOf(m_ranks[rank].seen, [](const Seen& seen) { return seen.common; });
    // A prediction may be wrong for all of them; what they did before is not.
    if (m_ranks[rank].predicted.empty()
        && (common >= kLeastSlow / 2 || change.mean + common < kLeastSlow / 2))
        return false;
    for (std::size_t other = 0; other < m_ranks.size(); ++other) {
        const Rank& beside = m_ranks[other];
        if (other == rank || beside.straggler || beside.seen.size() < change.steps)
            continue;
        const double mean = meanOf(beside.seen, [](const Seen& seen) { return seen.slowness; });
        if (mean >= std::max(kLeastSlow / 2, std::min(kCompany, change.mean / 3)))
            return false;
    }
    return true;
}

// True where the rank is slow: its times are no measure then.
bool StragglerWatch::judge(std::size_t rank, const std::vector<ObservedUnit>& units,
                           const plan::Timeline& timeline)
{
    Rank& judged = m_ranks[rank];
    if (!judged.straggler) {
        const auto change = changeOf(judged);
        if (!change || !isAlone(rank, *change))
            return false;
        judged.seen.erase(judged.seen.begin(), judged.seen.end() - std::ptrdiff_t(change->steps));
        open(judged, {.rank = static_cast<int>(rank), .since = judged.seen.front().step});
        entryOf(judged).certainty = std::erf(change->deviations / std::sqrt(2.0));
    }
    judgeSlow(rank, units, timeline);
    return judged.straggler.has_value();
}

// A rank that was found slow: how slow it is, and whether it still is.
void StragglerWatch::judgeSlow(std::size_t rank, const std::vector<ObservedUnit>& units,
                               const plan::Timeline& timeline)
{
    Rank& judged = m_ranks[rank];
    std::vector<double> values = valuesOf(judged.seen);
    const std::size_t well = judged.isKeptSlow ? 0 : stepsWellAgain(values, noiseOf(judged.noise));
    Straggler& entry = entryOf(judged);
    if (well > 0) {
        entry.until = judged.seen[judged.seen.size() - well].step;
        judged.straggler.reset();
        judged.seen.erase(judged.seen.begin(), judged.seen.end() - std::ptrdiff_t(well));
        return;
    }
    if (values.size() > kHistory)
        values.erase(values.begin(), values.end() - std::ptrdiff_t(kHistory));
    entry.factor = std::exp(middleOf(values));
    // Dear: not with every step.
    if (judged.costFactor == 0
        || std::abs(std::log(entry.factor / judged.costFactor)) > kOtherFactor) {
        judged.costFactor = entry.factor;
        entry.stepCost = costOfSlowness(m_schedule, rank, entry.factor, units, timeline);
    }
}

// What a rank did is what it is measured by later, once the steps that follow have not
// shown it to be slow. Steps in which it was slower for a while, it or all, are no measure.
void StragglerWatch::keep(Rank& rank, Pending step)
{
    rank.pending.push_back(std::move(step));
    const bool begins = rank.history.empty() || rank.history.front().size() < kEnough;
    if (!begins && rank.pending.size() <= kPending)
        return;
    const Pending kept = std::move(rank.pending.front());
    rank.pending.pop_front();
    if (kept.slowness && !begins)
        push(rank.noise, *kept.slowness, kNoise);
    const bool usual = begins || std::max(kept.slowness.value_or(0), kept.common) < kLeastSlow;
    rank.unusual = usual ? 0 : rank.unusual + 1;
    if (!usual && rank.unusual < kHistory)
        return;
    for (std::size_t i = 0; i < kept.times.size(); ++i) {
        rank.history[i].push_back(float(kept.times[i]));
        if (rank.history[i].size() > kHistory)
            rank.history[i].pop_front();
    }
}

Straggler& StragglerWatch::entryOf(Rank& rank)
{
    if (*rank.straggler < m_forgotten) { // it was pushed out; it comes back as the newest
        Straggler again{.rank = static_cast<int>(&rank - m_ranks.data()), .since = rank.since};
        open(rank, again);
    }
    return m_found[std::size_t(*rank.straggler - m_forgotten)];
}

void StragglerWatch::open(Rank& rank, Straggler straggler)
{
    rank.straggler = m_forgotten + m_found.size();
    rank.since = straggler.since;
    rank.costFactor = 0;
    m_found.push_back(straggler);
    if (m_found.size() > kMaxFound) {
        m_found.pop_front();
        ++m_forgotten;
    }
}

} // namespace measured
