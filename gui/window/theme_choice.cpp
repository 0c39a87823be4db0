#include "gui/window/theme_choice.h"

#include "gui/theme/theme.h"

#include <QApplication>
#include <QProxyStyle>

namespace gui {
namespace {

// Fusion, with words alone on the buttons of dialogs.
class PlainButtons : public QProxyStyle {
public:
    PlainButtons()
        : QProxyStyle(QStringLiteral("Fusion"))
    {
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* more) const override
    {
        return hint == SH_DialogButtonBox_ButtonsHaveIcons
            ? 0
            : QProxyStyle::styleHint(hint, option, widget, more);
    }
};

} // namespace

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
    if (dynamic_cast<PlainButtons*>(application.style()) == nullptr)
        QApplication::setStyle(new PlainButtons); // which owns it
    const Theme& theme = choice == ThemeChoice::Light ? lightTheme()
        : choice == ThemeChoice::Dark                 ? darkTheme()
                                                      : themeFor(system);
    QApplication::setPalette(fusionPalette(theme));
}

} // namespace gui
