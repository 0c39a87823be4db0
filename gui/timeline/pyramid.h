// How long a rank spent on what, at every scale.
//
// Invariants, for every rank:
// 1. A bucket of level l covers bucketWidth() << l nanoseconds; bucket i of level
//    l + 1 is the exact sum of buckets 2i and 2i + 1 of level l.
// 2. Every nanosecond of every span is in exactly one bucket of level 0, in the
//    span's category. What is missing to the width is idle time.
// 3. Nothing is rounded, so a nanosecond of no data is seen at every level.
//
// A bucket holds four bytes for each category that occurs at all. Level 0 takes 6
// to 12 bytes per span, all levels together twice that, and those of a track that grows have room
// for as much again, however long the track is: where so few
// spans are spread over so long a time that a bucket of level 0 is over 2^31 ns wide, times
// count in units of unit() and every span's ends are rounded down to one.

#pragma once

#include "engine/plan/timeline.h"
#include "gui/timeline/category.h"
#include "gui/timeline/time_axis.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace gui {

// A stretch of work that is not an op: the reduction or the optimizer at the step's end.
struct Stretch {
    TimeRange range;
    Category category = Category::Optimizer;
    std::uint32_t item = 0; // whatever it is to whoever made it

    bool operator==(const Stretch&) const = default;
};

// What the pyramid reads of one rank: spans sorted by start, from 0 on. Where two
// overlap by clock resolution, the later one gives way.
struct RankSpans {
    std::span<const plan::Span> spans;
    std::span<const TimeRange> noData; // sorted, disjoint, apart from the spans
    std::span<const Stretch> tail{};   // sorted, disjoint, behind the last span
    bool boxes = false;                // the tail's stretches are boxes, too, where they are wide
};

// Time by Category within some range.
using Coverage = std::array<std::int64_t, kCategories>; // ns

class Pyramid {
public:
    Pyramid() = default;

    // Counts all of it. `end` is where the time of the track ends; at least the end
    // of the last span.
    Pyramid(std::span<const RankSpans> ranks, Nanoseconds end);

    // Counts what `ranks` holds beyond what was counted before, in time linear in
    // that (amortised: now and then everything is counted again at another bucket
    // width). A rank whose counted part was changed, not only grown, is counted
    // again as a whole. Where all ranks grow alike, few of them move to larger
    // arrays at a time, so that no call pays for all.
    void extend(std::span<const RankSpans> ranks, Nanoseconds end);

    int levels() const { return static_cast<int>(m_levels); }
    Nanoseconds bucketWidth(int level) const
    {
        return Nanoseconds{std::int64_t{1} << (m_shift + level)};
    }
    std::size_t buckets(std::size_t rank, int level) const;

    // What values() count in; 1 ns unless the track is long and almost empty.
    Nanoseconds unit() const { return Nanoseconds{std::int64_t{1} << m_unitShift}; }

    // The categories that occur, in the order of the values of a bucket.
    std::span<const Category> categories() const { return m_categories; }

    // Of one rank and level: categories().size() values a bucket, in units of unit().
    std::span<const std::uint32_t> values(std::size_t rank, int level) const;

    // Exact sum, but for a unit() above 1 ns, over the buckets [first, last) of a level; buckets
    // beyond the last one there is hold nothing.
    Coverage sum(std::size_t rank, int level, std::size_t first, std::size_t last) const;

    std::size_t bytes() const; // of the heap

private:
    struct Rank {
        std::vector<std::vector<std::uint32_t>> levels; // [level][bucket * stride + category]
        std::size_t spans = 0;                          // counted
        plan::Span lastSpan;                            // the last one counted
        std::vector<TimeRange> noData;                  // counted
        std::vector<Stretch> tail;                      // counted
    };

    void layOut(std::span<const RankSpans> ranks, Nanoseconds end);
    void resize(Rank& rank, std::size_t level, std::size_t buckets);
    bool suits(std::span<const RankSpans> ranks, Nanoseconds end) const;
    bool count(Rank& rank, const RankSpans& from); // false: meets a category not laid out
    void add(std::uint32_t* base, TimeRange range, std::size_t slot) const;
    void raise(Rank& rank, std::size_t firstDirty);

    std::vector<Rank> m_ranks;
    std::vector<Category> m_categories;
    std::optional<Category> m_unforeseen;           // met while counting
    std::array<std::uint8_t, kCategories> m_slot{}; // by Category: place within a bucket
    int m_shift = 0;                                // level 0 covers 1 << m_shift ns
    int m_unitShift = 0;                            // a value counts 1 << m_unitShift ns
    std::size_t m_levels = 0;
    bool m_grows = false; // more is expected than what is counted
};

} // namespace gui
