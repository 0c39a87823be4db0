// The grounds that text stands on besides base and panel: tints that say what is under the pointer,
// chosen or wrong. Faint enough for every ink that is written on them, which theme_test.cpp checks.

#pragma once

#include "gui/theme/theme.h"

namespace gui {

enum class Ground {
    Stripe,  // every other row of a table
    Hovered, // under the pointer, in a list or a bar
    Chosen,  // of a list
    Current, // that the keys are on, where a picture is behind it
    Warning, // behind a sentence
    Error,   //
    Button,
    HoveredButton,
    PressedButton,
    DisabledButton,
};

QColor groundOf(const Theme& theme, Ground ground);

// Behind the title of one of several steps, which have the colours of curves. Precondition: there
// is a curve of that number.
QColor bandGround(const Theme& theme, std::size_t curve);

} // namespace gui
