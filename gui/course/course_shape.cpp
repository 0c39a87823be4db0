#include "gui/course/course_shape.h"

#include <algorithm>
#include <map>

namespace gui {
namespace {

using LessonSets = std::vector<std::vector<bool>>; // [lesson][lesson before]

// The mean row of what a lesson needs in the column before.
double rowWanted(const CourseShape& shape, int lesson)
{
    double sum = 0;
    int count = 0;
    for (const auto& [from, to] : shape.arrows)
        if (to == lesson) {
            sum += shape.places[std::size_t(from)].row;
            ++count;
        }
    return count == 0 ? 0 : sum / count;
}

} // namespace

CourseShape shapeOf(const std::vector<lesson::LessonHead>& lessons)
{
    const std::size_t count = lessons.size();
    CourseShape shape;
    shape.places.resize(count);
    std::map<std::string, std::size_t> known;
    LessonSets needs(count, std::vector<bool>(count)); // directly
    LessonSets all = needs;                            // through others, too
    for (std::size_t i = 0; i < count; ++i) {
        for (const std::string& name : lessons[i].needs)
            if (const auto found = known.find(name); found != known.end()) {
                const std::size_t before = found->second;
                needs[i][before] = all[i][before] = true;
                shape.places[i].column
                    = std::max(shape.places[i].column, shape.places[before].column + 1);
                for (std::size_t other = 0; other < before; ++other)
                    all[i][other] = all[i][other] || all[before][other];
            }
        known.emplace(lessons[i].name, i);
    }
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t before = 0; before < i; ++before) {
            bool isImplied = false;
            for (std::size_t between = before + 1; between < i; ++between)
                isImplied = isImplied || (needs[i][between] && all[between][before]);
            if (needs[i][before] && !isImplied)
                shape.arrows.emplace_back(int(before), int(i));
        }
    // Column by column, each in the order of what it hangs on, so that few arrows cross.
    for (int column = 0;; ++column) {
        std::vector<int> here;
        for (std::size_t i = 0; i < count; ++i)
            if (shape.places[i].column == column)
                here.push_back(int(i));
        if (here.empty())
            return shape;
        std::stable_sort(here.begin(), here.end(), [&shape](int one, int other) {
            return rowWanted(shape, one) < rowWanted(shape, other);
        });
        for (std::size_t row = 0; row < here.size(); ++row)
            shape.places[std::size_t(here[row])].row = int(row);
        shape.heights.push_back(int(here.size()));
    }
}

} // namespace gui
