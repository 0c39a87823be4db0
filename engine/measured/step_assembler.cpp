#include "engine/measured/step_assembler.h"

#include "telemetry/text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace measured {
namespace {

using telemetry::SpanRecord;

// The first run of an op.
bool isPlainOp(const SpanRecord& span)
{
    return span.kind <= telemetry::SpanKind::WeightGrad
        && (span.flags & telemetry::kFlagRerun) == 0;
}

// That may be looked at for a frame that came, when it is asked whether a step is given up.
constexpr std::uint32_t kRanksAFrame = 64;

// Of the frame as it was sent.
std::size_t bytesOf(const telemetry::Frame& frame)
{
    return sizeof frame.header
        + std::visit(
               []<class Body>(const Body& body) {
                   if constexpr (requires { body.size(); })
                       return body.size() * sizeof(typename Body::value_type);
                   else
                       return sizeof body;
               },
               frame.body);
}

} // namespace

void StepAssembler::add(const telemetry::Frame& frame)
{
    const std::uint32_t rank = frame.header.rank;
    m_bytes += bytesOf(frame);
    if (const auto* hello = std::get_if<telemetry::Hello>(&frame.body))
        addHello(*hello);
    else if (const auto* spans = std::get_if<std::vector<SpanRecord>>(&frame.body))
        addSpans(rank, *spans);
    else if (const auto* marks = std::get_if<std::vector<telemetry::StepMark>>(&frame.body))
        addMarks(rank, *marks);
    else if (const auto* sums = std::get_if<std::vector<telemetry::StepSummary>>(&frame.body))
        addSummaries(rank, *sums);
    else if (const auto* steps = std::get_if<std::vector<telemetry::TrainingStep>>(&frame.body))
        addTraining(rank, *steps);
    else if (const auto* checks = std::get_if<std::vector<telemetry::CheckRecord>>(&frame.body))
        addChecks(rank, *checks);
    else if (const auto* schedules
             = std::get_if<std::vector<telemetry::ScheduleRecord>>(&frame.body))
        addSchedules(rank, *schedules);
    finishSteps();
}

void StepAssembler::addHello(const telemetry::Hello& hello)
{
    if (m_info)
        return; // every rank of a run says the same
    m_info = runInfoOf(hello);
    if (!m_info)
        ++m_rejected;
    else if (m_replica >= 0 && m_replica < m_info->replicas())
        m_info->replica = m_replica;
}

StepAssembler::OpenStep* StepAssembler::openStep(std::int32_t step, std::uint32_t rank)
{
    if (!m_info || rank >= static_cast<std::uint32_t>(m_info->world) || step < m_nextStep)
        return nullptr;
    const auto found = m_open.find(step);
    if (found != m_open.end())
        return &found->second;
    if (!hasRoomForAStep())
        return nullptr;
    m_rankLists += static_cast<std::uint64_t>(m_info->shape.ranks);
    return &m_open[step];
}

bool StepAssembler::hasRoomForAStep() const
{
    const auto ranks = static_cast<std::uint64_t>(m_info->shape.ranks);
    return ranks <= kFreeRanks + m_bytes / kBytesARank
        && m_rankLists + ranks <= kFreeRankLists + m_bytes / kBytesARankList;
}

StepAssembler::RankPart& StepAssembler::part(OpenStep& open, std::uint32_t rank) const
{
    const auto shown = m_info->shownRank(rank);
    return shown ? open.ranks[static_cast<std::uint32_t>(*shown)] : open.peers[rank];
}

// A generous bound on what one rank can do in one step: transfers, the collectives of every
// layer of an op, and second runs.
std::size_t StepAssembler::maxRecords() const
{
    constexpr std::size_t kMost = std::size_t{1} << 22;
    return std::min(kMost,
                    1024
                        + 256 * static_cast<std::size_t>(m_info->shape.chunks)
                            * static_cast<std::size_t>(m_info->shape.microbatches));
}

void StepAssembler::addSpans(std::uint32_t rank, const std::vector<SpanRecord>& spans)
{
    OpenStep* open = nullptr; // of the span before, mostly this one's too
    RankPart* target = nullptr;
    std::optional<std::int32_t> step;
    const bool isShown = m_info && m_info->shownRank(rank);
    for (const SpanRecord& span : spans) {
        if (span.step != step) {
            step = span.step;
            open = openStep(span.step, rank);
            target = open == nullptr ? nullptr : &part(*open, rank);
        }
        if (open == nullptr
            || !hasPlace(span, m_info->shape.stages(), m_info->shape.microbatches)) {
            ++m_rejected;
            continue;
        }
        open->entries.add(rank, span);
        if (!isShown && !isPlainOp(span) && !isTail(span))
            continue;
        if (target->records.size() >= maxRecords()) {
            ++m_rejected;
            continue;
        }
        target->records.push_back(span);
        ++m_openRecords;
    }
}

void StepAssembler::addMarks(std::uint32_t rank, const std::vector<telemetry::StepMark>& marks)
{
    for (const telemetry::StepMark& mark : marks) {
        OpenStep* const open = openStep(mark.step, rank);
        if (open == nullptr) {
            ++m_rejected;
            continue;
        }
        const bool ends = mark.phase == telemetry::StepPhase::End;
        if (ends && !open->entries.hasEnded(rank))
            ++open->ranksEnded;
        open->entries.add(rank, mark);
        if (!std::isnan(mark.loss))
            open->loss = mark.loss;
        RankPart& target = part(*open, rank);
        target.isSummed = telemetry::isSummaryOnly(mark.detail);
        if (ends) {
            target.spans = mark.spans;
            target.endNs = mark.timeNs;
        } else
            target.beginNs = mark.timeNs;
    }
}

void StepAssembler::addSummaries(std::uint32_t rank,
                                 const std::vector<telemetry::StepSummary>& summaries)
{
    for (const telemetry::StepSummary& summary : summaries) {
        OpenStep* const open = openStep(summary.step, rank);
        if (open == nullptr || !isNear(summary)) {
            ++m_rejected;
            continue;
        }
        open->entries.add(rank, summary);
        part(*open, rank).summary = summary;
        if (const auto shown = m_info->shownRank(rank))
            open->summaries[static_cast<std::uint32_t>(*shown)] = summary;
    }
}

void StepAssembler::addTraining(std::uint32_t rank,
                                const std::vector<telemetry::TrainingStep>& steps)
{
    for (const telemetry::TrainingStep& step : steps) {
        OpenStep* const open = openStep(step.step, rank);
        if (open == nullptr || rank != 0)
            ++m_rejected;
        else
            open->training = step;
    }
}

void StepAssembler::addChecks(std::uint32_t rank, const std::vector<telemetry::CheckRecord>& checks)
{
    for (const telemetry::CheckRecord& check : checks) {
        OpenStep* const open = openStep(check.step, rank);
        if (open == nullptr || open->checks.size() >= kMaxChecks) {
            ++m_rejected;
            continue;
        }
        open->checks.push_back({static_cast<int>(rank), check});
        ++m_openRecords;
    }
}

void StepAssembler::addSchedules(std::uint32_t rank,
                                 const std::vector<telemetry::ScheduleRecord>& schedules)
{
    for (const telemetry::ScheduleRecord& schedule : schedules) {
        // Those that only steps handed out followed are not needed any more.
        while (m_schedules.size() > 1 && std::next(m_schedules.begin())->first <= m_nextStep)
            m_schedules.erase(m_schedules.begin());
        if (!m_info || rank != 0 || m_schedules.size() >= kMaxSchedules)
            ++m_rejected;
        else
            m_schedules[schedule.step] = telemetry::textOf(schedule.name);
    }
}

FollowedSchedule StepAssembler::scheduleOf(int step) const
{
    const auto after = m_schedules.upper_bound(step);
    if (after != m_schedules.begin())
        return {std::prev(after)->second, true};
    return {m_info ? m_info->schedule : std::string(), false};
}

FollowedSchedule StepAssembler::schedule() const
{
    return scheduleOf(std::numeric_limits<int>::max());
}

bool StepAssembler::allEnded(const OpenStep& open) const
{
    return open.ranksEnded == static_cast<std::uint32_t>(m_info->world);
}

// Of the ranks that are not shown only their entry into the tail matters, where they meet.
bool StepAssembler::isWhole(const OpenStep& open) const
{
    return allEnded(open) && (m_info->emulated || open.entries.complete())
        && open.ranks.size() == static_cast<std::size_t>(m_info->shape.ranks)
        && std::all_of(open.ranks.begin(), open.ranks.end(), [&open](const auto& spoke) {
               const RankPart& rank = spoke.second;
               return rank.beginNs && rank.spans && rank.records.size() >= *rank.spans
                   && (!rank.isSummed || open.summaries.contains(spoke.first));
           });
}

std::size_t StepAssembler::recordsOf(const OpenStep& open)
{
    std::size_t count = open.checks.size();
    for (const auto* parts : {&open.ranks, &open.peers})
        for (const auto& [rank, part] : *parts)
            count += part.records.size();
    return count;
}

bool StepAssembler::isGivenUp(const OpenStep& oldest)
{
    if (m_open.size() <= kFewOpenSteps)
        return false;
    const std::size_t most // of one step
        = static_cast<std::size_t>(m_info->world) * maxRecords() + kMaxChecks;
    if (m_open.size() > kMaxOpenSteps || m_openRecords > kFewOpenSteps * most)
        return true;
    // It looks at all ranks: of a large world not with every frame, of which each sends two a step.
    if (++m_unlooked < static_cast<std::uint32_t>(m_info->world) / kRanksAFrame)
        return false;
    m_unlooked = 0;
    for (auto step = m_open.rbegin(); step != m_open.rend(); ++step)
        if (const auto passed = oldest.entries.until(step->second.entries))
            return *passed >= kPatience;
    return false;
}

void StepAssembler::finishSteps()
{
    while (!m_open.empty()) {
        const OpenStep& open = m_open.begin()->second;
        if (!isWhole(open) && !isGivenUp(open))
            return;
        finishOldest();
    }
}

std::vector<Step> StepAssembler::takeFinished() { return std::exchange(m_finished, {}); }

std::optional<Step> StepAssembler::current() const
{
    if (m_open.empty())
        return std::nullopt;
    // Ranks enter the next step while others are still in this one.
    const auto begun = std::find_if(m_open.rbegin(), m_open.rend(),
                                    [](const auto& step) { return hasOps(step.second); });
    const auto& [number, open] = begun == m_open.rend() ? *m_open.rbegin() : *begun;
    return build(number, open);
}

bool StepAssembler::hasOps(const OpenStep& open)
{
    return std::any_of(open.ranks.begin(), open.ranks.end(), [](const auto& rank) {
        return rank.second.beginNs && !rank.second.records.empty();
    });
}

void StepAssembler::close()
{
    while (closeOldest()) {}
}

bool StepAssembler::closeOldest()
{
    if (m_open.empty())
        return false;
    finishOldest();
    return true;
}

void StepAssembler::finishOldest()
{
    const auto& [number, open] = *m_open.begin();
    m_finished.push_back(build(number, open));
    m_nextStep = std::int64_t{number} + 1;
    m_openRecords -= recordsOf(open);
    m_open.erase(m_open.begin());
}

} // namespace measured
