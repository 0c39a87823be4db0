// The lessons that the program brings along, in the order in which they are learned.

#pragma once

#include "engine/lesson/read_lesson.h"

#include <string_view>
#include <vector>

namespace lesson {

// What a map of the course shows of a lesson; no state is worked out for it.
struct CourseEntry {
    LessonHead head;
    std::string_view text; // of the file; lasts as long as the program
};

// By LessonHead::place.
const std::vector<CourseEntry>& course();

// nullptr: the course has none of that name.
const CourseEntry* findInCourse(std::string_view name);

// The lesson with its states worked out: some milliseconds, as much as half a second where they
// have a model.
ReadLesson readCourseLesson(const CourseEntry& entry);

} // namespace lesson
