// The lessons of the course with their steps, and what a learner has done of them.

#pragma once

#include "engine/lesson/lesson.h"
#include "engine/lesson/progress.h"
#include "engine/lesson/read_lesson.h"

#include <QString>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gui {

// Immutable once made.
struct CourseFacts {
    std::vector<lesson::Lesson> lessons; // by place

    const lesson::Lesson* find(const std::string& name) const; // null: the course has none
};

using CourseFactsPtr = std::shared_ptr<const CourseFacts>;

// Reads every lesson, which takes a second or more: not for the GUI thread. Null where `outdated`
// said so before the last one.
CourseFactsPtr readCourseFacts(const std::function<bool()>& outdated);

// How far a learner is with one lesson.
struct LessonDone {
    int passed = 0; // steps
    int all = 0;    // 0: not known yet
    int points = 0;

    bool isWhole() const { return all > 0 && passed == all; }
};

// `facts`: null: not read yet.
LessonDone doneOf(const lesson::Progress& progress, const std::string& lesson,
                  const CourseFacts* facts);

// The lesson of that name with its states: of the course, or else of `folder`, where the learner's
// own are. Null: there is none, or it cannot be read. Not for the GUI thread.
std::shared_ptr<const lesson::ReadLesson> readKnownLesson(const std::string& name,
                                                          const QString& folder);

// Those of the folder of which something is due on that day. Not for the GUI thread; nothing where
// `outdated` said so.
std::vector<lesson::Lesson> readOwnDue(const lesson::Progress& progress, int day,
                                       const QString& folder,
                                       const std::function<bool()>& outdated);

// Steps of the course and of the learner's `own` lessons that are due on that day, and can be asked
// with other values; the longest overdue first.
std::vector<lesson::DuePractice> practiceOn(const lesson::Progress& progress,
                                            const CourseFacts& facts,
                                            const std::vector<lesson::Lesson>& own, int day);

// What its values are drawn by: others each day, and each time that the step is practised.
std::uint64_t practiceSeed(const lesson::DuePractice& due, const lesson::Progress& progress,
                           int day);

} // namespace gui
