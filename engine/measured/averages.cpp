#include "engine/measured/averages.h"

#include <algorithm>
#include <numeric>

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
    const auto aside = std::ptrdiff_t(values.size() / 20);
    const auto begin = values.begin() + aside;
    const auto end = values.end() - aside;
    return std::accumulate(begin, end, 0.0) / double(end - begin);
}

} // namespace measured
