// The files of profiles and software stacks, read strictly and written.

#pragma once

#include "engine/plan/result.h"
#include "engine/strategy/profile.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace strategy {

// The text of a file NAME.yaml; the error names line and key in it.
plan::Result<Profile> readProfile(std::string_view name, std::string_view text);
std::string writeProfile(const Profile& profile);
plan::Result<SoftwareStack> readSoftwareStack(std::string_view name, std::string_view text);
std::string writeSoftwareStack(const SoftwareStack& stack);

// How the files call a term of plan::kFitTerms: "gemm", "launch_us".
std::string_view keyOfTerm(std::size_t term);

} // namespace strategy
