// A device for tests of the seam between training and its devices: one that works later than it is
// asked to, on memory that the host cannot touch.
//
// Calls are queued in their lane and done when somebody needs them. Either the compute lane is
// late: it does nothing before the host or another lane waits for it, and the others are early:
// they do all they can as soon as they are asked; or it is the other way round. Whatever relies on
// an order between the lanes that nobody asked for (see Lanes) therefore goes wrong every time,
// under one of the two choices.
//
// Addresses of its memory lead to pages that nobody may read or write: the host ends with a
// signal if it follows one. The values lie elsewhere, where only what is queued finds them, and
// are not a number where nothing was written yet.
//
// Arithmetic and messages are those of the processor, so results are to be the same bit for bit.

#pragma once

#include "tests/runtime/training/late_queues.h"
#include "tests/runtime/training/trained/trained.h"

#include <cstddef>
#include <functional>
#include <memory>

namespace training {

// What training asked of it that makes the host wait.
struct LateCounts {
    std::size_t downloads = 0;
    std::size_t uploads = 0;
};

// `counts` may be none; else it must outlive the device. Used by one
// thread.
std::unique_ptr<Device> lateDevice(Late late, const engine::Clock& clock, engine::Waiting& waiting,
                                   LateCounts* counts = nullptr);

} // namespace training
