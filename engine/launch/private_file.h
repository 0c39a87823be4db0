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

// The same for the file named like `path` in the folder that is open as `directory`; the
// rest of `path` is for the sentence of an error.
plan::Outcome writeAtomicallyIn(int directory, const std::filesystem::path& path,
                                std::string_view text);

// Writes `text` at the file's position and brings it to the disk; 0 or errno.
int writeAll(int file, std::string_view text);

// "PATH: cannot be read: No such file or directory", and for a full disk what to do.
plan::Error fileError(const std::filesystem::path& path, std::string_view what, int error);

// The whole file. Fails where it is larger than `limit` bytes or is not a plain file.
// `followLinks` false: a symbolic link is refused.
plan::Result<std::string> readWhole(const std::filesystem::path& path, std::size_t limit,
                                    bool followLinks);

} // namespace launch
