// Host files as mpirun has them.

#pragma once

#include "engine/launch/hosts/host.h"
#include "engine/plan/result.h"

#include <filesystem>

namespace launch {

// "NAME [slots=N]" a line, # comments. A host named twice has the slots of both lines, and stands
// where it is named first. Fails with "FILE:LINE: sentence" where a line is anything else.
plan::Result<Hosts> readHostfile(const std::filesystem::path& file);

} // namespace launch
