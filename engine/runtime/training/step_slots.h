// The numbers that the kernels of a step leave for the host, in one stretch of device memory that
// is downloaded once, when the step is queued whole: the loss of each microbatch, and the squares
// of the gradients of each bucket. The host adds them up in the order in which they were made, so
// that sums have the same bits as if each had been read at once.

#pragma once

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

    // Waits for the Compute lane and reads all of them.
    void download();

    // Of the last download().
    double loss() const;                       // summed, in the order of nextLoss(), in nats
    std::optional<int> firstNotFinite() const; // the microbatch
    double squares() const;                    // summed, in the order of the buckets

private:
    Memory& m_memory;
    std::size_t m_buckets;
    HeldSlots m_slots;               // squares, then losses
    std::vector<int> m_microbatches; // of the losses
    std::vector<double> m_values;    // as downloaded
};

} // namespace training
