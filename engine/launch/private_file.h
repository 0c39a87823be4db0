// Small files of a run: for this user only, whole or not there.

#pragma once

#include "engine/plan/result.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace launch {

// Replaces `path` by `text` (mode 0600) in one move: after an error the old file, or
// none, is still there. Never follows a symbolic link.
plan::Outcome writeAtomically(const std::filesystem::path& path, std::string_view text);

// The whole file. Fails where it is larger than `limit` bytes or is not a plain file.
// `followLinks` false: a symbolic link is refused.
plan::Result<std::string> readWhole(const std::filesystem::path& path, std::size_t limit,
                                    bool followLinks);

} // namespace launch
