// Files read within a limit, and written in one step.

#pragma once

#include "engine/plan/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace strategy {

// The bytes of a regular file of at most `limit` bytes. The error lacks the path: "cannot
// be opened: ...". Never waits on a pipe or a device.
plan::Result<std::string> readTextFile(const std::string& path, std::size_t limit);

// Likewise of a real path, without symbolic links, that was looked at before. What is opened must
// lie there: of a file, or a folder above it, that was exchanged meanwhile nothing is read.
plan::Result<std::string> readTextFileAt(const std::string& realPath, std::size_t limit);

// Replaces the file by one that holds `text`, keeping its mode, and through a symbolic
// link its target: a reader, or a crash, sees the old file or the new one. On an error
// the old file is as it was and nothing is left beside it. A device or a pipe is written
// into, not replaced.
plan::Outcome replaceFile(const std::string& path, std::string_view text);

} // namespace strategy
