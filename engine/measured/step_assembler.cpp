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

// Of no stage and microbatch: the gradient reduction or the optimizer that ends a step.
bool isTail(const SpanRecord& span)
{
    return (span.kind == SpanKind::Collective || span.kind == SpanKind::Optimizer)
        && span.stage < 0 && span.microbatch < 0;
}

void addToTail(plan::Tail& tail, SpanKind kind, Nanoseconds start, Nanoseconds end)
{
    if (kind == SpanKind::Collective) {
        tail.optimizerBegin = std::max(end, tail.begin);
        tail.end = std::max(tail.end, tail.optimizerBegin);
    } else {
        tail.optimizerBegin = std::max(start, tail.begin);
        tail.end = std::max(end, tail.optimizerBegin);
    }
}

// What the rank did after its last op; nothing where it reported none. In the gap before
// the reduction, or before the optimizer where there is none, the rank waits.
std::optional<plan::Tail> tailOf(const std::vector<SpanRecord>& records, std::int64_t beginNs)
{
    std::optional<plan::Tail> tail;
    const auto note = [&](SpanKind kind) {
        for (const SpanRecord& record : records) {
            if (record.kind != kind || !isTail(record))
                continue;
            const Nanoseconds start{record.startNs - beginNs};
            if (!tail)
                tail = plan::Tail{start, start, start};
            addToTail(*tail, kind, start, Nanoseconds{record.endNs - beginNs});
        }
    };
    note(SpanKind::Collective);
    note(SpanKind::Optimizer);
    return tail;
}

// By start; of two that start together, the one recorded first comes first.
std::vector<plan::Span> spansOf(const std::vector<SpanRecord>& records, std::int64_t beginNs)
{
    std::vector<plan::Span> spans;
    for (const SpanRecord& record : records)
        if (const auto kind = opKind(record.kind))
            spans.push_back({{record.stage, *kind, record.microbatch},
                             Nanoseconds{record.startNs - beginNs},
                             Nanoseconds{record.endNs - beginNs}});
    std::stable_sort(spans.begin(), spans.end(),
                     [](const auto& a, const auto& b) { return a.start < b.start; });
    return spans;
}

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
    for (const auto& spans : timeline.spans)
        for (const plan::Span& span : spans)
            last = std::max(last, span.end);
    for (const plan::Tail& tail : timeline.tails)
        last = std::max(last, tail.end);
    return last;
}

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
                            static_cast<int>(hello.microbatches),
                            std::max(1, static_cast<int>(hello.directions))};
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
    plan::Timeline& timeline = step.timeline;
    std::vector<std::optional<plan::Tail>> tails;
    std::vector<std::int64_t> lateness;
    for (const RankPart& rank : open.ranks) {
        step.ended = step.ended && rank.spans;
        if (rank.spans && *rank.spans > rank.records.size())
            step.lost += *rank.spans - rank.records.size();

        auto& spans = timeline.spans.emplace_back();
        tails.emplace_back();
        if (!rank.beginNs) {
            step.lost += rank.records.size(); // without the zero they have no place
            continue;
        }
        for (const SpanRecord& record : rank.records) {
            if (isCompute(record) || isTail(record))
                lateness.push_back(record.latenessNs);
        }
        spans = spansOf(rank.records, *rank.beginNs);
        tails.back() = tailOf(rank.records, *rank.beginNs);
    }
    addTails(timeline, tails);
    timeline.makespan = endOf(timeline);
    if (!lateness.empty())
        step.maxLateness = Nanoseconds{*std::max_element(lateness.begin(), lateness.end())};
    step.medianLateness = medianOf(lateness);
    return step;
}

} // namespace measured
