// Which files a script may take in with `source`, and where they lie. Internal to the files
// shell_*.
//
// They lie in the script's own folder, or in the repository that holds it: in the nearest folder
// above with a mark of one, of which only scripts are read. None is hidden, and none lies, below
// the script's own folder or anywhere in the repository, where anyone may write.

#pragma once

#include "engine/plan/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace strategy {

inline constexpr int kMostFoldersAbove = 5; // of the repository, from the script's own

struct FoundScript {
    std::filesystem::path file; // regular, without symbolic links
    std::string name;           // within that folder: "models/small.sh"
    bool isAbove = false;       // in the repository, but not in the script's own folder
};

class ScriptFolder {
public:
    // `folder`: of the script; empty: it takes in nothing.
    explicit ScriptFolder(const std::string& folder);

    // The file that the script in the folder `from` calls `name`: beside that, beside the first
    // script, then from the folders above up to the repository's. An absolute name of nothing in
    // the repository is taken to lie in another copy of it. The error is what is told of the name.
    plan::Result<FoundScript> find(const std::string& name,
                                   const std::filesystem::path& from) const;

    const std::filesystem::path& own() const { return m_own; }

private:
    std::vector<std::filesystem::path> placesOf(const std::string& name,
                                                const std::filesystem::path& from) const;
    plan::Result<FoundScript> readable(const std::filesystem::path& path) const;
    bool isOutside(const std::string& name, const std::filesystem::path& from) const;

    std::filesystem::path m_own;   // empty: none
    std::filesystem::path m_whole; // of the repository; empty: none
    bool m_markIsOpen = false;     // there is a mark, where anyone may have left it
};

} // namespace strategy
