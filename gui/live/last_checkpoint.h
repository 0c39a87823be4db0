// The checkpoint that a run left behind last, by its folders alone: whoever goes on from it looks
// at what is in them.

#pragma once

#include <QString>

#include <optional>

namespace gui {

struct LastCheckpoint {
    int stepsDone = 0;
    QString path{}; // its folder, absolute
};

// Of the run in that folder; nothing where it wrote none that is whole.
std::optional<LastCheckpoint> lastCheckpointIn(const QString& directory);

} // namespace gui
