// Ranks of a fake NCCL that are threads of a test.

#pragma once

#include "tests/cuda/fakes/nccl.h"
#include "tests/cuda/fakes/streams.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace fake {

// The identity of each communicator, by name: whoever asks first makes it.
class Ids {
public:
    ncclUniqueId of(const std::string& name)
    {
        const std::lock_guard lock(m_mutex);
        const auto [it, isNew] = m_ids.try_emplace(name);
        if (isNew)
            ncclGetUniqueId(&it->second);
        return it->second;
    }

private:
    std::mutex m_mutex;
    std::map<std::string, ncclUniqueId> m_ids;
};

// body(rank, idOf) in a thread for each rank, which begin together. Returns what went wrong on the
// device of each; empty: nothing.
template <class Body>
std::vector<std::string> onRanks(int ranks, const Body& body)
{
    Ids ids;
    std::vector<std::string> why(static_cast<std::size_t>(ranks));
    std::vector<std::thread> threads;
    threads.reserve(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            body(rank, [&ids](const std::string& name) { return ids.of(name); });
            why[static_cast<std::size_t>(rank)] = Device::own().why();
        });
    for (std::thread& thread : threads)
        thread.join();
    return why;
}

} // namespace fake
