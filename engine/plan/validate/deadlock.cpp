#include "engine/plan/validate/deadlock.h"

#include <algorithm>

namespace plan {
namespace {

std::string ofRank(const Op& op, int rank)
{
    return toText(op) + " of rank " + std::to_string(rank);
}

// What the rank waits for, from the word "waits" on.
std::string waiting(const Wait& wait)
{
    if (wait.what == Wait::For::Output)
        return "waits for " + ofRank(wait.needs, wait.of);
    return "waits until rank " + std::to_string(wait.of) + " receives " + toText(wait.needs);
}

// Where the rank stands.
std::string place(const Wait& wait)
{
    return (wait.what == Wait::For::Room ? "sending " : "") + toText(wait.at);
}

} // namespace

std::string toSentence(const Deadlock& deadlock)
{
    constexpr std::size_t kNamed = 16;
    if (deadlock.cycle.empty())
        return {};
    const Wait& first = deadlock.cycle.front();
    std::string text = "rank " + std::to_string(first.rank) + " waits "
        + (first.what == Wait::For::Room
               ? "to send " + toText(first.at) + " until rank " + std::to_string(first.of)
                   + " receives " + toText(first.needs)
               : "at " + toText(first.at) + " for " + ofRank(first.needs, first.of));
    const std::size_t count = deadlock.cycle.size();
    for (std::size_t i = 1; i < count; ++i) {
        if (count > kNamed && i == kNamed / 2) {
            const std::size_t skipped = count - kNamed;
            text += ", and so on over " + std::to_string(skipped) + " more ranks";
            i += skipped;
        }
        const Wait& before = deadlock.cycle[i - 1];
        const Wait& wait = deadlock.cycle[i];
        const bool itself = before.what == Wait::For::Output && wait.what == Wait::For::Output
            && before.needs == wait.at;
        text += itself ? ", which " : ", which stands behind " + place(wait) + ", which ";
        text += waiting(wait);
    }
    return text + ", which stands behind " + place(first);
}

Deadlock startingAt(Deadlock deadlock, int rank)
{
    const auto start = std::find_if(deadlock.cycle.begin(), deadlock.cycle.end(),
                                    [&](const Wait& wait) { return wait.rank == rank; });
    if (start != deadlock.cycle.end())
        std::rotate(deadlock.cycle.begin(), start, deadlock.cycle.end());
    return deadlock;
}

} // namespace plan
