// The blocks of a handout as the pieces of its pages. Internal to this folder.

#pragma once

#include "engine/lesson/handout.h"
#include "engine/paper/owner.h"
#include "engine/paper/pages.h"
#include "engine/plan/result.h"

#include <vector>

namespace paper {

// A4, in points, as all lengths here.
inline constexpr double kPageWidth = 595.276;
inline constexpr double kPageHeight = 841.89;
inline constexpr double kMargin = 57; // 2 cm
inline constexpr double kTextWidth = kPageWidth - 2 * kMargin;
inline constexpr double kTextHeight = kPageHeight - 2 * kMargin;

// The pieces draw on `cairo`, which must outlive them.
plan::Result<std::vector<Item>> itemsOf(const std::vector<lesson::HandoutBlock>& blocks,
                                        cairo_t* cairo);

// The sentence about letters that no font has.
plan::Error missingLetters(const std::string& text);

} // namespace paper
