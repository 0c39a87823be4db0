// Any bytes as a lesson: it is read, or every problem is a sentence at a line, and what is right of
// it can be asked.

#include "engine/lesson/handout.h"
#include "engine/lesson/judge.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const lesson::ReadLesson read = lesson::readLesson(text, {});
    for (const strategy::Problem& problem : read.problems)
        if (problem.sentence.empty() || problem.line < 1)
            std::abort();
    for (const lesson::Step& step : read.lesson.steps)
        lesson::judge(sceneOf(read, step), lesson::Numbers{{1}});
    if (!read.problems.empty())
        return 0;
    // Every step of a lesson without a problem has an answer that passes, but for those that ask
    // what a run will tell.
    for (const lesson::Step& step : read.lesson.steps)
        if (const auto answer = rightAnswer(sceneOf(read, step));
            answer && step.pass.empty() && !lesson::judge(sceneOf(read, step), *answer).passed)
            std::abort();
    lesson::handoutOf(read, {});
    return 0;
}
