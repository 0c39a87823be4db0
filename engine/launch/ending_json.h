// An Ending as the object "ending" of run.json, of the report and of `list --json`.

#pragma once

#include "engine/launch/ending.h"

#include <optional>

#include <nlohmann/json.hpp>

namespace launch {

// {"state", "sentence", "rank", "host", "signal", "exit_code", "step", "op"}; null is what is not
// known or does not apply, and the whole of a run that has not ended.
nlohmann::ordered_json jsonOf(const std::optional<Ending>& ending);

// Nothing where `json` is no object of that kind.
std::optional<Ending> endingFrom(const nlohmann::json& json);

} // namespace launch
