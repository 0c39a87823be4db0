#include "gui/timeline/columns.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kBoxWidth = 2; // pixels an op needs to be a box
constexpr std::size_t kSlackSpans = 64;

// Idle pixels a row may be wrong by before an edge moves from its nearest pixel.
constexpr double kTolerance = 0.75;

// The whole pixel for an edge at `x`, within [lowest, highest]: the nearest one, or
// where idle would be wrong by more than the tolerance, the neighbour that is less
// wrong. `idleError` answers for a pixel how wrong idle then is.
template <class IdleError>
int wholePixel(double x, int lowest, int highest, const IdleError& idleError)
{
    // What rounds wrongly lies below 0, where it is clamped; lround() is a call for every edge.
    // NOLINTNEXTLINE(bugprone-incorrect-roundings)
    int best = std::clamp(static_cast<int>(x + 0.5), lowest, highest);
    double error = std::abs(idleError(best));
    if (error <= kTolerance)
        return best;
    const int nearest = best;
    for (const int each : {nearest - 1, nearest + 1}) {
        if (each < lowest || each > highest || std::abs(idleError(each)) >= error)
            continue;
        best = each;
        error = std::abs(idleError(each));
    }
    return best;
}

auto firstInSight(const RankSpans& row, const TimeAxis& axis)
{
    return std::partition_point(row.tail.begin(), row.tail.end(), [&](const Stretch& stretch) {
        return stretch.range.end <= axis.range.begin;
    });
}

std::size_t stretchesInSight(const RankSpans& row, const TimeAxis& axis)
{
    const auto first = firstInSight(row, axis);
    const auto last = std::partition_point(first, row.tail.end(), [&](const Stretch& stretch) {
        return stretch.range.begin < axis.range.end;
    });
    return static_cast<std::size_t>(last - first);
}

} // namespace

const Columns& ColumnLayout::layOut(const RankSpans& row, const Pyramid& pyramid, std::size_t rank,
                                    const TimeAxis& axis)
{
    m_columns.width = std::max(1, static_cast<int>(axis.width));
    m_columns.shares.assign(kCategories * static_cast<std::size_t>(m_columns.width), 0);
    m_columns.boxes.clear();
    m_columns.present.fill(false);

    const auto first = std::partition_point(row.spans.begin(), row.spans.end(), [&](const auto& s) {
        return s.end <= axis.range.begin;
    });
    const auto last = std::partition_point(first, row.spans.end(),
                                           [&](const auto& s) { return s.start < axis.range.end; });
    const auto inSight = static_cast<std::size_t>(last - first) + stretchesInSight(row, axis);
    m_columns.exact = inSight <= static_cast<std::size_t>(m_columns.width) + kSlackSpans;
    if (m_columns.exact)
        fromSpans(row, static_cast<std::size_t>(first - row.spans.begin()),
                  static_cast<std::size_t>(last - row.spans.begin()), axis);
    else
        fromPyramid(pyramid, rank, axis);
    return m_columns;
}

void ColumnLayout::fromSpans(const RankSpans& row, std::size_t first, std::size_t last,
                             const TimeAxis& axis)
{
    m_anchor = 0;
    m_drawnAnchor = 0;
    m_idleError = 0;
    m_narrowBusy = 0;
    m_narrow.clear();

    auto noData
        = std::partition_point(row.noData.begin(), row.noData.end(),
                               [&](const auto& range) { return range.end <= axis.range.begin; });
    const auto placeNoDataBefore = [&](Nanoseconds time) {
        for (; noData != row.noData.end() && noData->begin < time; ++noData)
            place(*noData, Category::NoData, -1, axis);
    };
    Nanoseconds free = first > 0 ? row.spans[first - 1].end : Nanoseconds{0};
    for (std::size_t i = first; i < last; ++i) {
        const plan::Span& span = row.spans[i];
        placeNoDataBefore(span.start);
        const Nanoseconds start = std::max(span.start, free);
        if (span.end <= start)
            continue;
        place({start, span.end}, categoryOf(span.op.kind), static_cast<std::int64_t>(i), axis);
        free = span.end;
    }
    placeNoDataBefore(axis.range.end);
    for (auto stretch = firstInSight(row, axis);
         stretch != row.tail.end() && stretch->range.begin < axis.range.end; ++stretch)
        place(stretch->range, stretch->category, row.boxes ? stretch - row.tail.begin() : -1, axis);
    flush(static_cast<double>(m_columns.width), m_columns.width);
}

void ColumnLayout::place(TimeRange item, Category category, std::int64_t span, const TimeAxis& axis)
{
    const double trueLeft = axis.x(item.begin);
    const double trueRight = axis.x(item.end);
    const double left = std::clamp(trueLeft, 0.0, axis.width);
    const double right = std::clamp(trueRight, left, axis.width);
    if (trueRight - trueLeft < kBoxWidth) {
        m_narrow.push_back({left, right, category});
        m_narrowBusy += right - left;
        return;
    }

    // The stretch up to here is drawn as long as the pixels allow, idle and narrow
    // items in proportion.
    const double length = left - m_anchor;
    const double idle = std::max(0.0, length - m_narrowBusy);
    const auto leftError = [&](int pixel) {
        return m_idleError + (length > 0 ? idle * ((pixel - m_drawnAnchor) / length - 1) : 0);
    };
    const int drawnLeft
        = length > 0 ? wholePixel(left, m_drawnAnchor, m_columns.width, leftError) : m_drawnAnchor;
    m_idleError = leftError(drawnLeft);
    flush(left, drawnLeft);

    // What is added on the right is missing from the idle time that may follow.
    const bool cutRight = trueRight > axis.width;
    const auto rightError = [&](int pixel) { return m_idleError - (pixel - right); };
    m_anchor = right;
    m_drawnAnchor = cutRight
        ? m_columns.width
        : wholePixel(right, std::min(drawnLeft + 1, m_columns.width), m_columns.width, rightError);
    fill(drawnLeft, m_drawnAnchor, category);
    if (span >= 0 && m_drawnAnchor > drawnLeft)
        m_columns.boxes.push_back({.left = drawnLeft,
                                   .right = m_drawnAnchor,
                                   .span = static_cast<std::uint32_t>(span),
                                   .cutLeft = trueLeft < 0,
                                   .cutRight = cutRight});
}

// Draws the narrow items since the anchor, stretched evenly so that the next edge
// falls on `drawnRight`.
void ColumnLayout::flush(double right, int drawnRight)
{
    const double length = right - m_anchor;
    const double stretch = length > 0 ? (drawnRight - m_drawnAnchor) / length : 0;
    for (const Narrow& item : m_narrow)
        fill(m_drawnAnchor + (item.left - m_anchor) * stretch,
             m_drawnAnchor + (item.right - m_anchor) * stretch, item.category);
    m_narrow.clear();
    m_narrowBusy = 0;
}

void ColumnLayout::fill(double left, double right, Category category)
{
    float* shares = m_columns.shares.data()
        + static_cast<std::size_t>(category) * static_cast<std::size_t>(m_columns.width);
    m_columns.present[static_cast<std::size_t>(category)] = true;
    left = std::max(left, 0.0);
    right = std::min(right, static_cast<double>(m_columns.width));
    for (int column = static_cast<int>(left); column < right; ++column) {
        const double covered = std::min(right, column + 1.0) - std::max<double>(left, column);
        shares[column] += static_cast<float>(covered);
    }
}

void ColumnLayout::fromPyramid(const Pyramid& pyramid, std::size_t rank, const TimeAxis& axis)
{
    const double columnTime = 1 / axis.pixelsPerNanosecond();
    int level = pyramid.levels() - 1;
    while (level > 0 && static_cast<double>(pyramid.bucketWidth(level).count()) > columnTime)
        --level;

    const std::int64_t bucketTime = pyramid.bucketWidth(level).count();
    const auto values = pyramid.values(rank, level);
    const auto categories = pyramid.categories();
    const std::size_t stride = categories.size();
    if (stride == 0)
        return;
    const auto buckets = static_cast<std::int64_t>(values.size() / stride);
    const std::int64_t first
        = std::clamp<std::int64_t>(axis.range.begin.count() / bucketTime, 0, buckets);
    const std::int64_t last
        = std::clamp<std::int64_t>(axis.range.end.count() / bucketTime + 1, 0, buckets);

    const double scale = axis.pixelsPerNanosecond();
    const double timeScale = static_cast<double>(pyramid.unit().count()) * scale;
    const double bucketWidth = static_cast<double>(bucketTime) * scale;
    const auto width = static_cast<std::size_t>(m_columns.width);
    for (std::size_t i = 0; i < stride; ++i) {
        float* shares = m_columns.shares.data() + static_cast<std::size_t>(categories[i]) * width;
        for (std::int64_t bucket = first; bucket < last; ++bucket) {
            const std::uint32_t time = values[static_cast<std::size_t>(bucket) * stride + i];
            if (time == 0)
                continue;
            m_columns.present[static_cast<std::size_t>(categories[i])] = true;
            // Truncated, not floored, which is slow here: only what begins before the
            // first column differs, and that goes the longer way.
            const double left
                = static_cast<double>(bucket * bucketTime - axis.range.begin.count()) * scale;
            const double right = left + bucketWidth;
            const double share = static_cast<double>(time) * timeScale;
            const auto column = static_cast<std::int64_t>(left);
            if (left >= 0 && right <= static_cast<double>(column + 1) && column < m_columns.width) {
                shares[column] += static_cast<float>(share);
                continue;
            }
            // Over the edge of a column: each side gets its part, so that nothing is lost.
            for (std::int64_t at = std::max<std::int64_t>(column, 0);
                 at < m_columns.width && static_cast<double>(at) < right; ++at) {
                const double part = std::min(right, static_cast<double>(at + 1))
                    - std::max(left, static_cast<double>(at));
                shares[at] += static_cast<float>(share * part / bucketWidth);
            }
        }
    }
}

} // namespace gui
