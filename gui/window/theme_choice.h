// Light, dark, or as the desktop is: sets style and palette of the whole application.

#pragma once

#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QPalette>
#include <QString>

#include <optional>

class QApplication;

namespace gui {

// What the user may choose. System follows the palette that the desktop gave at the start.
enum class ThemeChoice { System, Light, Dark, Contrast };

QString name(ThemeChoice choice); // "system", "light", "dark", "contrast"
std::optional<ThemeChoice> parseThemeChoice(const QString& text);

// The palette that the desktop gave. Read it before the first applyTheme(), which replaces it.
QPalette systemPalette();

// Sets style and palette of `application`; every widget then gets a PaletteChange event, at which
// those with colours of their own take them from the theme. `system` is what systemPalette()
// returned.
void applyTheme(QApplication& application, ThemeChoice choice, const QPalette& system,
                OpColours colours = OpColours::Bubblescope);

// Sets the font of `application` to the size of Type::Body: metrics() are then `sizes`. Every
// widget gets a FontChange event.
void applySizes(QApplication& application, const Metrics& sizes);

} // namespace gui
