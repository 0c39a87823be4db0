#include "gui/course/course_facts.h"

#include "engine/lesson/course.h"
#include "engine/lesson/practice.h"
#include "gui/course/lesson_files.h"

#include <algorithm>
#include <set>

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

std::shared_ptr<const lesson::ReadLesson> readKnownLesson(const std::string& name,
                                                          const QString& folder)
{
    if (const lesson::CourseEntry* entry = lesson::findInCourse(name))
        return std::make_shared<const lesson::ReadLesson>(lesson::readCourseLesson(*entry));
    // What progress has noted is a file of this machine: its names lead to what is listed alone.
    for (const QFileInfo& file : lessonFilesIn(folder)) {
        if (file.completeBaseName().toStdString() != name)
            continue;
        lesson::ReadLesson read = lesson::readLessonFile(file.absoluteFilePath().toStdString());
        if (read.problems.empty())
            return std::make_shared<const lesson::ReadLesson>(std::move(read));
    }
    return nullptr;
}

std::vector<lesson::Lesson> readOwnDue(const lesson::Progress& progress, int day,
                                       const QString& folder, const std::function<bool()>& outdated)
{
    std::set<std::string> names;
    for (const lesson::DuePractice& due : lesson::dueOn(progress, day))
        if (!lesson::findInCourse(due.lesson))
            names.insert(due.lesson);
    std::vector<lesson::Lesson> lessons;
    for (const std::string& name : names) {
        if (outdated())
            return {};
        if (const auto read = readKnownLesson(name, folder))
            lessons.push_back(read->lesson);
    }
    return lessons;
}

std::vector<lesson::DuePractice> practiceOn(const lesson::Progress& progress,
                                            const CourseFacts& facts,
                                            const std::vector<lesson::Lesson>& own, int day)
{
    std::vector<lesson::DuePractice> due = lesson::dueOn(progress, day);
    std::erase_if(due, [&](const lesson::DuePractice& each) {
        const lesson::Lesson* known = facts.find(each.lesson);
        for (const lesson::Lesson& one : own)
            if (!known && one.head.name == each.lesson)
                known = &one;
        return !known
            || std::none_of(known->steps.begin(), known->steps.end(), [&each](const auto& step) {
                   return step.id == each.step && lesson::canBePractised(step);
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
