// Where a command's result goes: stdout, or a file replaced in one step.

#pragma once

#include <string>

namespace cli {

// An empty path is stdout. Says on stderr what went wrong; the exit code.
int deliver(const std::string& text, const std::string& path);

} // namespace cli
