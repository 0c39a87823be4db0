// Every way to cut a job and to run it that a search looks at: which sizes may vary, and
// which of their combinations are legal.
//
// A space can be too large to be kept as one list of members, so it is walked slice by slice: the
// members of a slice share the times of a layer, which are the expensive part of looking at one.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/cost/job.h"
#include "engine/plan/layers.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace plan {

// How much of a forward is computed again.
struct Recomputation {
    Recomputing kind = Recomputing::None;
    int blockLayers = 0; // of Full: the first so many layers of a stage; 0: all

    bool operator==(const Recomputation&) const = default;
};

// Layers dealt alike, or with the embedding and the loss each counted as one.
enum class Division : std::uint8_t { Even, EndsCounted };

// An empty list leaves a size free: every legal value is looked at.
struct SearchSpace {
    Job job;             // what does not vary: model, recipe, machine, kernels, overlap, rank order
    int globalBatch = 1; // samples of a step
    std::vector<int> devices;   // at least one
    std::vector<int> tensor;    // free: powers of two up to the devices of a node
    std::vector<int> context;   // free: powers of two that leave 4096 tokens per rank, and 1
    std::vector<int> pipeline;  // free: all that divide the devices, at most 256
    std::vector<int> expert;    // free: all that divide the experts
    std::vector<int> micro;     // free: powers of two up to 16
    std::vector<int> chunks;    // free: all that divide a rank's layers
    std::vector<int> zero;      // free: 0 to 3 of one pipeline rank, 0 and 1 of more
    std::vector<bool> sequence; // free: both, of more than one tensor rank
    std::vector<Recomputation> recomputations; // free: none to full, with blocks of eighths
    std::vector<Division> divisions;           // free: both
    std::vector<std::string_view>
        schedules;           // of the catalogue; free: those with a CatalogEntry::searchTurn
    ScheduleOptions options; // of every schedule that takes them
    bool expertTensorFollows = true; // experts are cut over as many tensor ranks as the rest
};

// Configurations that share the times of a layer: they differ in what follows.
struct SearchSlice {
    Cut cut; // its zero is not meant
    int micro = 1;
    int microbatches = 1;

    bool operator==(const SearchSlice&) const = default;
};

// One member of the space.
struct Configuration {
    SearchSlice slice;
    std::string_view schedule; // of the catalogue's own
    ScheduleOptions options;
    int chunks = 1;
    int zero = 0;
    Recomputation recomputation;
    Division division = Division::Even;

    int devices() const { return slice.cut.devices(); }
    bool operator==(const Configuration&) const = default;
};

// In order of devices, tensor, context, pipeline, expert, micro and sequence. Legal: devices,
// heads, widths, sequence, experts and batch divide.
std::vector<SearchSlice> slicesOf(const SearchSpace& space);

// The legal members of one slice.
std::vector<Configuration> configurationsOf(const SearchSpace& space, const SearchSlice& slice);

Job jobOf(const SearchSpace& space, const Configuration& configuration);

// Shape and placement of the configuration's schedule, without an order; and its layers.
struct Layout {
    Schedule schedule;
    LayerSplit split;
};
Result<Layout> layoutOf(const SearchSpace& space, const Configuration& configuration);

} // namespace plan
