// How a step is made of what its ranks have sent.

#include "engine/measured/step_assembler.h"

#include <algorithm>

namespace measured {
namespace {

// One a rank where any rank has one. That of a rank which has reported none, because the
// step is still under way, is empty and stands after its last op.
void addTails(plan::Timeline& timeline, const std::vector<std::optional<plan::Tail>>& tails)
{
    const auto given = [](const auto& tail) { return tail.has_value(); };
    if (std::none_of(tails.begin(), tails.end(), given))
        return;
    for (std::size_t rank = 0; rank < tails.size(); ++rank) {
        const auto& spans = timeline.spans[rank];
        const Nanoseconds last = spans.empty() ? Nanoseconds{0} : spans.back().end;
        timeline.tails.push_back(tails[rank].value_or(plan::Tail{last, last, last}));
    }
}

Nanoseconds endOf(const plan::Timeline& timeline)
{
    Nanoseconds last{0};
    for (const auto& spans : timeline.spans) // each after the one before: RankWork
        if (!spans.empty())
            last = std::max(last, spans.back().end);
    for (const plan::Tail& tail : timeline.tails)
        last = std::max(last, tail.end);
    return last;
}

// Lists of nothing but empty lists say nothing. Their memory goes, too: many steps may be kept.
template <class Lists>
void dropEmpty(Lists& lists)
{
    if (std::all_of(lists.begin(), lists.end(), [](const auto& list) { return list.empty(); }))
        lists = Lists();
}

// Ranks of the world for which one of another replica can speak.
constexpr std::size_t kWorldAPeer = 64;

// From the step's zero; nothing of a rank that told of none.
std::optional<plan::Tail> tailOf(const telemetry::StepSummary& summary)
{
    const auto from = [&](std::int64_t ns) { return Nanoseconds{ns - summary.beginNs}; };
    if (summary.tailEndNs == summary.tailNs)
        return std::nullopt;
    return plan::Tail{from(summary.tailNs), from(summary.optimizerNs), from(summary.tailEndNs)};
}

// End of its last op and of its tail, from the step's zero.
Nanoseconds endOf(const telemetry::StepSummary& summary)
{
    return Nanoseconds{std::max(summary.lastOpNs, summary.tailEndNs) - summary.beginNs};
}

Nanoseconds medianTime(std::vector<std::int64_t>& values)
{
    if (values.empty())
        return {};
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return Nanoseconds{*middle};
}

} // namespace

Step StepAssembler::build(int number, const OpenStep& open) const
{
    Step step{.number = number,
              .schedule = scheduleOf(number),
              .timeline = {},
              .ended = allEnded(open),
              .training = open.training,
              .checks = open.checks,
              .loss = open.loss};
    const auto lastEntry = m_info->emulated ? std::nullopt : open.entries.last();
    // Lists of the whole world only where a fair part of it spoke.
    if (knowsWorld(open))
        step.world.resize(static_cast<std::size_t>(m_info->world));
    if (!open.summaries.empty())
        step.summaries.resize(static_cast<std::size_t>(m_info->shape.ranks));
    if (std::any_of(open.ranks.begin(), open.ranks.end(),
                    [](const auto& rank) { return rank.second.isSummed; }))
        step.summed.resize(static_cast<std::size_t>(m_info->shape.ranks));
    std::vector<std::optional<plan::Tail>> tails;
    std::vector<std::int64_t> lateness;
    Nanoseconds lastSummed{0};
    static const RankPart kSilent;
    for (std::uint32_t at = 0; at < std::uint32_t(m_info->shape.ranks); ++at) {
        const auto spoke = open.ranks.find(at);
        const RankPart& rank = spoke == open.ranks.end() ? kSilent : spoke->second;
        if (rank.spans && *rank.spans > rank.records.size())
            step.lost += *rank.spans - rank.records.size();
        RankWork work;
        if (rank.beginNs)
            work = workOf(rank.records, *rank.beginNs);
        else
            step.lost += rank.records.size(); // without the zero they have no place
        step.clamped += work.clamped;
        step.lost += work.tooFar;
        const auto summary = open.summaries.find(at);
        const bool isKnown = summary != open.summaries.end();
        if (!step.summaries.empty() && isKnown)
            step.summaries[at] = summary->second;
        if (!step.summed.empty())
            step.summed[at] = rank.isSummed ? 1 : 0;
        if (rank.isSummed && isKnown) {
            work.tail = tailOf(summary->second);
            lastSummed = std::max(lastSummed, endOf(summary->second));
        } else if (rank.isSummed && rank.spans) {
            ++step.lost;
        }
        lateness.insert(lateness.end(), work.lateness.begin(), work.lateness.end());
        if (work.tail && lastEntry)
            work.tail = onceAllAreIn(*work.tail, *lastEntry);
        tails.push_back(work.tail);
        if (!step.world.empty())
            step.world[static_cast<std::size_t>(m_info->worldRank(static_cast<int>(at)))]
                = rankStep(rank, work, lastEntry);
        step.timeline.spans.push_back(std::move(work.spans));
        step.timeline.parts.push_back(std::move(work.parts));
        step.inner.push_back(std::move(work.inner));
        step.reruns.push_back(std::move(work.reruns));
        step.reductions.push_back(std::move(work.reductions));
    }
    if (!step.world.empty())
        addPeers(step, open, lastEntry);
    dropEmpty(step.timeline.parts);
    dropEmpty(step.inner);
    dropEmpty(step.reruns);
    dropEmpty(step.reductions);
    addTails(step.timeline, tails);
    step.timeline.makespan = std::max(endOf(step.timeline), lastSummed);
    if (!lateness.empty())
        step.maxLateness = Nanoseconds{*std::max_element(lateness.begin(), lateness.end())};
    step.medianLateness = medianTime(lateness);
    return step;
}

bool StepAssembler::knowsWorld(const OpenStep& open) const
{
    // Or a few have said as much.
    std::size_t said = open.peers.size();
    for (const auto& [rank, part] : open.peers)
        said += part.records.size();
    return m_info->replicas() > 1 && !open.peers.empty()
        && said * kWorldAPeer >= static_cast<std::size_t>(m_info->world);
}

// `work` is of the rank. Of one that sent no op what it says of the step as a whole.
RankStep StepAssembler::rankStep(const RankPart& rank, const RankWork& work,
                                 std::optional<Nanoseconds> lastEntry)
{
    RankStep told = rankStepOf(work.spans, work.tail);
    if (told.known != RankStep::Known::Nothing || !rank.beginNs || !rank.endNs)
        return told;
    if (rank.summary)
        if (const auto summed = rankStepOf(*rank.summary, lastEntry))
            return *summed;
    const Nanoseconds length{*rank.endNs - *rank.beginNs};
    if (length < Nanoseconds{0} || length > kLongestStep)
        return told;
    return {.end = length, .known = RankStep::Known::Length};
}

// Of the ranks that are not in the timeline: what they came to, and their ops.
void StepAssembler::addPeers(Step& step, const OpenStep& open,
                             std::optional<Nanoseconds> lastEntry) const
{
    const auto replicas = static_cast<std::size_t>(m_info->replicas());
    for (const auto& [rank, part] : open.peers) {
        if (!part.beginNs)
            continue;
        RankWork work = workOf(part.records, *part.beginNs);
        if (work.tail && lastEntry)
            work.tail = onceAllAreIn(*work.tail, *lastEntry);
        step.world[rank] = rankStep(part, work, lastEntry);
        if (work.spans.empty())
            continue;
        if (step.peers.empty())
            step.peers.assign(static_cast<std::size_t>(m_info->shape.ranks),
                              std::vector<std::vector<plan::Span>>(replicas));
        step.peers[rank / replicas][rank % replicas] = std::move(work.spans);
    }
}

} // namespace measured
