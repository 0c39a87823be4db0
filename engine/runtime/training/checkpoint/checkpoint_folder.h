// Folders of checkpoints: their names, and one that is made under another name until it is
// whole.

#pragma once

#include "engine/plan/result.h"
#include "engine/runtime/training/checkpoint/open_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace training {

inline constexpr std::string_view kPartialEnding = ".partial";

std::string stepFolderName(std::int64_t step);                   // "step-00000100"
std::optional<std::int64_t> stepOfFolder(std::string_view name); // of such a name alone

// `step-N.partial` in the folder of checkpoints. One rank makes it and puts it in place; the
// others open it. Touches nothing but that folder, `step-N`, and a checkpoint's three files
// in them.
class PartialFolder {
public:
    // Makes the folder of checkpoints where only its last part is missing, takes away what is
    // left of an earlier attempt at the same step, and begins anew.
    static plan::Result<PartialFolder> create(const std::string& folder, std::int64_t step);
    static plan::Result<PartialFolder> open(const std::string& folder, std::int64_t step);

    const OpenFile& folder() const { return m_folder; }

    // Puts it in the place of `step-N`, in one move also where there is one already, which is
    // removed then; on an error that one stays. Precondition: its files are on the disk.
    plan::Outcome publish();

    // Takes it away with its files, unless it is in place.
    plan::Outcome remove();

private:
    OpenFile m_parent;
    OpenFile m_folder;
    std::string m_name; // in the end
    bool m_inPlace = false;
};

} // namespace training
