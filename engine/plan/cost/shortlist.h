// Looks at every configuration of a space by closed forms and keeps those worth simulating.
//
// The work is cut by the slices of the space; any thread may take any of them, and shortlists
// merge to the same result in whatever order.

#pragma once

#include "engine/plan/cost/fast_step.h"
#include "engine/plan/cost/pareto.h"
#include "engine/plan/cost/search_space.h"
#include "engine/plan/cost/step_costs.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

namespace plan {

// One configuration by closed forms. Slice and member tell equals apart, whatever thread finds
// them.
struct Candidate {
    Configuration configuration;
    Burden fast;
    std::size_t slice = 0;  // where it stands in the space
    std::size_t member = 0; // in its slice
};

// The candidates that are kept: those that are fastest, of all and of each schedule, and those
// that nothing beats in time, memory and devices. Where none fits: those that need least.
class Shortlist {
public:
    // `fastest`: how many of all; of each schedule a quarter of that, at least 2.
    // `memoryLimit`: bytes of a device; what needs more does not fit.
    Shortlist(std::size_t fastest, double memoryLimit);

    // Linear in what is kept.
    void add(const Candidate& candidate);
    // As if the other's had been added here, too.
    void merge(const Shortlist& other);

    // By time, then where they stand in the space. Each once.
    std::vector<Candidate> candidates() const;
    // Of those that fit or not, the least memory; nothing before any was added.
    const std::optional<Candidate>& leanest() const { return m_leanest; }

    std::uint64_t looked = 0; // configurations that were added
    std::uint64_t fitting = 0;

private:
    using Best = std::vector<Candidate>; // sorted
    static void keep(Best& best, const Candidate& candidate, std::size_t most);
    void addToFront(const Candidate& candidate);
    void noteLeanest(const Candidate& candidate);
    void place(const Candidate& candidate);

    std::size_t m_most;
    double m_limit;
    Best m_fastest;
    std::map<std::string_view, Best> m_ofSchedule;
    std::vector<Candidate> m_front; // in no order
    std::optional<Candidate> m_leanest;
};

// How much of the memory a candidate may need by the closed form: the exact one may be less.
inline constexpr double kMemorySlack = 1.05;

// Looks at slices. One a thread: it keeps what slices share. Not for several at once.
class SearchWorker {
public:
    // The space outlives it.
    explicit SearchWorker(const SearchSpace& space);

    // Adds every member of the slice that can be laid out. `index`: the slice's, by which equals
    // are told apart. Asks `stop` before each member; then it adds no more.
    void look(const SearchSlice& slice, std::size_t index, Shortlist& into,
              const StopAsked& stop = {});

private:
    // What members that differ in neither schedule nor shape share.
    struct Known {
        Schedule peak;      // by orderToPeak()
        bool works = false; // false: there is no such schedule for that shape
    };
    // Schedule, ranks, chunks, microbatches laid out, group.
    using ShapeKey = std::tuple<std::string_view, int, int, int, int>;

    const Known& knownOf(const Configuration& one, const Shape& shape);
    const LayerSplit* splitOf(const Known& known, Division division);

    const SearchSpace& m_space;
    std::map<ShapeKey, Known> m_known;
    std::map<std::tuple<const Known*, Division>, std::optional<LayerSplit>> m_splits;
};

} // namespace plan
