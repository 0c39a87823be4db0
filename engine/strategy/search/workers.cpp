#include "engine/strategy/search/workers.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace strategy {

void runParts(std::size_t parts, int threads, const std::function<void(PartQueue&)>& work)
{
    PartQueue queue(parts);
    std::mutex mutex;
    std::exception_ptr thrown;
    const auto guarded = [&] {
        try {
            work(queue);
        } catch (...) {
            // An exception may not leave a thread's function; the last one is as good as any.
            const std::lock_guard lock(mutex);
            thrown = std::current_exception();
        }
    };
    {
        // Joined at the end of this block, before `thrown` is looked at.
        std::vector<std::jthread> others;
        const auto most = std::min<std::size_t>(parts, static_cast<std::size_t>(threads));
        try {
            while (others.size() + 1 < most)
                others.emplace_back(guarded);
        } catch (const std::system_error&) {
            // The machine has no more threads to give; those there are do all of it.
        }
        guarded();
    }
    if (thrown)
        std::rethrow_exception(thrown);
}

} // namespace strategy
