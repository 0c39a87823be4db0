// Efficiencies in a file of their own: fitted, written, and used without building the program.

#pragma once

#include "engine/strategy/estimate/accuracy.h"
#include "engine/strategy/strategy.h"

#include <optional>
#include <string>
#include <vector>

namespace cli {

// The profile called as the file without ".yaml". What is wrong goes to stderr; then there is
// none.
std::optional<strategy::Profile> loadProfile(const std::string& file);

// Makes the strategy's device one of that profile; says so where its own has another name. An
// empty path changes nothing. False: the profile could not be read, which was said on stderr.
bool useProfile(const std::string& file, strategy::Strategy& strategy);

// Fits the efficiencies of each kind of machine, and writes one FOLDER/NAME.yaml each. The
// folder is made where it is missing. What was written, and what is wrong, goes to stderr; the
// exit code.
int fitProfiles(const std::vector<strategy::RunAccuracy>& accuracies, const std::string& folder);

} // namespace cli
