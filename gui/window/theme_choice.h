// Light, dark, or as the desktop is: sets style and palette of the whole application.

#pragma once

#include <QPalette>
#include <QString>

#include <optional>

class QApplication;

namespace gui {

enum class ThemeChoice { System, Light, Dark };

QString name(ThemeChoice choice); // "system", "light", "dark"
std::optional<ThemeChoice> parseThemeChoice(const QString& name);

// The palette the desktop gave, to be read before the first applyTheme().
QPalette systemPalette();

void applyTheme(QApplication& application, ThemeChoice choice, const QPalette& system);

} // namespace gui
