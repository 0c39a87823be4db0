// Reads the file of a lesson (LESSON.md), works its states out and holds it against them.
//
// Reading is as strict as that of a strategy: unknown keys, keys given twice and values that mean
// nothing are problems, all of them told at once, each by its line. So is what is wrong about the
// engine: a pin that does not hold, no right option or two, a build that its own state does not
// pass. A state that cannot be planned is told once, and what refers to it says nothing more.
//
// A lesson starts nothing and reads nothing but strategies in its folder and below it.

#pragma once

#include "engine/lesson/lesson.h"
#include "engine/lesson/states.h"

#include <string>
#include <string_view>
#include <vector>

namespace lesson {

inline constexpr int kLessonVersion = 1;
inline constexpr std::size_t kMaxLessonBytes = 1u << 20;
inline constexpr std::size_t kMaxSteps = 64;
inline constexpr std::size_t kMaxStates = 32;
inline constexpr std::size_t kMaxTextLetters = 400;
inline constexpr std::size_t kMaxPins = 200;
inline constexpr std::size_t kMaxOfAStep = 16; // hints, wrong answers, numbers that are asked for
inline constexpr int kMaxNumbers = 1000;       // in all texts
inline constexpr int kMaxRunRanks = 16;
inline constexpr int kMaxRunSteps = 300;

struct ReadLesson {
    Lesson lesson; // as far as it is right
    PlannedStates states;
    std::string folder;                      // of its file
    std::vector<strategy::Problem> problems; // by line
    std::vector<strategy::Problem> warnings; // likewise: a language that is missing
};

// `folder`: where the file lies; empty: it may name no files.
ReadLesson readLesson(std::string_view text, const std::string& folder);

// Its head alone, and of a file that is none an empty one: at once.
LessonHead readLessonHead(std::string_view text);

// A file that is missing, too large or unreadable is one problem with key "file".
ReadLesson readLessonFile(const std::string& path);

} // namespace lesson
