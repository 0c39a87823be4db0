// Walks from rank to rank along what each stuck one waits for until it comes back.

#pragma once

#include "engine/plan/validate/deadlock.h"

#include <algorithm>

namespace plan {

// Calls waitOf(rank) -> Wait for stuck ranks only, each at most twice.
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
