#include "gui/timeline/pyramid.h"

#include <algorithm>
#include <cassert>

namespace gui {
namespace {

constexpr std::uint8_t kNoSlot = 0xff;
constexpr std::int64_t kBaseBytesPerSpan = 12;
constexpr std::int64_t kLeastSpansPerRank
    = 64;                         // so that a track that just began is not laid out for nothing
constexpr int kLargestShift = 31; // a bucket full of one category still fits 32 bits: in ns,
constexpr int kWidestShift = 62;  // and in units of so many less
constexpr std::int64_t kTopBuckets = 64;
constexpr std::size_t kSampledSpans = 1024;

std::size_t count(std::span<const RankSpans> ranks)
{
    std::size_t spans = 0;
    for (const RankSpans& rank : ranks)
        spans += rank.spans.size() + rank.noData.size() + rank.tail.size();
    return spans;
}

// The narrowest base bucket that keeps within the bytes a span may cost.
int wantedShift(std::span<const RankSpans> ranks, Nanoseconds end, std::size_t stride)
{
    const auto rows = static_cast<std::int64_t>(std::max<std::size_t>(ranks.size(), 1));
    const std::int64_t spans
        = std::max(static_cast<std::int64_t>(count(ranks)), rows * kLeastSpansPerRank);
    const std::int64_t bucketBytes
        = 4 * static_cast<std::int64_t>(std::max<std::size_t>(stride, 1));
    const std::int64_t affordable
        = std::max<std::int64_t>(1, spans * kBaseBytesPerSpan / (rows * bucketBytes));
    int shift = 0;
    while (shift < kWidestShift && (end.count() >> shift) > affordable)
        ++shift;
    return shift;
}

} // namespace

Pyramid::Pyramid(std::span<const RankSpans> ranks, Nanoseconds end) { layOut(ranks, end); }

std::size_t Pyramid::buckets(std::size_t rank, int level) const
{
    return values(rank, level).size() / std::max<std::size_t>(m_categories.size(), 1);
}

std::span<const std::uint32_t> Pyramid::values(std::size_t rank, int level) const
{
    return m_ranks[rank].levels[static_cast<std::size_t>(level)];
}

Coverage Pyramid::sum(std::size_t rank, int level, std::size_t first, std::size_t last) const
{
    Coverage coverage{};
    const auto values = this->values(rank, level);
    const std::size_t stride = m_categories.size();
    last = std::min(last, buckets(rank, level));
    for (std::size_t bucket = first; bucket < last; ++bucket)
        for (std::size_t i = 0; i < stride; ++i)
            coverage[static_cast<std::size_t>(m_categories[i])]
                += std::int64_t{values[bucket * stride + i]} << m_unitShift;
    return coverage;
}

std::size_t Pyramid::bytes() const
{
    std::size_t bytes = m_ranks.capacity() * sizeof(Rank);
    for (const Rank& rank : m_ranks) {
        bytes += rank.levels.capacity() * sizeof(std::vector<std::uint32_t>)
            + rank.noData.capacity() * sizeof(TimeRange);
        for (const auto& level : rank.levels)
            bytes += level.capacity() * sizeof(std::uint32_t);
    }
    return bytes;
}

void Pyramid::extend(std::span<const RankSpans> ranks, Nanoseconds end)
{
    m_grows = true;
    if (!suits(ranks, end)) {
        layOut(ranks, end);
        return;
    }
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        Rank& rank = m_ranks[i];
        const RankSpans& from = ranks[i];
        const bool grown = from.spans.size() >= rank.spans
            // The last span counted stands for all before it: spans of a track that grew are only
            // added behind.
            && (rank.spans == 0 || from.spans[rank.spans - 1] == rank.lastSpan)
            && from.noData.size() >= rank.noData.size()
            && std::equal(rank.noData.begin(), rank.noData.end(), from.noData.begin())
            && from.tail.size() >= rank.tail.size()
            && std::equal(rank.tail.begin(), rank.tail.end(), from.tail.begin());
        if (!grown)
            rank = {.levels = std::vector<std::vector<std::uint32_t>>(m_levels),
                    .spans = 0,
                    .lastSpan = {},
                    .noData = {},
                    .tail = {}};
        if (!count(rank, from)) {
            layOut(ranks, end);
            return;
        }
    }
}

bool Pyramid::suits(std::span<const RankSpans> ranks, Nanoseconds end) const
{
    if (ranks.size() != m_ranks.size() || m_levels == 0)
        return false;
    const int wanted = wantedShift(ranks, end, m_categories.size());
    // A track that grows is counted anew only when its buckets are wrong by a factor of four, so
    // that on average each span is counted a bounded number of times.
    return wanted < m_shift + 2 && wanted > m_shift - 2;
}

void Pyramid::layOut(std::span<const RankSpans> ranks, Nanoseconds end)
{
    // Most tracks show their categories early on; one that turns up later starts
    // the counting again, at most once for each.
    const auto meet = [this](Category category) {
        if (std::find(m_categories.begin(), m_categories.end(), category) == m_categories.end())
            m_categories.push_back(category);
    };
    m_categories.clear();
    for (const RankSpans& rank : ranks) {
        for (const plan::Span& span : rank.spans.first(std::min(rank.spans.size(), kSampledSpans)))
            meet(categoryOf(span.op.kind));
        if (!rank.noData.empty())
            meet(Category::NoData);
        for (const Stretch& stretch : rank.tail)
            meet(stretch.category);
    }
    bool counted = false;
    while (!counted) {
        if (m_unforeseen)
            meet(*m_unforeseen);
        m_unforeseen.reset();
        std::sort(m_categories.begin(), m_categories.end());
        m_slot.fill(kNoSlot);
        for (std::size_t i = 0; i < m_categories.size(); ++i)
            m_slot[static_cast<std::size_t>(m_categories[i])] = static_cast<std::uint8_t>(i);

        m_shift = wantedShift(ranks, end, m_categories.size());
        m_unitShift = std::max(0, m_shift - kLargestShift);
        m_levels = 1;
        while (m_shift + static_cast<int>(m_levels) <= kLargestShift
               && (end.count() >> (m_shift + static_cast<int>(m_levels) - 1)) > kTopBuckets)
            ++m_levels;
        m_ranks.clear();
        m_ranks.resize(ranks.size());
        counted = true;
        for (std::size_t i = 0; i < ranks.size() && counted; ++i) {
            m_ranks[i].levels.resize(m_levels);
            counted = count(m_ranks[i], ranks[i]);
        }
    }
}

bool Pyramid::count(Rank& rank, const RankSpans& from)
{
    const auto spans = from.spans.subspan(rank.spans);
    const auto noData = from.noData.subspan(rank.noData.size());
    const auto tail = from.tail.subspan(rank.tail.size());
    if (spans.empty() && noData.empty() && tail.empty())
        return true;

    Nanoseconds end{0};
    Nanoseconds begin = Nanoseconds::max();
    if (!spans.empty())
        begin = spans.front().start;
    for (const plan::Span& span : spans) // where they overlap, not the last one's
        end = std::max(end, span.end);
    if (!noData.empty()) {
        begin = std::min(begin, noData.front().begin);
        end = std::max(end, noData.back().end);
        if (m_slot[static_cast<std::size_t>(Category::NoData)] == kNoSlot) {
            m_unforeseen = Category::NoData;
            return false;
        }
    }

    for (const Stretch& stretch : tail) {
        begin = std::min(begin, stretch.range.begin);
        end = std::max(end, stretch.range.end);
        if (m_slot[static_cast<std::size_t>(stretch.category)] == kNoSlot) {
            m_unforeseen = stretch.category;
            return false;
        }
    }

    auto& base = rank.levels[0];
    const std::size_t stride = m_categories.size();
    const auto buckets = static_cast<std::size_t>((end.count() - 1) >> m_shift) + 1;
    if (end.count() > 0 && base.size() < buckets * stride)
        resize(rank, 0, buckets);

    Nanoseconds free = rank.spans > 0 ? rank.lastSpan.end : Nanoseconds{0};
    for (const plan::Span& span : spans) {
        const std::uint8_t slot = m_slot[static_cast<std::size_t>(categoryOf(span.op.kind))];
        if (slot == kNoSlot) {
            m_unforeseen = categoryOf(span.op.kind);
            return false;
        }
        // Spans that overlap by clock resolution: the later one gives way.
        const Nanoseconds start = std::max(span.start, free);
        if (span.end > start) {
            add(base.data(), {start, span.end}, slot);
            free = span.end;
        }
    }
    for (const TimeRange& range : noData)
        add(base.data(), range, m_slot[static_cast<std::size_t>(Category::NoData)]);
    for (const Stretch& stretch : tail) {
        const Nanoseconds start = std::max(stretch.range.begin, free);
        free = std::max(free, stretch.range.end);
        add(base.data(), {start, free}, m_slot[static_cast<std::size_t>(stretch.category)]);
    }

    rank.spans = from.spans.size();
    if (rank.spans > 0)
        rank.lastSpan = from.spans.back();
    rank.noData.insert(rank.noData.end(), noData.begin(), noData.end());
    rank.tail.insert(rank.tail.end(), tail.begin(), tail.end());
    raise(rank, static_cast<std::size_t>(std::max<std::int64_t>(begin.count(), 0) >> m_shift));
    return true;
}

void Pyramid::add(std::uint32_t* base, TimeRange range, std::size_t slot) const
{
    const std::size_t stride = m_categories.size();
    std::int64_t begin = range.begin.count();
    const std::int64_t end = range.end.count();
    auto bucket = static_cast<std::size_t>(begin >> m_shift);
    while (begin < end) {
        const std::int64_t bucketEnd = static_cast<std::int64_t>(bucket + 1) << m_shift;
        const std::int64_t until = std::min(end, bucketEnd);
        base[bucket * stride + slot]
            += static_cast<std::uint32_t>((until >> m_unitShift) - (begin >> m_unitShift));
        begin = until;
        ++bucket;
    }
}

// At first each rank takes another share of its size as room to grow, and twice its size from then
// on. Were they to double all at once, moving the arrays of ten million spans would take 50 ms.
void Pyramid::resize(Rank& rank, std::size_t level, std::size_t buckets)
{
    auto& values = rank.levels[level];
    const std::size_t size = buckets * m_categories.size();
    if (m_grows && size > values.capacity()) {
        const auto place = static_cast<std::size_t>(&rank - m_ranks.data()) + 1;
        values.reserve(values.empty() ? size + size * place / m_ranks.size() : 2 * size);
    }
    values.resize(size);
}

void Pyramid::raise(Rank& rank, std::size_t firstDirty)
{
    const std::size_t stride = m_categories.size();
    for (std::size_t level = 1; level < m_levels; ++level) {
        const auto& below = rank.levels[level - 1];
        auto& above = rank.levels[level];
        const std::size_t belowBuckets = below.size() / stride;
        resize(rank, level, (belowBuckets + 1) / 2);
        // Buckets to the left of the first new span have not changed on any level.
        firstDirty /= 2;
        const std::uint32_t* from = below.data();
        std::uint32_t* to = above.data();
        for (std::size_t bucket = firstDirty; bucket < belowBuckets / 2; ++bucket)
            for (std::size_t i = 0; i < stride; ++i)
                to[bucket * stride + i]
                    = from[2 * bucket * stride + i] + from[(2 * bucket + 1) * stride + i];
        if (belowBuckets % 2 == 1)
            std::copy_n(from + (belowBuckets - 1) * stride, stride, to + belowBuckets / 2 * stride);
    }
}

} // namespace gui
