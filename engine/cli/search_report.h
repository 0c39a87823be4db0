// What a search found, as text, JSON and CSV. Internal to this folder.

#pragma once

#include "engine/strategy/search/search.h"

#include <string>

namespace cli {

// A line a result, by step time; an asterisk marks those on the Pareto front of step time, memory
// and devices.
std::string searchTable(const strategy::SearchResult& result);
// Each result with the keys of an estimate and the strategy's own; "strategy" is its file.
std::string searchJson(const strategy::SearchResult& result);
// A header and a line a result.
std::string searchCsv(const strategy::SearchResult& result);

} // namespace cli
