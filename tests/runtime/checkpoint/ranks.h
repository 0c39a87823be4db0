// n ranks as n threads of this process.

#pragma once

#include "engine/runtime/clock.h"
#include "engine/runtime/loopback/loopback_communicator.h"

#include <functional>
#include <numeric>
#include <thread>
#include <vector>

namespace checkpoint_test {

// What each rank's `work` gave, by rank.
inline std::vector<plan::Outcome>
onRanks(int size, const std::function<plan::Outcome(engine::HostCommunicator&)>& work)
{
    engine::LoopbackGroups groups;
    std::vector<int> members(static_cast<std::size_t>(size));
    std::iota(members.begin(), members.end(), 0);
    std::vector<plan::Outcome> outcomes(members.size(), plan::done());
    std::vector<std::thread> threads;
    threads.reserve(members.size());
    for (const int rank : members) {
        threads.emplace_back([&, rank] {
            engine::SystemClock clock;
            engine::Waiting waiting(clock);
            auto world
                = engine::LoopbackCommunicator::open(groups, "world", members, rank, waiting);
            outcomes[static_cast<std::size_t>(rank)] = world ? work(**world) : world.error();
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    return outcomes;
}

// done(), or the one error of all; says where ranks differ.
inline plan::Outcome theOutcome(const std::vector<plan::Outcome>& outcomes)
{
    const auto textOf = [](const plan::Outcome& outcome) {
        return outcome ? std::string() : outcome.error().message;
    };
    for (const plan::Outcome& outcome : outcomes)
        if (textOf(outcome) != textOf(outcomes.front()))
            return plan::Error{"ranks differ: '" + textOf(outcome) + "' and '"
                               + textOf(outcomes.front()) + "'"};
    return outcomes.front();
}

} // namespace checkpoint_test
