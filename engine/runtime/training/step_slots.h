// The numbers that the kernels of a step leave for each other and for the host, in one stretch of
// device memory that is downloaded once, when the step is over: the loss of each microbatch, the
// squares of the gradients of each bucket, what both come to over all ranks, and what the gradients
// are multiplied with for it. Sums are taken in the order in which their parts were made.

#pragma once

#include "engine/runtime/training/kernels.h"
#include "engine/runtime/training/memory.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace training {

// Used by one thread.
class StepSlots {
public:
    // `memory` must outlive this.
    StepSlots(Memory& memory, std::size_t buckets);

    // At most so many losses come. All slots become 0.
    void beginStep(std::size_t losses);

    // Of the next microbatch whose loss is computed. Precondition: not more than announced.
    Slot nextLoss(int microbatch);
    Slot squares(std::size_t bucket) const;

    // totals() become the sums of this rank: of the squares, in the order of the buckets, and of
    // the losses, in nats and in the order of nextLoss(), or 0 `withoutLosses`.
    void sum(Kernels& kernels, bool withoutLosses);
    Slots totals() const { return m_slots.view.part(0, 2); }
    Slot scale() const { return m_slots.view[2]; } // of Kernels::clip()

    // Waits for the Compute lane and reads all of them.
    void download();

    // Of the last download().
    double squares() const { return m_values[0]; } // what totals() held
    double loss() const { return m_values[1]; }
    std::optional<int> firstNotFinite() const; // the microbatch of this rank

private:
    Memory& m_memory;
    std::size_t m_buckets;
    HeldSlots m_slots;               // totals, scale, squares, losses
    std::vector<int> m_microbatches; // of the losses
    std::vector<double> m_values;    // as downloaded
};

} // namespace training
