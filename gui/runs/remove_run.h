// Puts the folder of a run away.

#pragma once

#include "gui/live/run_program.h"

#include <QString>

#include <optional>

namespace gui {

// Why that folder is not put away, a translated sentence; empty: it can be. It must be a folder of
// its own, not a link, that holds the record of that very run, which has ended.
QString whyNotRemoved(const RunEntry& run);

// Moves the folder, with all that is in it and nothing else, to the trash of the desktop. Nothing
// where that was done; else a sentence, and everything is as it was.
std::optional<QString> moveToTrash(const RunEntry& run);

} // namespace gui
