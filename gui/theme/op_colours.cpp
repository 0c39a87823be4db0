#include "gui/theme/op_colours.h"

#include <algorithm>

namespace gui {
namespace {

struct Ops {
    QColor forward, backward, inputGrad, weightGrad, recompute, transfer, optimizer;
};

// Blue and green, as in the figures of PipeDream and Megatron; a light blue and a dark green where
// the backward is split.
Ops megatron()
{
    return {.forward = QColor(0x3f72d8),
            .backward = QColor(0x6fb13c),
            .inputGrad = QColor(0x9fd07a),
            .weightGrad = QColor(0x2f7d4f),
            .recompute = QColor(0x9bbcf2),
            .transfer = QColor(0xb0703a),
            .optimizer = QColor(0x6b4aa5)};
}

// As the plotter of the zero-bubble schedules draws them: B is the gradient of the input. A whole
// backward, which those schedules do not have, lies between its halves.
Ops zeroBubble()
{
    return {.forward = QColor(57, 122, 242),
            .backward = QColor(26, 154, 166),
            .inputGrad = QColor(68, 211, 218),
            .weightGrad = QColor(224, 240, 231),
            .recompute = QColor(160, 190, 250),
            .transfer = QColor(150, 110, 190),
            .optimizer = QColor(200, 83, 8)};
}

// Orange forwards; dark green, light green and blue for the backward and its halves.
Ops dualPipe()
{
    return {.forward = QColor(0xf0a04b),
            .backward = QColor(0x3f8f3f),
            .inputGrad = QColor(0x9ed48a),
            .weightGrad = QColor(0x4f8fd6),
            .recompute = QColor(0xf7cf9a),
            .transfer = QColor(0x8a5bb0),
            .optimizer = QColor(0x6b4a3a)};
}

Theme painted(const Theme& theme, OpColours colours)
{
    Theme other = theme;
    other.opColours = colours;
    const Ops ops = colours == OpColours::Megatron ? megatron()
        : colours == OpColours::ZeroBubble         ? zeroBubble()
                                                   : dualPipe();
    other.forward = ops.forward;
    other.backward = ops.backward;
    other.inputGrad = ops.inputGrad;
    other.weightGrad = ops.weightGrad;
    other.recompute = ops.recompute;
    other.transfer = ops.transfer;
    other.optimizer = ops.optimizer;
    return other;
}

// All that are no theme of their own, [theme][colours].
using Painted = std::array<std::array<Theme, kOpColours.size()>, 3>;

const std::array<const Theme*, 3>& plainThemes()
{
    static const std::array kThemes{&lightTheme(), &darkTheme(), &contrastTheme()};
    return kThemes;
}

const Painted& paintedThemes()
{
    static const Painted kPainted = [] {
        Painted made;
        for (std::size_t theme = 0; theme < made.size(); ++theme)
            for (const OpColours colours : kOpColours)
                made[theme][static_cast<std::size_t>(colours)]
                    = painted(*plainThemes()[theme], colours);
        return made;
    }();
    return kPainted;
}

} // namespace

std::string_view name(OpColours colours)
{
    constexpr std::array<std::string_view, kOpColours.size()> kNames{"Bubblescope", "Megatron",
                                                                     "Zero-Bubble", "DualPipe"};
    return kNames[static_cast<std::size_t>(colours)];
}

std::optional<OpColours> parseOpColours(std::string_view name)
{
    for (const OpColours colours : kOpColours)
        if (gui::name(colours) == name)
            return colours;
    return std::nullopt;
}

const Theme& withColours(const Theme& theme, OpColours colours)
{
    // No two themes have one ground.
    const auto same = [&theme](const Theme* plain) { return plain->panel == theme.panel; };
    const auto found = std::find_if(plainThemes().begin(), plainThemes().end(), same);
    if (found == plainThemes().end())
        return theme;
    if (colours == OpColours::Bubblescope)
        return **found;
    return paintedThemes()[static_cast<std::size_t>(found - plainThemes().begin())]
                          [static_cast<std::size_t>(colours)];
}

void markColours(QPalette& palette, OpColours colours)
{
    QColor shadow = palette.color(QPalette::Shadow);
    shadow.setAlpha(255 - static_cast<int>(colours));
    palette.setColor(QPalette::Shadow, shadow);
}

OpColours coloursOf(const QPalette& palette)
{
    const int marked = 255 - palette.color(QPalette::Shadow).alpha();
    return marked < static_cast<int>(kOpColours.size()) ? static_cast<OpColours>(marked)
                                                        : OpColours::Bubblescope;
}

} // namespace gui
