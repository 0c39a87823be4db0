// The schedules known by name: what each needs, what it promises, how to make it.

#pragma once

#include "engine/plan/costs.h"
#include "engine/plan/result.h"
#include "engine/plan/schedule.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace plan {

struct ScheduleOptions {
    std::optional<int> group{};       // interleaved kinds: microbatches that cross a chunk together
    std::optional<int> maxInFlight{}; // zb-auto: most (microbatch, stage) pairs a rank may hold

    bool operator==(const ScheduleOptions&) const = default;
};

// Asked now and then while an order is searched for; true: the best so far will do.
using StopAsked = std::function<bool()>;

struct ScheduleRequest {
    Shape shape;
    ScheduleOptions options;
    Costs costs;      // what zb-auto makes its order for; the others ignore them
    StopAsked stop{}; // may be empty
};

// Frameworks that name schedules in their files, each format of theirs on its own.
enum class Framework : std::uint8_t {
    Megatron,      // by what its arguments make: 1F1B or its interleaved form
    MindSpeed,     // --schedules-method, beside Megatron's
    Nanotron,      // parallelism.pp_engine
    PaddleFleet,   // pipeline_configs.schedule_mode
    PaddleTrainer, // pipeline_schedule_mode
    Torchtitan,    // pipeline_parallel_schedule
};

// What a framework calls a schedule.
struct ForeignName {
    Framework framework;
    std::string_view name;
};

struct PlaceFormula; // bubble_places.h
struct StepParts;    // step_parts.h

// One schedule of the catalogue: all that is known of it by name. Each stands beside its generator
// in schedules/. Texts for a person are marked as translatable.h says, context "Catalog".
struct CatalogEntry {
    std::string_view name;         // "1f1b"
    std::string_view title;        // "1F1B (PipeDream-Flush)"
    std::string_view conditions;   // on the shape, for a person
    std::string_view makespan;     // closed form, in F, B = I + W of one stage
    std::string_view memory;       // closed form of the peak in-flight pairs on rank r
    std::string_view source;       // paper
    int weightsFactor = 1;         // copies of the model that the ranks hold together
    int defaultChunks = 1;         // where none are given
    bool anyChunks = false;        // not only those
    std::string_view chunksAre{};  // what they stand for, where they are not free
    int directions = 1;            // of the microbatches through the ranks
    bool splitsBackwards = false;  // into input gradient and weight gradient, all of them
    bool takesGroup = false;       // of ScheduleOptions; the others are refused it
    bool takesMaxInFlight = false; // likewise; the others ignore it

    // What `conditions` says beyond that, as a check; the sentence says what to change.
    // nullptr: nothing.
    Outcome (*check)(const Shape&, const ScheduleOptions&) = nullptr;

    // Precondition: checkConditions() holds, and shape.directions is the entry's.
    Result<Schedule> (*generate)(const ScheduleRequest&);

    // The exact makespan for equal stages of those costs and free transfers; nothing for
    // a shape or costs for which none is known. nullptr: for none.
    std::optional<Nanoseconds> (*closedForm)(const Shape&, const ScheduleOptions&,
                                             const StageCosts&)
        = nullptr;

    // Peak in-flight pairs on that rank, exact or, where `memory` says so, a bound;
    // nothing where unknown.
    std::optional<int> (*peak)(const Shape&, const ScheduleOptions&, int rank);

    // Seconds of a step without its tail, for a search to rank by; never less than what parts'
    // leastOfWhole() or leastOfSplit() says. nullptr: the larger of filledOnce() and
    // leastOfWhole().
    double (*fastSeconds)(const StepParts& parts) = nullptr;

    // Where each rank's idle time sits, for equal stages of those times, equal ranks, free
    // transfers and no tails; nothing for a shape for which it does not hold. nullptr: for none.
    std::optional<PlaceFormula> (*bubblePlaces)(const Shape&, const ScheduleOptions&,
                                                Nanoseconds forward, Nanoseconds backward)
        = nullptr;

    std::span<const ForeignName> elsewhere{};

    // The order depends on the costs, which the others ignore: it is searched for.
    bool madeForCosts = false;

    // Where the program tries schedules by itself: the place in that row, from 1; 0: not in it.
    int searchTurn = 0; // of a search for the best strategy
    int adviceTurn = 0; // of advice on a strategy that does not fit
    int traceTurn = 0;  // of finding out which schedule ran, by the times of forwards and backwards

    // Likewise among those that the window compares at first, each with its defaultChunks: one of
    // each idea, by age, from filling and draining to split backwards.
    int compareTurn = 0;
};

// By kind, and by age within a kind.
std::span<const CatalogEntry* const> catalog();

// The entries that have a turn in such a row, in its order.
std::vector<const CatalogEntry*> inTurn(int CatalogEntry::*turn);

// What the framework calls the schedule; empty where it has none such.
std::string_view nameIn(Framework framework, const CatalogEntry& entry);

// nullptr for a name not in the catalogue.
const CatalogEntry* findSchedule(std::string_view name);

// The entry whose name is nearest in spelling, to offer instead of an unknown one.
std::string_view nearestScheduleName(std::string_view name);

// The shape a schedule of that name has: its own chunks where none are given, and its
// directions. An unknown name is taken for one of one chunk.
Shape shapeOf(std::string_view name, int ranks, std::optional<int> chunks, int microbatches);

// The conditions alone, without generating: at once for any size. What only the
// order can show (a remainder that deadlocks) is left to makeSchedule().
Outcome checkConditions(std::string_view name, const Shape& shape,
                        const ScheduleOptions& options = {});

// Whether the schedule of that name has CatalogEntry::madeForCosts.
bool isMadeForCosts(std::string_view name);

// Generates by name; shape.directions is replaced by the schedule's own. Fails with a
// sentence on an unknown name, a shape over the limits, a condition of the schedule
// that does not hold, or an order that would deadlock.
Result<Schedule> makeSchedule(std::string_view name, const Shape& shape,
                              const ScheduleOptions& options = {},
                              const Costs& costs = Costs::unit(), const StopAsked& stop = {});

// The group `interleaved` uses when none is given: m / max(1, m / p), which is p
// where p divides m.
int defaultGroup(const Shape& shape);

} // namespace plan
