// How many messages a rank must be able to hold at once: what its runtime keeps ready, and
// what a machine must have the memory for.

#pragma once

#include "engine/plan/program.h"

#include <cstddef>
#include <vector>

namespace plan {

// The fewest message buffers a rank with which the programs run to their end, whatever the
// ranks' pace. A posted receive holds a buffer until the compute that needs it is over; a
// send, if it is as large as can be, until the other rank has posted its receive. At least
// 1.
//
// Linear in the instructions, but for each buffer that is found to be needed one look at every
// rank.
//
// Precondition: the programs are those of a legal schedule of that shape.
std::size_t rankBuffersNeeded(const std::vector<Program>& programs, const Shape& shape);

} // namespace plan
