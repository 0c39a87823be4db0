#include "gui/charts/step_series.h"

#include <algorithm>

namespace gui {

void StepSeries::add(int step, double value)
{
    if (step <= m_lastStep)
        return;
    m_lastStep = step;
    m_lastValue = value;
    m_lowest = std::min(m_lowest, value);
    m_highest = std::max(m_highest, value);

    const int first = step / m_stride * m_stride;
    if (m_buckets.empty() || m_buckets.back().first != first) {
        m_buckets.push_back({first, step, step, value, value});
        // Each bucket may give two points. One merging does not always bring the number of buckets
        // down far enough, since steps that are missing leave gaps between them.
        while (2 * m_buckets.size() > kMaxPoints)
            halve();
        return;
    }
    Bucket& bucket = m_buckets.back();
    if (value < bucket.low) {
        bucket.low = value;
        bucket.lowStep = step;
    }
    if (value > bucket.high) {
        bucket.high = value;
        bucket.highStep = step;
    }
}

void StepSeries::halve()
{
    m_stride *= 2;
    std::vector<Bucket> merged;
    merged.reserve(m_buckets.size() / 2 + 1);
    for (const Bucket& bucket : m_buckets) {
        const int first = bucket.first / m_stride * m_stride;
        if (merged.empty() || merged.back().first != first) {
            merged.push_back(bucket);
            merged.back().first = first;
            continue;
        }
        Bucket& into = merged.back();
        if (bucket.low < into.low) {
            into.low = bucket.low;
            into.lowStep = bucket.lowStep;
        }
        if (bucket.high > into.high) {
            into.high = bucket.high;
            into.highStep = bucket.highStep;
        }
    }
    m_buckets = std::move(merged);
}

std::vector<std::pair<double, double>> StepSeries::points() const
{
    std::vector<std::pair<double, double>> points;
    points.reserve(2 * m_buckets.size());
    for (const Bucket& bucket : m_buckets) {
        const std::pair<double, double> low(bucket.lowStep, bucket.low);
        const std::pair<double, double> high(bucket.highStep, bucket.high);
        // Pairs compare by step first: the earlier of the two extremes comes first.
        points.push_back(std::min(low, high));
        if (bucket.lowStep != bucket.highStep)
            points.push_back(std::max(low, high));
    }
    return points;
}

const StepSeries::Bucket* StepSeries::bucketOf(int step) const
{
    const auto after = std::partition_point(m_buckets.begin(), m_buckets.end(),
                                            [step](const auto& b) { return b.first <= step; });
    if (after == m_buckets.begin() || step > m_lastStep)
        return nullptr;
    const Bucket& bucket = *(after - 1);
    return step - bucket.first < m_stride ? &bucket : nullptr;
}

std::optional<double> StepSeries::at(int step) const
{
    if (step == m_lastStep && !isEmpty())
        return m_lastValue;
    const Bucket* bucket = bucketOf(step);
    if (bucket == nullptr)
        return std::nullopt;
    if (bucket->lowStep == step)
        return bucket->low;
    return bucket->highStep == step ? std::optional(bucket->high) : std::nullopt;
}

std::optional<StepSeries::Stretch> StepSeries::around(int step) const
{
    const Bucket* bucket = bucketOf(step);
    if (bucket == nullptr)
        return std::nullopt;
    // The last bucket is not full yet; and first + m_stride may be more than an int holds.
    const int length = std::min(m_stride - 1, m_lastStep - bucket->first);
    return Stretch{bucket->first, bucket->first + length, bucket->low, bucket->high};
}

} // namespace gui
