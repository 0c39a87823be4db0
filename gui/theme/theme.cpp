#include "gui/theme/theme.h"

#include "gui/theme/contrast.h"

#include <array>

namespace gui {
namespace {

// Found by search: the smallest CIEDE2000 between any two of the ops, idle and
// base over the four kinds of vision is as large as it gets near the first choice.
Theme makeLight()
{
    Theme theme;
    theme.dark = false;
    theme.base = QColor(0xffffff);
    theme.panel = QColor(0xf3f3f5);
    theme.text = QColor(0x1b1b1f);
    theme.mutedText = QColor(0x5a5a62);
    theme.grid = QColor(0xdcdce0);
    theme.border = QColor(0xb9b9c0);
    theme.accent = QColor(0xc2185b);

    theme.forward = QColor(0x1d39bb);
    theme.backward = QColor(0x1c8f75);
    theme.inputGrad = QColor(0x706c15);
    theme.weightGrad = QColor(0xbaad2f);
    theme.recompute = QColor(0xe755f5);
    theme.transfer = QColor(0x591919);
    theme.optimizer = QColor(0x1a1129);

    theme.idle = QColor(0xe9e9e9);
    theme.hatch = QColor(0xc4c4ca);
    theme.noData = QColor(0xfff4d6);
    theme.noDataDot = QColor(0xc98a00);
    theme.phases = {QColor(0x7a7a85), QColor(0xb9b9c2), QColor(0x4a4a55)};

    theme.memory = {QColor(0x335f1f), QColor(0xbba02d), QColor(0x6d2386), QColor(0x539fd4),
                    QColor(Qt::black)};

    theme.curves = {QColor(0x1d39bb), QColor(0xe96c0f), QColor(0x659f92), QColor(0xaf77ff),
                    QColor(0x5f3b42)};

    theme.predicted = QColor(0x1d39bb);
    theme.measured = QColor(0xa82915);
    theme.good = QColor(0x1c7a4a);
    theme.warning = QColor(0x8a5a00);
    theme.error = QColor(0xb3261e);
    return theme;
}

Theme makeDark()
{
    Theme theme;
    theme.dark = true;
    theme.base = QColor(0x1e1e1e);
    theme.panel = QColor(0x2a2a2d);
    theme.text = QColor(0xececf0);
    theme.mutedText = QColor(0xa9a9b2);
    theme.grid = QColor(0x3c3c40);
    theme.border = QColor(0x55555c);
    theme.accent = QColor(0xff7aa8);

    theme.forward = QColor(0x3b91dc);
    theme.backward = QColor(0x32f0a5);
    theme.inputGrad = QColor(0x787878);
    theme.weightGrad = QColor(0xd67f05);
    theme.recompute = QColor(0xffdfff);
    theme.transfer = QColor(0x934018);
    theme.optimizer = QColor(0x700ba1);

    theme.idle = QColor(0x3a3a3a);
    theme.hatch = QColor(0x55555a);
    theme.noData = QColor(0x3a2f12);
    theme.noDataDot = QColor(0xe0a52a);
    theme.phases = {QColor(0x9a9aa6), QColor(0x5c5c66), QColor(0xd0d0da)};

    theme.memory = {QColor(0x265199), QColor(0xc8ad34), QColor(0x73652c), QColor(0x40a3b4),
                    QColor(0xe3f3e4)};

    theme.curves = {QColor(0x3b91dc), QColor(0xe7e41d), QColor(0xba3b76), QColor(0x00fadf),
                    QColor(0x788000)};

    theme.predicted = QColor(0x3b91dc);
    theme.measured = QColor(0xd67f05);
    theme.good = QColor(0x4cc38a);
    theme.warning = QColor(0xf0b429);
    theme.error = QColor(0xff8a80);
    return theme;
}

} // namespace

QColor Theme::shaded(const QColor& colour, int chunk) const
{
    // Out of order, so that the shades of neighbouring chunks are far enough apart.
    constexpr std::array kShares{0.0, 0.30, 0.15, 0.42};
    const double share = kShares[static_cast<std::size_t>(chunk) % kShares.size()];
    return mixed(colour, dark ? QColor(Qt::black) : QColor(Qt::white), share);
}

QColor Theme::outline(const QColor& fill) const
{
    return mixed(fill, dark ? base : QColor(Qt::black), 0.45);
}

const Theme& lightTheme()
{
    static const Theme theme = makeLight();
    return theme;
}

const Theme& darkTheme()
{
    static const Theme theme = makeDark();
    return theme;
}

const Theme& themeFor(const QPalette& palette)
{
    // Judged by the palette: the setting may leave the choice to the desktop.
    const double text = relativeLuminance(palette.color(QPalette::WindowText));
    return text > relativeLuminance(palette.color(QPalette::Window)) ? darkTheme() : lightTheme();
}

QPalette fusionPalette(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.panel);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.base);
    palette.setColor(QPalette::AlternateBase, mixed(theme.base, theme.panel, 0.6));
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.mutedText);
    palette.setColor(QPalette::Button, mixed(theme.panel, theme.border, theme.dark ? 0.35 : 0.15));
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.error);
    palette.setColor(QPalette::ToolTipBase, theme.panel);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Highlight, theme.forward);
    palette.setColor(QPalette::HighlightedText, textOn(theme.forward));
    palette.setColor(QPalette::Link, theme.dark ? theme.forward : theme.predicted);
    palette.setColor(QPalette::LinkVisited, theme.mutedText);
    palette.setColor(QPalette::Light, mixed(theme.panel, theme.base, 0.5));
    palette.setColor(QPalette::Midlight, mixed(theme.panel, theme.border, 0.2));
    palette.setColor(QPalette::Mid, theme.border);
    palette.setColor(QPalette::Dark, mixed(theme.border, QColor(Qt::black), 0.3));
    palette.setColor(QPalette::Shadow, QColor(Qt::black));
    // setColor() above is for all groups: what is disabled would look as if it were not.
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, mixed(theme.text, theme.panel, 0.5));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.border);
    return palette;
}

} // namespace gui
