// Models and clusters that people know by name, for fields that take all their sizes at once.

#pragma once

#include "engine/strategy/strategy.h"

#include <QString>

#include <span>

namespace gui {

struct ModelPreset {
    QString name; // "GPT-3 175B"; the same in every language
    strategy::Model model;
};

// Of the strategies that the program carries (resources/strategies), the largest first. They are
// read at the first call, and stay.
std::span<const ModelPreset> modelPresets();

struct ClusterPreset {
    QString name; // "8 × NVIDIA H100 SXM 80 GB", "384 A100"; the same in every language
    strategy::Cluster cluster;
};

// Usual sizes of known devices, then those of the strategies that the program carries. Read at the
// first call, too.
std::span<const ClusterPreset> clusterPresets();

// The strategy with that model. Layers that were divided by hand are divided evenly where they no
// longer add up.
strategy::Strategy withModel(strategy::Strategy strategy, const strategy::Model& model);

} // namespace gui
