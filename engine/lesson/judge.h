// Whether an answer is right, what a right one is, and what is said to a wrong one.
//
// Every front end asks here: the window, the command and a scripted learner. Where the picture is
// the learner's own, as of a schedule that is built or a field that is changed, the answer is the
// state that came of it.

#pragma once

#include "engine/lesson/condition.h"
#include "engine/lesson/lesson.h"
#include "engine/lesson/read_lesson.h"
#include "engine/lesson/states.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lesson {

struct HasRead {};
struct Numbers {
    std::vector<double> values; // in the action's unit
};
struct Choice {
    std::string key;
};
struct Words { // clicked, in order: ops, ranks or layers; or states, from the least to the most
    std::vector<std::string> words;
};
struct Stretch {
    plan::Nanoseconds length{};
};
struct Made { // a state that was built, or set
    PlannedPtr planned;
};

using Answer = std::variant<HasRead, Numbers, Choice, Words, Stretch, Made, MeasuredRun>;

// A number that was guessed, beside the truth; both in the unit that was asked for.
struct Guess {
    double guessed = 0;
    double truth = 0;

    // 1 where it is the truth, falling to 0 where it is off by all of it.
    double closeness() const;
    bool operator==(const Guess&) const = default;
};

// What keeps an answer from passing.
struct Unmet {
    std::string sentence;              // for those who write lessons
    std::optional<Missed> missed{};    // of a condition that compares
    std::optional<MeasureId> broken{}; // a truth that had to hold
};

struct Judgement {
    bool passed = false;
    Text said; // to a wrong answer that the lesson knows; else empty
    std::vector<Unmet> unmet{};
    std::optional<Guess> guess{}; // of a step that lets one guess
};

// What a step is asked over. Borrows the lesson, the step and the run.
struct Scene {
    const ReadLesson& read; // without a problem that concerns the step
    const Step& step;
    PlannedPtr current;               // what is shown; null where it cannot be planned
    const MeasuredRun* run = nullptr; // the last one; null: there was none
};

// With what the step shows before the learner has changed anything.
Scene sceneOf(const ReadLesson& read, const Step& step, const MeasuredRun* run = nullptr);
PlannedPtr shownBy(const ReadLesson& read, const Step& step);

// Where the answer is not one to the step's action, it is wrong.
Judgement judge(const Scene& scene, const Answer& answer);

// A right answer; fails with a sentence where none can be told: before a run, or where the lesson
// is wrong.
plan::Result<Answer> rightAnswer(const Scene& scene);

// The same in words, for those who teach: "33 u", "same", "1B0", "batch.global: 28".
plan::Result<std::string> answerText(const Scene& scene);

// Whether what it asks, or must hold, is of the lesson's run.
bool asksOfRun(const Step& step);

// How a run comes out that keeps to its plan, and has the faults that the action asks for: what is
// expected before one was made.
MeasuredRun asPlanned(const Planned& planned, const RunAction& action);

} // namespace lesson
