// Walks from rank to rank along what each stuck one waits for until it comes back.
//
// A stuck rank waits for one other stuck rank, so that the walk from any of them must enter a
// cycle. The ranks on the way to it are stuck because of the cycle and are not part of it.

#pragma once

#include "engine/plan/validate/deadlock.h"

#include <algorithm>

namespace plan {

// The waits of the cycle, each for the rank of the next one, beginning with the smallest rank, so
// that the same deadlock always reads the same. Calls waitOf(rank) -> Wait for stuck ranks only,
// each at most twice. Linear in the ranks.
//
// Precondition: `start` is stuck, and so is every rank that a stuck one waits for.
template <class WaitOf>
std::vector<Wait> waitCycle(std::size_t ranks, int start, WaitOf&& waitOf)
{
    std::vector<bool> visited(ranks);
    int rank = start;
    while (!visited[static_cast<std::size_t>(rank)]) {
        visited[static_cast<std::size_t>(rank)] = true;
        rank = waitOf(rank).of;
    }
    std::vector<Wait> cycle;
    const int entry = rank;
    do {
        cycle.push_back(waitOf(rank));
        rank = cycle.back().of;
    } while (rank != entry);
    const auto smallest = std::min_element(
        cycle.begin(), cycle.end(), [](const Wait& a, const Wait& b) { return a.rank < b.rank; });
    std::rotate(cycle.begin(), smallest, cycle.end());
    return cycle;
}

} // namespace plan
