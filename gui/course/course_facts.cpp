#include "gui/course/course_facts.h"

#include "engine/lesson/course.h"

#include <algorithm>

namespace gui {

const lesson::Lesson* CourseFacts::find(const std::string& name) const
{
    const auto found = std::find_if(lessons.begin(), lessons.end(),
                                    [&](const auto& lesson) { return lesson.head.name == name; });
    return found == lessons.end() ? nullptr : &*found;
}

CourseFactsPtr readCourseFacts(const std::function<bool()>& outdated)
{
    auto facts = std::make_shared<CourseFacts>();
    for (const lesson::CourseEntry& entry : lesson::course()) {
        if (outdated())
            return nullptr;
        facts->lessons.push_back(lesson::readCourseLesson(entry).lesson);
    }
    return facts;
}

LessonDone doneOf(const lesson::Progress& progress, const std::string& lesson,
                  const CourseFacts* facts)
{
    LessonDone done;
    const lesson::Lesson* known = facts ? facts->find(lesson) : nullptr;
    if (!known) {
        if (const auto own = progress.lessons.find(lesson); own != progress.lessons.end())
            for (const auto& step : own->second)
                done.passed += step.second.passed ? 1 : 0;
        return done;
    }
    for (const lesson::Step& step : known->steps) {
        ++done.all;
        const lesson::StepProgress* own = progress.find(lesson, step.id);
        if (!own || !own->passed)
            continue;
        ++done.passed;
        done.points += lesson::pointsOf(*own, step);
    }
    return done;
}

std::vector<lesson::DuePractice> practiceOn(const lesson::Progress& progress,
                                            const CourseFacts& facts, int day)
{
    std::vector<lesson::DuePractice> due = lesson::dueOn(progress, day);
    std::erase_if(due, [&facts](const lesson::DuePractice& each) {
        const lesson::Lesson* known = facts.find(each.lesson);
        return !known
            || std::none_of(known->steps.begin(), known->steps.end(), [&each](const auto& step) {
                   return step.id == each.step && !step.vary.empty();
               });
    });
    return due;
}

std::uint64_t practiceSeed(const lesson::DuePractice& due, const lesson::Progress& progress,
                           int day)
{
    std::uint64_t seed = 1469598103934665603u; // FNV-1a
    const auto mix = [&seed](std::uint64_t byte) { seed = (seed ^ byte) * 1099511628211u; };
    for (const std::string* word : {&due.lesson, &due.step})
        for (const char letter : *word + '/')
            mix(static_cast<unsigned char>(letter));
    const lesson::StepProgress* own = progress.find(due.lesson, due.step);
    mix(static_cast<std::uint64_t>(own ? own->practices : 0));
    mix(static_cast<std::uint64_t>(day));
    return seed;
}

} // namespace gui
