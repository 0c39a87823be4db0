// The layers of each stage or rank as one types them: "5, 3".

#pragma once

#include "engine/strategy/strategy.h"

#include <QString>

#include <optional>
#include <vector>

namespace gui {

enum class LayersPer { Stage, Rank };

// The strategy's; empty where they are divided evenly.
const std::vector<int>& layersOf(const strategy::Strategy& strategy, LayersPer per);
std::vector<int>& layersOf(strategy::Strategy& strategy, LayersPer per);

// Whole numbers with commas or spaces between them; an empty text is an empty list. Nothing
// for any other text.
std::optional<std::vector<int>> layersFromText(const QString& text);

QString layersText(const std::vector<int>& layers);

// How many there are where no list says it: "even: 6 each".
QString evenLayersText(const strategy::Strategy& strategy, LayersPer per);

} // namespace gui
