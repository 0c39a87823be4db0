// How the whole application looks: its theme, the colours of ops, how large everything in it is,
// and its language.

#pragma once

#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"
#include "gui/window/theme_choice.h"

#include <QString>

namespace gui {

struct Look {
    ThemeChoice theme = ThemeChoice::System;
    OpColours colours = OpColours::Bubblescope;
    Metrics sizes{};
    QString language{}; // "zh_CN", "en", or empty for the system's

    bool operator==(const Look&) const = default;
};

} // namespace gui
