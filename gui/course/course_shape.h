// Where the lessons of a course stand on its map: behind all that they need.

#pragma once

#include "engine/lesson/lesson.h"

#include <utility>
#include <vector>

namespace gui {

struct CourseShape {
    struct Place {
        int column = 0;
        int row = 0; // from the top of its column
    };
    std::vector<Place> places; // [lesson]
    // From a lesson to one that needs it, by their numbers; not where others in between say so.
    std::vector<std::pair<int, int>> arrows;
    std::vector<int> heights; // [column], in lessons
};

// `lessons`: in the order in which they are learned. Needs that are none of those before are left
// out.
CourseShape shapeOf(const std::vector<lesson::LessonHead>& lessons);

} // namespace gui
