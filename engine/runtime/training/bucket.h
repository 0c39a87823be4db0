// Parameters that move together: those of one layer, of the embedding, of the head. One
// stretch of memory, which is reduced, updated and cut over the data ranks as a whole.
//
// ZeRO (Rajbhandari et al. 2020, section 5), by the number of the stage:
//   0  every data rank holds all weights, gradients and optimizer states;
//   1  each updates, and holds the optimizer states of, its share of the elements;
//   2  and keeps only its share of the gradients: whole ones live during one op;
//   3  and keeps only its share of the weights: whole ones are gathered for each use.

#pragma once

#include "engine/runtime/training/group.h"
#include "engine/runtime/training/kernels.h"
#include "engine/runtime/training/memory.h"
#include "engine/runtime/training/parameter.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace training {

enum class Rule : std::uint8_t { AdamF32, AdamBf16, Sgd };

struct BucketOptions {
    int zero = 0;
    Type type = Type::F32; // of the weights that are multiplied with
    Rule rule = Rule::AdamF32;
};

// Used by one thread.
class Bucket {
public:
    // `data` are the ranks that hold the same weights within the same stage, `copies` those
    // that hold them on other pipeline ranks (two directions, tied embeddings); both, like
    // the others, must outlive this. The weights are 0 until set.
    Bucket(std::string name, std::vector<ParameterSpec> specs, const BucketOptions& options,
           Group data, Group copies, Memory& memory, Kernels& kernels);

    const std::string& name() const { return m_name; }
    std::span<const ParameterSpec> specs() const { return m_specs; }
    Parameter parameter(int index, int count = 1) { return {this, index, count}; }

    // ---- during the ops ----

    // Makes whole weights available; nested calls are counted.
    void needWeights();
    void doneWithWeights();
    Matrix weight(const Parameter& parameter) const;

    // Between these, gradient() may be added to.
    void openGradients();
    void closeGradients();
    Matrix gradient(const Parameter& parameter) const;

    // ---- at the end of a step, in the order of the declarations ----

    // No op of this step adds to the gradients any more: starts their reduction over the data
    // ranks (not under ZeRO 2 and 3, where each op did).
    void startReduction();
    // Lets it go on.
    void testReduction();
    // What is queued from now on begins after it, if there is one. Says when it ran.
    struct Reduced {
        Mark start;
        Mark end; // when it was seen to be over
        std::size_t bytes = 0;
    };
    std::optional<Reduced> finishReduction();
    void sumOverCopies();
    // Sums what the tensor ranks hold parts of; see ParameterSpec::slots.
    void sumOverTensor(Group& tensor);
    // Adds to the list what is counted of this bucket's gradients: over all ranks each element
    // once. `sum` is this bucket's own.
    void addSquares(std::vector<Squares>& all, Slot sum) const;
    // Adds to the list what this rank updates.
    void addUpdates(std::vector<Update>& all) const;
    // Brings the updated weights to all that compute with them.
    void gatherWeights();
    // Adds to the list what is to be 0 when the next step begins.
    void addGradients(std::vector<Matrix>& all) const;

    // ---- checkpoints ----

    // What this rank holds of the state, as one stretch of elements of the bucket.
    enum class State : std::uint8_t { Weights, FirstMoment, SecondMoment };
    struct Stretch {
        std::int64_t first = 0; // element of the bucket
        Matrix values;          // one row, F32 or BF16
    };
    Stretch stretch(State state) const;
    std::int64_t offset(int index) const { return m_offsets[static_cast<std::size_t>(index)]; }
    // Of the ranks that hold the same elements (the copies and, under ZeRO 0, the data ranks) one
    // is the primary: its elements are counted in norms and saved in checkpoints.
    bool isPrimary() const;
    // After the stretch of the weights was written to.
    void weightsChanged();
    std::size_t moments() const { return m_options.rule == Rule::Sgd ? 0 : 2; }
    const Group& dataGroup() const { return m_data; }

private:
    bool cut() const { return m_options.zero >= 1 && !m_data.alone(); }
    Matrix shaped(const Matrix& row, const Parameter& parameter) const;
    Matrix part(Matrix whole) const; // this data rank's elements
    Matrix gradients() const;        // that are updated from: all, or this rank's
    Matrix rounded() const; // where the updated weights are multiplied with; none where it is them
    // f(spec, first, count) for each parameter that has elements within `count` of the bucket's
    // from `first` on, with those, counted from there.
    template <class F>
    void forEachParameter(std::int64_t first, std::int64_t count, const F& f) const;

    std::string m_name;
    std::vector<ParameterSpec> m_specs;
    std::vector<std::int64_t> m_offsets;
    BucketOptions m_options;
    Group m_data;
    Group m_copies;
    Memory& m_memory;
    Kernels& m_kernels;
    std::int64_t m_size = 0; // a multiple of the data ranks
    int m_needed = 0;
    int m_open = 0;

    // Each one row. Whole: m_size; else this rank's share.
    Held m_weights; // of m_options.type, whole; under ZeRO 3 only while needed
    Held m_master;  // F32; none where m_weights is it
    Held m_whole;   // gradients, F32; under ZeRO 2 and 3 only while open
    Held m_own;     // gradients, F32, this rank's; ZeRO 1 and above
    Held m_first;   // moments
    Held m_second;
    std::optional<Group::Pending> m_reduction;
    std::optional<Mark> m_reductionEnd; // once it was seen to be over
};

} // namespace training
