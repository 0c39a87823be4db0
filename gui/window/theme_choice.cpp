#include "gui/window/theme_choice.h"

#include "gui/frame/window_style.h"
#include "gui/theme/op_colours.h"

#include <QApplication>

namespace gui {
QString name(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::System:
        return QStringLiteral("system");
    case ThemeChoice::Light:
        return QStringLiteral("light");
    case ThemeChoice::Dark:
        return QStringLiteral("dark");
    case ThemeChoice::Contrast:
        return QStringLiteral("contrast");
    }
    return {};
}

std::optional<ThemeChoice> parseThemeChoice(const QString& text)
{
    for (const ThemeChoice choice :
         {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::Contrast})
        if (name(choice) == text)
            return choice;
    return std::nullopt;
}

QPalette systemPalette() { return QApplication::palette(); }

void applyTheme(QApplication& application, ThemeChoice choice, const QPalette& system,
                OpColours colours)
{
    if (dynamic_cast<WindowStyle*>(application.style()) == nullptr)
        QApplication::setStyle(new WindowStyle); // which owns it
    const Theme& theme = choice == ThemeChoice::Light ? lightTheme()
        : choice == ThemeChoice::Dark                 ? darkTheme()
        : choice == ThemeChoice::Contrast             ? contrastTheme()
                                                      : themeFor(system);
    QApplication::setPalette(fusionPalette(withColours(theme, colours)));
}

void applySizes(QApplication&, const Metrics& sizes)
{
    QApplication::setFont(sizes.font(QApplication::font(), Type::Body));
}

} // namespace gui
