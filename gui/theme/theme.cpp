#include "gui/theme/theme.h"

#include "gui/theme/contrast.h"
#include "gui/theme/grounds.h"
#include "gui/theme/op_colours.h"

#include <algorithm>
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
    theme.accent = QColor(0x1a6fd4);

    theme.forward = QColor(0x1c52e3);
    theme.backward = QColor(0x35a78b);
    theme.inputGrad = QColor(0x184542);
    theme.weightGrad = QColor(0x9f8406);
    theme.recompute = QColor(0xf789ff);
    theme.transfer = QColor(0x78410a);
    theme.optimizer = QColor(0x180046);

    theme.idle = QColor(0xe9e9e9);
    theme.hatch = QColor(0xc4c4ca);
    theme.noData = QColor(0xfff4d6);
    theme.noDataDot = QColor(0xc98a00);
    theme.phases = {QColor(0x7a7a85), QColor(0xb9b9c2), QColor(0x4a4a55)};

    theme.memory = {QColor(0x1f60ea), QColor(0xc8a225), QColor(0x4b156d), QColor(0x56b5ea),
                    QColor(0x1b542d)};

    theme.curves = {QColor(0x1b43bf), QColor(0xf76814), QColor(0x19937d),
                    QColor(0xc175e2), QColor(0x4d4e01), QColor(0x2c0021)};

    theme.predicted = QColor(0x1b43bf);
    theme.measured = QColor(0xb45f06);
    theme.good = QColor(0x196e43);
    theme.warning = QColor(0x845600);
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
    theme.accent = QColor(0x6cb6ff);

    theme.forward = QColor(0x9697e9);
    theme.backward = QColor(0x4de4aa);
    theme.inputGrad = QColor(0x367b83);
    theme.weightGrad = QColor(0xe08d16);
    theme.recompute = QColor(0xfeddfc);
    theme.transfer = QColor(0xa2420a);
    theme.optimizer = QColor(0x4407e7);

    theme.idle = QColor(0x3a3a3a);
    theme.hatch = QColor(0x55555a);
    theme.noData = QColor(0x3a2f12);
    theme.noDataDot = QColor(0xe0a52a);
    theme.phases = {QColor(0x9a9aa6), QColor(0x5c5c66), QColor(0xd0d0da)};

    theme.memory = {QColor(0x5a8cf3), QColor(0xdeb939), QColor(0x79349d), QColor(0xbce0f7),
                    QColor(0x5e7160)};

    theme.curves = {QColor(0x6f72cf), QColor(0xdb792e), QColor(0x49c39c),
                    QColor(0xf9adf9), QColor(0xf8f573), QColor(0x84636e)};

    theme.predicted = QColor(0x8f9bf0);
    theme.measured = QColor(0xe6a03a);
    theme.good = QColor(0x4cc38a);
    theme.warning = QColor(0xf0b429);
    theme.error = QColor(0xff8a80);
    return theme;
}

// The dark one, on black and with the lines drawn out.
Theme makeContrast()
{
    Theme theme = makeDark();
    theme.base = QColor(Qt::black);
    theme.panel = QColor(0x0a0a0a);
    theme.text = QColor(Qt::white);
    theme.mutedText = QColor(0xd8d8e0);
    theme.grid = QColor(0x767680);
    theme.border = QColor(0xb0b0b8);
    theme.accent = QColor(0x5cd6ff);
    theme.good = QColor(0x6ee7a8);
    theme.warning = QColor(0xffd35c);
    theme.error = QColor(0xffa9a0);
    theme.hatch = QColor(0x8a8a92);
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

QColor Theme::heat(double share) const
{
    // Viridis, by its fifths.
    static const std::array kStops{QColor(0x440154), QColor(0x414487), QColor(0x2a788e),
                                   QColor(0x22a884), QColor(0x7ad151), QColor(0xfde725)};
    const double place = std::clamp(share, 0.0, 1.0) * (kStops.size() - 1);
    const auto stop = std::min(static_cast<std::size_t>(place), kStops.size() - 2);
    return mixed(kStops[stop], kStops[stop + 1], place - static_cast<double>(stop));
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

const Theme& contrastTheme()
{
    static const Theme theme = makeContrast();
    return theme;
}

const Theme& themeFor(const QPalette& palette)
{
    for (const Theme* each : {&lightTheme(), &darkTheme(), &contrastTheme()})
        if (palette.color(QPalette::Window) == each->panel)
            return withColours(*each, coloursOf(palette));
    // Judged by the palette: the setting may leave the choice to the desktop.
    const double text = relativeLuminance(palette.color(QPalette::WindowText));
    const bool dark = text > relativeLuminance(palette.color(QPalette::Window));
    return withColours(dark ? darkTheme() : lightTheme(), coloursOf(palette));
}

QPalette fusionPalette(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.panel);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.base);
    palette.setColor(QPalette::AlternateBase, groundOf(theme, Ground::Stripe));
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.mutedText);
    palette.setColor(QPalette::Button, mixed(theme.panel, theme.border, theme.dark ? 0.35 : 0.15));
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.error);
    palette.setColor(QPalette::ToolTipBase, theme.panel);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, textOn(theme.accent));
    palette.setColor(QPalette::Link, theme.accent);
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
    markColours(palette, theme.opColours);
    return palette;
}

} // namespace gui
