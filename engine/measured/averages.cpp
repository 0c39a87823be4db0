#include "engine/measured/averages.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace measured {

double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double trimmedMean(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    // A twentieth at each end: enough against single interruptions, and all of a short list stays.
    const auto aside = std::ptrdiff_t(values.size() / 20);
    const auto begin = values.begin() + aside;
    const auto end = values.end() - aside;
    return std::accumulate(begin, end, 0.0) / double(end - begin);
}

double averageOf(Average average, std::vector<double> values)
{
    switch (average) {
    case Average::Median:
        return medianOf(std::move(values));
    case Average::TrimmedMean:
        return trimmedMean(std::move(values));
    case Average::Mean:
        return values.empty()
            ? 0
            : std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
    }
    return 0;
}

} // namespace measured
