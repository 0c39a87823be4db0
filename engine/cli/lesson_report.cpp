#include "engine/cli/lesson_report.h"

#include "engine/lesson/judge.h"
#include "engine/plan/counted.h"

#include <fmt/format.h>

#include <algorithm>

namespace cli {
namespace {

// Right because the author says so, not by a state.
bool isByWord(const lesson::Step& step)
{
    const auto* choose = std::get_if<lesson::ChooseAction>(&step.action);
    return choose
        && std::any_of(choose->options.begin(), choose->options.end(),
                       [](const auto& option) { return option.always; });
}

} // namespace

std::string contentsOf(const std::string& file, const lesson::ReadLesson& read)
{
    const lesson::Lesson& lesson = read.lesson;
    return fmt::format("{}: {}, {}, {}\n", file, plan::counted(lesson.steps.size(), "step"),
                       plan::counted(lesson.states.size(), "state"),
                       lesson.pins.size() == 1 ? "1 pin holds"
                                               : fmt::format("{} pins hold", lesson.pins.size()));
}

std::string answersOf(const lesson::ReadLesson& read)
{
    std::string text;
    for (const lesson::Step& step : read.lesson.steps) {
        const auto answer = lesson::answerText(sceneOf(read, step));
        text += fmt::format("{:<20}{:<9}{}{}\n", step.id, lesson::kActions[step.action.index()],
                            answer ? *answer : '(' + answer.error().message + ')',
                            isByWord(step) ? "   (by the author's word)" : "");
    }
    return text;
}

} // namespace cli
