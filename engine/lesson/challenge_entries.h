// The entries of a challenge as files: read within limits, checked, simulated and ranked.

#pragma once

#include "engine/lesson/challenge.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace lesson {

inline constexpr std::size_t kMaxEntryBytes = 1u << 20; // of a file
inline constexpr std::size_t kMaxEntries = 1000;        // of all that is read at once

struct ReadEntries {
    std::vector<Entry> entries;          // ranked
    std::vector<std::string> problems{}; // of folders that cannot be read: "class/: ..."
    std::vector<std::string> files{};    // that were read, or were to be
    std::size_t leftOut = 0;             // files beyond the limit
};

// `paths`: files, and folders of whose own files those called *.csv are read, by their names; what
// lies in folders below is not looked at. A link in a folder is followed within it alone. What
// cannot be read is an entry that says so. `stop`: asked between files; true ends it early. Any
// thread.
ReadEntries readEntries(const Challenge& challenge, const std::vector<std::string>& paths,
                        const std::function<bool()>& stop = {});

} // namespace lesson
