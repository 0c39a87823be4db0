#include "engine/runtime/connected_pairs.h"

#include <algorithm>
#include <set>

namespace engine {

std::vector<std::pair<int, int>> connectedPairs(const std::vector<plan::Program>& programs)
{
    std::set<std::pair<int, int>> pairs;
    for (int rank = 0; rank < static_cast<int>(programs.size()); ++rank)
        for (const auto& instruction : programs[static_cast<std::size_t>(rank)])
            if (instruction.kind != plan::Instruction::Kind::Compute)
                pairs.insert({std::min(rank, instruction.peer), std::max(rank, instruction.peer)});
    return {pairs.begin(), pairs.end()};
}

} // namespace engine
