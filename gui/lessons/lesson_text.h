// Texts of lessons as the window shows them: in its language, numbers filled in.

#pragma once

#include "engine/lesson/condition.h"
#include "engine/lesson/judge.h"
#include "engine/lesson/read_lesson.h"
#include "engine/lesson/text.h"
#include "gui/lessonlinks/lesson_language.h"

#include <QString>

#include <map>
#include <string>

class QLabel;

namespace gui {

// For a label of rich text; whatever the file holds, nothing of it is markup but what is **bold**.
// Numbers stand out a little.
QString richText(const lesson::Text& text, const lesson::ReadLesson& read, const lesson::Ask& ask);

// Without marks, for tips, screen readers and buttons.
QString plainText(const lesson::Text& text, const lesson::ReadLesson& read, const lesson::Ask& ask);

// "parallel › layers per stage" of "parallel.layers_per_stage": words, which may be wrapped.
QString fieldWords(const std::string& key);

// "batch › global = 28, parallel › context = 4".
QString fieldsText(const std::map<std::string, std::string>& fields);

// What is right, as answerText() has it but for fields and options, which are told as the window
// shows them; empty where it cannot be told.
QString answerWords(const lesson::Scene& scene);

// For rich texts: wraps, can be copied with the mouse, and is passed by by the keyboard. Without a
// parent. `name` is its accessible name.
QLabel* lessonLabel(const QString& name);

} // namespace gui
