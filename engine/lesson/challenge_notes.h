// What a player has of the challenges between two visits: a name, the folder of the entries, and
// what is laid so far, of the last days. Its file.

#pragma once

#include "engine/lesson/build_board.h"
#include "engine/lesson/challenge.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

inline constexpr std::size_t kMaxNotesBytes = 256u << 10;
inline constexpr std::size_t kMostNotedDays = 14; // the newest

struct ChallengeNotes {
    std::string player{};
    std::string folder{};
    std::map<Date, std::vector<std::vector<plan::Op>>> laid{}; // [rank], complete or not
};

// JSON of one object, with at most kMostNotedDays.
std::string toJson(const ChallengeNotes& notes);
// Ops and days that are none are left out: what can be laid is for relaid() to say. The error lacks
// the file.
plan::Result<ChallengeNotes> challengeNotesOf(std::string_view text);

// To lay the challenge on, within its cap, with that order on it or nothing. `like`: its strategy
// planned. Precondition: `from` runs to its end within the cap, as startOf() does.
BuildBoard boardOf(const Challenge& challenge, const PlannedPtr& like,
                   const plan::Schedule* from = nullptr);
// With what of the order may be laid, op by op, as undo() takes them back.
BuildBoard relaid(const Challenge& challenge, const PlannedPtr& like,
                  const std::vector<std::vector<plan::Op>>& order);

} // namespace lesson
