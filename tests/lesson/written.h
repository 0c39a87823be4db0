// Lessons that tests write.

#pragma once

#include "engine/lesson/read_lesson.h"

#include <string>
#include <vector>

namespace lesson::test {

// Whole but for its steps: two states, of GPipe and of 1F1B.
inline std::string lessonWith(const std::string& steps, const std::string& states = "",
                              const std::string& head = "")
{
    return "lesson: 1\n"
           "name: written\n"
           "title: {en: Written, zh: 写的}\n"
        + head
        + "base:\n"
          "  parallel: {pipeline: 4}\n"
          "  batch: {micro: 1, global: 8}\n"
          "  costs: {forward: 5000, input_grad: 5000, weight_grad: 5000, transfer: 0}\n"
          "states:\n"
          "  gpipe: {schedule.name: gpipe}\n"
          "  1f1b: {schedule.name: 1f1b}\n"
        + states + "steps:\n" + steps;
}

// What the steps begin with: a text in both languages.
inline constexpr const char* kText = "    text: {en: Look, zh: 看}\n";

inline std::string step(const std::string& state, const std::string& action)
{
    return "  - id: one\n    state: " + state + "\n" + kText + action;
}

// "LINE: key: sentence" of each problem.
inline std::vector<std::string> problemsOf(const std::string& text)
{
    std::vector<std::string> lines;
    for (const strategy::Problem& problem : readLesson(text, {}).problems)
        lines.push_back(std::to_string(problem.line) + ": " + problem.key + ": "
                        + problem.sentence);
    return lines;
}

} // namespace lesson::test
