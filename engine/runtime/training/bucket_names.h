// The buckets of a model, by name.

#pragma once

#include <string>

namespace training {

inline const std::string kTokenTable = "tokens";
inline const std::string kPositions = "positions";
inline const std::string kHead = "head";
inline std::string layerBucket(int layer) { return "layer " + std::to_string(layer); }
inline std::string expertsBucket(int layer) { return "experts " + std::to_string(layer); }

} // namespace training
