// What the two pictures of the layers have in common.

#pragma once

#include "gui/theme/theme.h"

#include <QColor>

namespace gui {

// `chunk` is the one that the stage is on its rank, counted from 0.
inline QColor stageColour(const Theme& theme, int chunk)
{
    return theme.shaded(theme.forward, chunk);
}

} // namespace gui
