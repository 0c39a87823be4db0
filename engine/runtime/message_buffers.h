// How many messages a rank must be able to hold at once.

#pragma once

#include "engine/plan/program.h"

#include <vector>

namespace engine {

// The fewest message buffers a rank with which the programs run to their end, whatever the
// ranks' pace. A posted receive holds a buffer until the compute that needs it is over; a
// send, if it is as large as can be, until the other rank has posted its receive. At least
// 1.
//
// Precondition: the programs are those of a legal schedule of that shape.
std::size_t buffersNeeded(const std::vector<plan::Program>& programs, const plan::Shape& shape);

} // namespace engine
