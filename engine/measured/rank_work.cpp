#include "engine/measured/rank_work.h"

#include <algorithm>
#include <iterator>

namespace measured {
namespace {

using plan::Part;
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

bool isRerun(const SpanRecord& record)
{
    return opKind(record.kind) && (record.flags & telemetry::kFlagRerun) != 0;
}

bool isInner(const SpanRecord& record)
{
    return (record.kind == SpanKind::Collective || record.kind == SpanKind::Recompute)
        && record.stage >= 0 && record.microbatch >= 0;
}

bool isReduction(const SpanRecord& record)
{
    return record.kind == SpanKind::Collective && record.stage >= 0 && record.microbatch < 0;
}

Nanoseconds beginOf(const InnerPart& inner) { return inner.part.start; }
template <class Item>
Nanoseconds beginOf(const Item& item)
{
    return item.start;
}

// Mostly sorted already: ranks record what they do as they do it.
template <class Items>
void sortByStart(Items& items)
{
    const auto earlier = [](const auto& a, const auto& b) { return beginOf(a) < beginOf(b); };
    if (!std::is_sorted(items.begin(), items.end(), earlier))
        std::stable_sort(items.begin(), items.end(), earlier);
}

// The span of the op that `record` names and shares time with; none where it names another.
const plan::Span* around(const std::vector<plan::Span>& spans, const SpanRecord& record,
                         Nanoseconds start, Nanoseconds end)
{
    auto next = std::partition_point(spans.begin(), spans.end(),
                                     [&](const plan::Span& span) { return span.start <= start; });
    if (next != spans.begin())
        --next;
    // Two are tried, since a part that begins with an op's first moment may seem to lie before it.
    for (int tried = 0; tried < 2 && next != spans.end(); ++tried, ++next)
        if (next->op.stage == record.stage && next->op.microbatch == record.microbatch
            && next->start <= end && start <= next->end)
            return &*next;
    return nullptr;
}

// What of `times` lies outside of the sorted, disjoint `taken`.
std::vector<Part> without(const std::vector<Part>& times, const std::vector<Part>& taken)
{
    std::vector<Part> left;
    auto next = taken.begin();
    for (Part part : times) {
        while (next != taken.end() && next->end <= part.start)
            ++next;
        for (auto cut = next; cut != taken.end() && cut->start < part.end; ++cut) {
            if (cut->start > part.start)
                left.push_back({part.start, cut->start, part.kind});
            part.start = std::max(part.start, cut->end);
        }
        if (part.start < part.end)
            left.push_back(part);
    }
    return left;
}

// The same times, disjoint: of two that overlap the later begins where the earlier ends.
std::vector<Part> disjoint(std::vector<Part> parts)
{
    sortByStart(parts);
    std::vector<Part> apart;
    for (Part part : parts) {
        if (!apart.empty())
            part.start = std::max(part.start, apart.back().end);
        if (part.start < part.end)
            apart.push_back(part);
    }
    return apart;
}

// The ops of a rank overlap by what its clock cannot tell apart, or because they are damaged.
void setApart(std::vector<plan::Span>& spans)
{
    for (std::size_t i = 1; i < spans.size(); ++i) {
        spans[i].start = std::max(spans[i].start, spans[i - 1].end);
        spans[i].end = std::max(spans[i].end, spans[i].start);
    }
}

class Sorter {
public:
    Sorter(const std::vector<SpanRecord>& records, std::int64_t beginNs)
        : m_records(records)
        , m_beginNs(beginNs)
    {
    }

    RankWork run()
    {
        const auto ops
            = static_cast<std::size_t>(std::count_if(m_records.begin(), m_records.end(), isOp));
        m_work.spans.reserve(ops);
        m_work.lateness.reserve(ops + 2); // and of the tail
        for (const SpanRecord& record : m_records)
            sortOut(record);
        sortByStart(m_work.spans);
        setApart(m_work.spans);
        sortByStart(m_work.reruns);
        sortByStart(m_work.reductions);
        addTail();
        for (const SpanRecord& record : m_records)
            if (isInner(record))
                addInner(record);
        sortByStart(m_work.inner);
        const auto collectives = disjoint(std::move(m_collectives));
        auto parts = without(disjoint(std::move(m_recomputations)), collectives);
        parts.insert(parts.end(), collectives.begin(), collectives.end());
        sortByStart(parts);
        m_work.parts = std::move(parts);
        return std::move(m_work);
    }

private:
    Nanoseconds startOf(const SpanRecord& record) const
    {
        return Nanoseconds{record.startNs - m_beginNs};
    }
    Nanoseconds endOf(const SpanRecord& record) const
    {
        return Nanoseconds{record.endNs - m_beginNs};
    }

    void sortOut(const SpanRecord& record)
    {
        if (const auto kind = opKind(record.kind)) {
            auto& spans = isRerun(record) ? m_work.reruns : m_work.spans;
            spans.push_back(
                {{record.stage, *kind, record.microbatch}, startOf(record), endOf(record)});
        } else if (isReduction(record)) {
            m_work.reductions.push_back({record.stage, startOf(record), endOf(record),
                                         telemetry::groupOf(record.flags), record.bytes});
        }
        if (isOp(record) || isTail(record))
            m_work.lateness.push_back(record.latenessNs);
    }

    // In the gap before the reduction, or before the optimizer where there is none, the
    // rank waits. A collective that starts once the optimizer runs, as the gathering of
    // weights that are sharded, is a part of it.
    void addTail()
    {
        std::optional<Nanoseconds> optimizer;
        std::optional<Nanoseconds> first;
        for (const SpanRecord& record : m_records) {
            if (!isTail(record))
                continue;
            const Nanoseconds start = startOf(record);
            first = std::min(first.value_or(start), start);
            if (record.kind == SpanKind::Optimizer)
                optimizer = std::min(optimizer.value_or(start), start);
        }
        if (!first)
            return;
        plan::Tail tail{*first, *first, *first};
        for (const SpanRecord& record : m_records) {
            if (!isTail(record))
                continue;
            tail.end = std::max(tail.end, endOf(record));
            if (record.kind == SpanKind::Collective && !(optimizer && startOf(record) > *optimizer))
                tail.optimizerBegin = std::max(tail.optimizerBegin, endOf(record));
        }
        tail.optimizerBegin = std::max(tail.optimizerBegin, optimizer.value_or(*first));
        if (!m_work.spans.empty())
            tail.begin = std::max(tail.begin, m_work.spans.back().end);
        tail.optimizerBegin = std::max(tail.optimizerBegin, tail.begin);
        tail.end = std::max(tail.end, tail.optimizerBegin);
        for (const SpanRecord& record : m_records)
            if (isTail(record) && record.kind == SpanKind::Collective && optimizer
                && startOf(record) > *optimizer)
                m_collectives.push_back({std::max(startOf(record), tail.optimizerBegin),
                                         std::max(endOf(record), tail.optimizerBegin),
                                         Part::Kind::Collective});
        m_work.tail = tail;
    }

    void addInner(const SpanRecord& record)
    {
        const plan::Span* const span = around(m_work.spans, record, startOf(record), endOf(record));
        if (span == nullptr) {
            ++m_work.clamped;
            return;
        }
        const bool collective = record.kind == SpanKind::Collective;
        const Part part{std::clamp(startOf(record), span->start, span->end),
                        std::clamp(endOf(record), span->start, span->end),
                        collective ? Part::Kind::Collective : Part::Kind::Recompute};
        m_work.clamped += part.start != startOf(record) || part.end != endOf(record) ? 1 : 0;
        m_work.inner.push_back(
            {span->op, part,
             collective ? telemetry::groupOf(record.flags) : telemetry::CollectiveGroup::Unsaid,
             record.bytes});
        (collective ? m_collectives : m_recomputations).push_back(part);
    }

    const std::vector<SpanRecord>& m_records;
    const std::int64_t m_beginNs;
    RankWork m_work;
    std::vector<Part> m_collectives;
    std::vector<Part> m_recomputations;
};

} // namespace

bool isOp(const SpanRecord& record) { return opKind(record.kind) && !isRerun(record); }

bool isTail(const SpanRecord& record)
{
    return (record.kind == SpanKind::Collective || record.kind == SpanKind::Optimizer)
        && record.stage < 0 && record.microbatch < 0;
}

bool hasPlace(const SpanRecord& record, int stages, int microbatches)
{
    const bool inside = record.stage < stages && record.microbatch < microbatches;
    const bool ofAnOp = record.stage >= 0 && record.microbatch >= 0;
    return inside && (ofAnOp || !opKind(record.kind));
}

bool isNear(const telemetry::StepSummary& summary)
{
    constexpr auto kLongest = Nanoseconds(kLongestStep).count();
    const auto isTooFar = [&](std::int64_t ns) {
        return ns - summary.beginNs < -kLongest || ns - summary.beginNs > kLongest;
    };
    return !isTooFar(summary.endNs) && !isTooFar(summary.firstOpNs) && !isTooFar(summary.lastOpNs)
        && !isTooFar(summary.tailNs) && !isTooFar(summary.tailEndNs)
        && telemetry::opsNs(summary) <= kLongest;
}

RankWork workOf(const std::vector<SpanRecord>& records, std::int64_t beginNs)
{
    constexpr auto kLongest = Nanoseconds(kLongestStep).count();
    const auto isTooFar = [beginNs](const SpanRecord& record) {
        return record.startNs - beginNs < -kLongest || record.endNs - beginNs > kLongest;
    };
    if (std::none_of(records.begin(), records.end(), isTooFar))
        return Sorter(records, beginNs).run();
    std::vector<SpanRecord> near;
    std::remove_copy_if(records.begin(), records.end(), std::back_inserter(near), isTooFar);
    RankWork work = Sorter(near, beginNs).run();
    work.tooFar = records.size() - near.size();
    return work;
}

} // namespace measured
