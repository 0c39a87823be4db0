// What a learner has done, kept on their own machine.
//
// The library has no clock: days are given, counted from any one day.

#pragma once

#include "engine/lesson/judge.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

inline constexpr std::size_t kMaxProgressBytes = 4u << 20;

struct StepProgress {
    int tries = 0; // until it was passed, that one included
    int hints = 0; // that were asked for
    bool passed = false;
    int day = 0;        // on which it was passed
    int practices = 0;  // made since
    std::string best{}; // of a build: the order, as plan::toText() writes it
    plan::Nanoseconds bestMakespan{};

    bool operator==(const StepProgress&) const = default;
};

struct Progress {
    // By the lesson's name and the step's id.
    std::map<std::string, std::map<std::string, StepProgress>> lessons;
    std::vector<Guess> guesses; // the newest last

    const StepProgress* find(const std::string& lesson, const std::string& step) const;
    bool operator==(const Progress&) const = default;
};

// After an answer. A step that is passed stays so.
void note(Progress& progress, const std::string& lesson, const Step& step, const Answer& answer,
          const Judgement& judgement, int day);
void noteHint(Progress& progress, const std::string& lesson, const std::string& step);
void notePractice(Progress& progress, const std::string& lesson, const std::string& step);

// A step that is passed: 3 points at the first try, 2 at the second, then 1, and one less for each
// hint, but never less than 1; a guess, which cannot be wrong, has 1 for being made. Else 0.
int pointsOf(const StepProgress& progress, const Step& step);

// How near guesses come to the truth: the median of |guess - truth| / |truth|. Nothing before there
// is one.
std::optional<double> calibrationOf(const Progress& progress);

// Steps that are due to be asked again on that day, the longest overdue first.
struct DuePractice {
    std::string lesson;
    std::string step;
    int overdue = 0; // days
};
std::vector<DuePractice> dueOn(const Progress& progress, int day);

// JSON, one object; what progressOf() reads. The error is a sentence without the file.
std::string toJson(const Progress& progress);
plan::Result<Progress> progressOf(std::string_view text);

} // namespace lesson
