// What a lesson can ask of a state, by name: "gpipe-64.peak.0" is the most that rank 0 of the state
// gpipe-64 has in flight.
//
// Every one is computed from the state by the function of the engine that the whole program takes
// it from; LESSON.md lists them for those who write lessons. A name is
//
//   [STATE.]MEASURE[.RANK][.DETAIL]
//
// Without a state it is asked of the one that a step shows, as the learner has changed it.

#pragma once

#include "engine/lesson/quantity.h"
#include "engine/plan/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

enum class MeasureId : std::uint8_t {
    // Of the step that is predicted.
    Makespan,
    Bubble,
    Overhead,
    SpanBubble,
    Peak,
    Activations,
    Messages,
    Weights,
    Legal,
    Ops,
    Idle,
    Busy,
    Place,
    Published,
    PhaseOps,
    PhaseEnd,
    LedgerTime,
    LongestBubble,
    WaitsFor,
    LeastIdle,
    Unawaited,
    Reruns,
    Hop,
    PathTransfer,
    PathHops,
    Slack,
    Layers,
    LayersOf,
    Path,
    Bound,
    Ranks,
    Microbatches,
    Chunks,
    // Of the strategy and its devices.
    Sound,
    Warned,
    Devices,
    TensorGroup,
    DataGroup,
    PipelineGroup,
    Crosses,
    // Of the cost model.
    Step,
    Fits,
    Memory,
    Fullest,
    Tokens,
    Mfu,
    Collectives,
    // Of the run that the learner started.
    Measured,
};

// What stands behind a measure's name.
enum class Arguments : std::uint8_t {
    None,
    RankOrNone, // over all ranks without one
    Rank,
    RankAndDetail,
    Detail,
    Stage,
    Op,
    Key, // of a strategy: parallel.zero
};

struct MeasureKind {
    MeasureId id;
    std::string_view name;
    Dimension dimension;
    Arguments arguments;
    std::span<const std::string_view> details{}; // that there are, for those with one
};

// In the order of MeasureId.
std::span<const MeasureKind> measureKinds();

struct Measure {
    std::string state; // empty: the one of the step
    MeasureId id = MeasureId::Makespan;
    int rank = -1;      // or stage; -1: all
    std::string detail; // "before_first", "1F0", "parallel.zero"

    bool operator==(const Measure&) const = default;
};

const MeasureKind& kindOf(MeasureId id);
Dimension dimensionOf(const Measure& measure);
// As a lesson writes it.
std::string toText(const Measure& measure);

// Fails with a sentence: "'peek' is no measure; did you mean 'peak'?", "names no state: 'smal'; did
// you mean 'small'?". `states`: the names of all.
plan::Result<Measure> measureOf(std::string_view text, std::span<const std::string_view> states);

// Whether a state may not be called so, as its name would hide a measure's.
bool isMeasureName(std::string_view name);

} // namespace lesson
