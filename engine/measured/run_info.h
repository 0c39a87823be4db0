// What the ranks of a run say of it in their hello: the one reading of a hello into the shape of a
// pipeline and its replicas.
//
// Where the world is larger than the pipeline, every pipeline rank's place is taken by several
// ranks of the world: the replicas. World rank r is at place r / R as replica r mod R, with
// R = world / shape.ranks.

#pragma once

#include "engine/plan/schedule.h"
#include "telemetry/wire.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace measured {

struct RunInfo {
    plan::Shape shape;
    std::string schedule; // its name, as it was launched
    std::string device;   // as strategy::findRunDevice() takes it
    bool emulated = false;
    float timeScale = 0; // see telemetry::timeScaleOf()
    // Of the ranks one worked at a time: what they computed is measured, one after the other, and
    // times are those of a device for each.
    bool takesTurns = false;
    int world = 1;   // ranks of the run: a multiple of shape.ranks
    int replica = 0; // whose timeline it is, [0, replicas())

    int replicas() const { return world / shape.ranks; }
    int worldRank(int rank) const { return rank * replicas() + replica; } // of one of the pipeline
    int replicaOf(int worldRank) const { return worldRank % replicas(); }
    // Of the pipeline, where the run has that rank and it is of this replica.
    std::optional<std::size_t> shownRank(std::uint32_t worldRank) const;

    bool operator==(const RunInfo&) const = default;
};

// Of replica 0. nullopt where no pipeline has the hello's counts: a shape that plan::checkShape()
// refuses, or a world that is not divisible by its ranks.
std::optional<RunInfo> runInfoOf(const telemetry::Hello& hello);

} // namespace measured
