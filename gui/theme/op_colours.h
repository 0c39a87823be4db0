// Which colours ops have: the window's own, told apart with any kind of vision, or those of the
// figures in papers, for who is used to reading them.

#pragma once

#include "gui/theme/theme.h"

#include <QPalette>

#include <array>
#include <optional>
#include <string_view>

namespace gui {

inline constexpr std::array kOpColours{OpColours::Bubblescope, OpColours::Megatron,
                                       OpColours::ZeroBubble, OpColours::DualPipe};

// "Bubblescope", "Megatron", "Zero-Bubble", "DualPipe": for settings.
std::string_view name(OpColours colours);
std::optional<OpColours> parseOpColours(std::string_view name);

// The same theme with those ops; nothing else of it differs. `theme` is lightTheme(), darkTheme()
// or contrastTheme(), or one that this returned.
const Theme& withColours(const Theme& theme, OpColours colours);

// A palette says which colours it was made with by the alpha of its shadow, too little to be seen:
// so widgets need nothing but their palette, and hear of every change of it.
void markColours(QPalette& palette, OpColours colours);
OpColours coloursOf(const QPalette& palette); // Bubblescope where none is marked

} // namespace gui
