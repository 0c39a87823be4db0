// Turns MPI's error codes into sentences.

#pragma once

#include "engine/plan/result.h"

#include <mpi.h>

#include <optional>
#include <string>

namespace engine {

// `what` is what was done, for the sentence: "starting the send of 0F3 to rank 1". None on
// MPI_SUCCESS. Of use only with communicators whose handler returns errors (MPI_ERRORS_RETURN):
// others end the process before anyone can be told.
std::optional<plan::Error> mpiError(int code, const std::string& what);

} // namespace engine
