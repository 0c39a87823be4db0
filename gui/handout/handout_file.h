// Writes what a lesson gives to paper and slides.

#pragma once

#include "engine/lesson/read_lesson.h"

#include <QString>

#include <functional>
#include <memory>
#include <string>

class QWidget;

namespace gui {

// A path without an ending that a file of the lesson may be proposed to have: in the user's
// documents.
QString handoutStem(const lesson::ReadLesson& read, const QString& what);

// Empty where it was written; else a sentence that says why not. Any thread.
QString handoutWrittenTo(const QString& path, const std::string& bytes);

// Empty where the picture of the step, from 0, was written; else a sentence that says why not.
QString stepFigureWrittenTo(const QString& path, const lesson::ReadLesson& read, std::size_t step);

// Asks over `window` where to write the picture of the step, from 0, and writes it. `told` hears a
// sentence: where it was saved, or why not. GUI thread.
void saveStepFigure(std::shared_ptr<const lesson::ReadLesson> read, std::size_t step,
                    QWidget* window, std::function<void(const QString&)> told);

} // namespace gui
