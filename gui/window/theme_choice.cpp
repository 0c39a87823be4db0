#include "gui/window/theme_choice.h"

#include "gui/theme/theme.h"

#include <QApplication>
#include <QStyle>

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
    }
    return {};
}

std::optional<ThemeChoice> parseThemeChoice(const QString& text)
{
    for (const ThemeChoice choice : {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark})
        if (name(choice) == text)
            return choice;
    return std::nullopt;
}

QPalette systemPalette() { return QApplication::palette(); }

void applyTheme(QApplication& application, ThemeChoice choice, const QPalette& system)
{
    if (application.style()->name().compare(QLatin1String("fusion"), Qt::CaseInsensitive) != 0)
        QApplication::setStyle(QStringLiteral("Fusion"));
    const Theme& theme = choice == ThemeChoice::Light ? lightTheme()
        : choice == ThemeChoice::Dark                 ? darkTheme()
                                                      : themeFor(system);
    QApplication::setPalette(fusionPalette(theme));
}

} // namespace gui
