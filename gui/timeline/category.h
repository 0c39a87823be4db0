// What a rank may be doing at a time, as the timeline tells it apart. Each category has a colour of
// its own in the theme and an entry in the legend. Idle is what is left of the time, and has no
// category.

#pragma once

#include "engine/plan/op.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace gui {

// The values are indices: of the theme's colours and of what a column of pixels counts. Ops come
// first, in the order of plan::OpKind.
enum class Category : std::uint8_t {
    Forward,
    Backward,
    InputGrad,
    WeightGrad,
    Recompute,
    Communication,
    Optimizer,
    NoData, // nothing is known: telemetry was lost
    Rerun,  // an op computed once more, to compare; the time stays idle
};

// The number of values above, for arrays with one element for each category.
inline constexpr std::size_t kCategories = 9;

// Which of them are faded, by Category.
using HiddenCategories = std::array<bool, kCategories>;

// Ops keep their order: the two enums agree on it, which is checked below.
constexpr Category categoryOf(plan::OpKind kind) { return static_cast<Category>(kind); }

static_assert(categoryOf(plan::OpKind::Forward) == Category::Forward);
static_assert(categoryOf(plan::OpKind::Backward) == Category::Backward);
static_assert(categoryOf(plan::OpKind::InputGrad) == Category::InputGrad);
static_assert(categoryOf(plan::OpKind::WeightGrad) == Category::WeightGrad);

} // namespace gui
