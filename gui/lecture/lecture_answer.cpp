#include "gui/lecture/lecture_answer.h"

#include "gui/lessons/lesson_text.h"
#include "gui/text/engine_text.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>

#include <algorithm>

namespace gui {
namespace {

QString lectureText(const char* source)
{
    return QCoreApplication::translate("gui::LectureAnswer", source);
}

// What a run would show, where none was made: a lecture starts none.
QString predictedLine(const LessonSession& session)
{
    const lesson::PlannedPtr shown = session.shown();
    if (!shown || !shown->hasTimeline())
        return lectureText(
            QT_TRANSLATE_NOOP("gui::LectureAnswer", "Runs are started outside the lecture."));
    return lectureText(QT_TRANSLATE_NOOP("gui::LectureAnswer",
                                         "Runs are started outside the lecture. Predicted: a step "
                                         "of %1, and a bubble fraction of %2."))
        .arg(stepTime(shown->row().makespan), percent(shown->row().bubbleFraction));
}

bool isToldInWords(const lesson::Action& action)
{
    return !std::holds_alternative<lesson::ReadAction>(action)
        && !std::holds_alternative<lesson::ChooseAction>(action)
        && !std::holds_alternative<lesson::BuildAction>(action)
        && !std::holds_alternative<lesson::RunAction>(action);
}

} // namespace

LectureAnswer giveRightAnswer(LessonSession& session)
{
    const lesson::Action& action = session.step().action;
    if (std::holds_alternative<lesson::RunAction>(action) && !session.run())
        return {predictedLine(session), false};
    if (const auto* set = std::get_if<lesson::SetAction>(&action))
        for (const auto& [key, word] : set->solution)
            session.setField(key, word);
    const auto answer = lesson::rightAnswer(session.scene());
    if (!answer && session.read().problems.empty() && !session.run())
        return {lectureText(QT_TRANSLATE_NOOP("gui::LectureAnswer",
                                              "A run tells the answer. Runs are started outside "
                                              "the lecture.")),
                false};
    if (!answer)
        return {engineText(answer.error().message), true};
    QString line;
    if (const QString words = answerWords(session.scene());
        !words.isEmpty() && isToldInWords(action))
        line = lectureText(QT_TRANSLATE_NOOP("gui::LectureAnswer", "Answer: %1")).arg(words);
    session.answer(*answer);
    return {line, true};
}

std::optional<int> rightOption(const LessonSession& session)
{
    const auto* choose = std::get_if<lesson::ChooseAction>(&session.step().action);
    if (!choose)
        return std::nullopt;
    const auto answer = lesson::rightAnswer(session.scene());
    const auto* choice = answer ? std::get_if<lesson::Choice>(&*answer) : nullptr;
    if (!choice)
        return std::nullopt;
    const auto found
        = std::find_if(choose->options.begin(), choose->options.end(),
                       [choice](const auto& option) { return option.key == choice->key; });
    return static_cast<int>(found - choose->options.begin());
}

} // namespace gui
