// What all ranks of a run agree on, from processor to processor. Control is apart from data: it
// never touches the memory of a device, and goes on working while the groups that move tensors
// (see Communicator) wait for one another.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/clock.h"

#include <string>

namespace engine {

// Used by one thread. No call blocks longer than the patience it was made with, or than the
// process may go on; the error then says what was waited for.
class Control {
public:
    virtual ~Control() = default;

    virtual int rank() const = 0;  // of the run, from 0
    virtual int ranks() const = 0; // >= 1

    // The largest value that any rank gave. All ranks call it in the same order; none returns
    // before all have called, so it is a barrier too. `what` completes the sentence "waited for
    // all ranks to agree on …".
    virtual plan::Result<Nanoseconds> agreeMax(Nanoseconds value, const std::string& what) = 0;
};

} // namespace engine
