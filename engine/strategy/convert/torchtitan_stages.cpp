#include "engine/strategy/convert/torchtitan_stages.h"

#include <string>

namespace strategy {
plan::Result<std::vector<int>> titanStages(const TitanDivision& division)
{
    // The embedding and the output are dealt as if they were layers, and taken off again at the
    // end.
    const long long counted = 1LL * division.layers + division.lessFirst + division.lessLast;
    const long long per = division.layersPerStage;
    const long long stages
        = per > 0 ? (counted + per - 1) / per : 1LL * division.ranks * (division.oneStage ? 1 : 2);
    const std::string count = std::to_string(stages) + " stages";
    if (stages % division.ranks != 0)
        return plan::Error{"makes " + count + ", which are not divisible by "
                           + std::to_string(division.ranks) + " pipeline ranks"};
    if (division.oneStage && stages != division.ranks)
        return plan::Error{"makes " + count + ", and this schedule has one stage per rank"};
    if (!division.oneStage && stages < 2LL * division.ranks)
        return plan::Error{"makes " + count + ", and this schedule has two or more a rank"};
    if (stages > division.layers)
        return plan::Error{"makes " + count + " of " + std::to_string(division.layers)
                           + " layers; every stage needs one"};
    std::vector<int> layers(static_cast<std::size_t>(stages), static_cast<int>(counted / stages));
    for (std::size_t i = 0; i < static_cast<std::size_t>(counted % stages); ++i)
        ++layers[i];
    layers.front() -= division.lessFirst;
    layers.back() -= division.lessLast;
    if (layers.front() < 1 || layers.back() < 1)
        return plan::Error{"leaves no layer to the first or the last stage"};
    return layers;
}

} // namespace strategy
