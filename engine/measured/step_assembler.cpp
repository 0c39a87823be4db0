#include "engine/measured/step_assembler.h"

#include <algorithm>
#include <cmath>

namespace measured {
namespace {

using telemetry::SpanKind;
using telemetry::SpanRecord;

std::optional<plan::OpKind> opKind(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Forward:
        return plan::OpKind::Forward;
    case SpanKind::Backward:
        return plan::OpKind::Backward;
    case SpanKind::InputGrad:
        return plan::OpKind::InputGrad;
    case SpanKind::WeightGrad:
        return plan::OpKind::WeightGrad;
    default:
        return std::nullopt;
    }
}

bool isCompute(const SpanRecord& span) { return opKind(span.kind).has_value(); }

Nanoseconds medianOf(std::vector<std::int64_t>& values)
{
    if (values.empty())
        return {};
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return Nanoseconds{*middle};
}

} // namespace

void StepAssembler::add(const telemetry::Frame& frame)
{
    const std::uint32_t rank = frame.header.rank;
    if (const auto* hello = std::get_if<telemetry::Hello>(&frame.body))
        addHello(*hello);
    else if (const auto* spans = std::get_if<std::vector<SpanRecord>>(&frame.body))
        addSpans(rank, *spans);
    else if (const auto* marks = std::get_if<std::vector<telemetry::StepMark>>(&frame.body))
        addMarks(rank, *marks);
    finishSteps();
}

void StepAssembler::addHello(const telemetry::Hello& hello)
{
    if (m_info)
        return; // every rank of a run says the same
    const plan::Shape shape{static_cast<int>(hello.pipelineRanks), static_cast<int>(hello.chunks),
                            static_cast<int>(hello.microbatches)};
    if (!plan::checkShape(shape)) {
        ++m_rejected;
        return;
    }
    m_info = RunInfo{.shape = shape,
                     .schedule = hello.schedule,
                     .device = hello.device,
                     .emulated = (hello.flags & telemetry::kFlagEmulated) != 0};
}

StepAssembler::RankPart* StepAssembler::part(std::int32_t step, std::uint32_t rank)
{
    if (!m_info || rank >= static_cast<std::uint32_t>(m_info->shape.ranks) || step < m_nextStep)
        return nullptr;
    OpenStep& open = m_open[step];
    if (open.ranks.empty())
        open.ranks.resize(static_cast<std::size_t>(m_info->shape.ranks));
    return &open.ranks[rank];
}

bool StepAssembler::fits(const SpanRecord& span) const
{
    return span.stage >= 0 && span.stage < m_info->shape.stages() && span.microbatch >= 0
        && span.microbatch < m_info->shape.microbatches;
}

// A generous bound on what one rank can do in one step, transfers included.
std::size_t StepAssembler::maxRecords() const
{
    return 1024
        + 16 * static_cast<std::size_t>(m_info->shape.chunks)
        * static_cast<std::size_t>(m_info->shape.microbatches);
}

void StepAssembler::addSpans(std::uint32_t rank, const std::vector<SpanRecord>& spans)
{
    for (const SpanRecord& span : spans) {
        RankPart* const target = part(span.step, rank);
        if (target == nullptr || (isCompute(span) && !fits(span))
            || target->records.size() >= maxRecords())
            ++m_rejected;
        else
            target->records.push_back(span);
    }
}

void StepAssembler::addMarks(std::uint32_t rank, const std::vector<telemetry::StepMark>& marks)
{
    for (const telemetry::StepMark& mark : marks) {
        RankPart* const target = part(mark.step, rank);
        if (target == nullptr) {
            ++m_rejected;
            continue;
        }
        if (mark.phase == telemetry::StepPhase::Begin)
            target->beginNs = mark.timeNs;
        else
            target->spans = mark.spans;
        if (!std::isnan(mark.loss))
            m_open[mark.step].loss = mark.loss;
    }
}

void StepAssembler::finishSteps()
{
    while (!m_open.empty()) {
        const auto& [number, open] = *m_open.begin();
        const bool whole = std::all_of(open.ranks.begin(), open.ranks.end(), [](const auto& rank) {
            return rank.beginNs && rank.spans && rank.records.size() >= *rank.spans;
        });
        if (!whole && m_open.size() <= kMaxOpenSteps)
            return;
        m_finished.push_back(build(number, open));
        m_nextStep = number + 1;
        m_open.erase(m_open.begin());
    }
}

std::vector<Step> StepAssembler::takeFinished() { return std::exchange(m_finished, {}); }

std::optional<Step> StepAssembler::current() const
{
    if (m_open.empty())
        return std::nullopt;
    return build(m_open.rbegin()->first, m_open.rbegin()->second);
}

void StepAssembler::close()
{
    for (const auto& [number, open] : m_open) {
        m_finished.push_back(build(number, open));
        m_nextStep = number + 1;
    }
    m_open.clear();
}

Step StepAssembler::build(int number, const OpenStep& open) const
{
    Step step{.number = number, .timeline = {}, .ended = true, .loss = open.loss};
    std::vector<std::int64_t> lateness;
    for (const RankPart& rank : open.ranks) {
        step.ended = step.ended && rank.spans;
        if (rank.spans && *rank.spans > rank.records.size())
            step.lost += *rank.spans - rank.records.size();

        auto& spans = step.timeline.spans.emplace_back();
        if (!rank.beginNs) {
            step.lost += rank.records.size(); // without the zero they have no place
            continue;
        }
        for (const SpanRecord& record : rank.records) {
            const auto kind = opKind(record.kind);
            if (!kind)
                continue;
            spans.push_back({{record.stage, *kind, record.microbatch},
                             Nanoseconds{record.startNs - *rank.beginNs},
                             Nanoseconds{record.endNs - *rank.beginNs}});
            lateness.push_back(record.latenessNs);
        }
        std::stable_sort(spans.begin(), spans.end(),
                  [](const auto& a, const auto& b) { return a.start < b.start; });
        for (const auto& span : spans)
            step.timeline.makespan = std::max(step.timeline.makespan, span.end);
    }
    if (!lateness.empty())
        step.maxLateness = Nanoseconds{*std::max_element(lateness.begin(), lateness.end())};
    step.medianLateness = medianOf(lateness);
    return step;
}

} // namespace measured
