// A challenge and its entries, as text and as JSON.

#pragma once

#include "engine/lesson/challenge_entries.h"

#include <string>

namespace cli {

// `read`: null where no entries were asked for.
std::string challengeText(const lesson::Challenge& challenge, const lesson::ReadEntries* read);
std::string challengeJson(const lesson::Challenge& challenge, const lesson::ReadEntries* read);

// "3 files are left out: ..."
std::string leftOutText(const lesson::ReadEntries& read);

} // namespace cli
