// The strategies that are built into the program.

#pragma once

#include "engine/strategy/strategy.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace gui {

// Paths of the strategies that come with the program, as resources: examples that each show one
// thing, the one a window begins with first, then knownModelPaths().
QStringList presetPaths();

// Those of them whose model people know by its name, the smallest first.
QStringList knownModelPaths();

// Of a resource or a file; nothing where it cannot be read, or holds no sound strategy. Any thread.
std::optional<strategy::Strategy> readPreset(const QString& path);

} // namespace gui
