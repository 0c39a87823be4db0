// What one types to find something in the timeline, and what it finds.

#pragma once

#include "gui/timeline/frame_renderer.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace gui {

// All that is given must hold. Ops are looked for, or bubbles.
struct FindQuery {
    enum class Than { Longer, Shorter };

    bool bubbles = false;
    std::optional<plan::OpKind> kind{};
    std::optional<int> rank{}; // as it is called: of the world, where a run has many to a place
    std::optional<int> stage{};
    std::optional<int> microbatch{};
    std::optional<Than> than{}; // of how long it takes
    Nanoseconds length{};

    bool operator==(const FindQuery&) const = default;
};

// "F3", "2F3", "B", "rank 2", "stage 1", "microbatch 7", "bubble", "> 5 ms", and any of them side
// by side, in upper or lower case; a time without a unit counts in milliseconds. Nothing where
// there is none of these, or anything else, or where bubbles are asked for what only ops have.
std::optional<FindQuery> parseFind(const QString& text);

struct FindHit {
    int slot = 0;
    int rank = 0;
    TimeRange range;
    std::optional<plan::Op> op{}; // none: a bubble, or, of a peer, all that is known of it
    int peer = -1;                // on the row of that peer of the rank

    bool operator==(const FindHit&) const = default;
};

// The most that can be gone through; the others are only counted.
inline constexpr std::size_t kMostHits = 10'000;

struct FindHits {
    std::vector<FindHit> first; // by start, then by slot and rank; the first kMostHits of them
    std::size_t count = 0;      // of all
};

using FindHitsPtr = std::shared_ptr<const FindHits>;

// Linear in the spans; any thread. `stop` is asked now and then; the answer is of no use once it
// has said true.
FindHits findIn(const Tracks& tracks, const FindQuery& query,
                const std::function<bool()>& stop = {});

} // namespace gui
