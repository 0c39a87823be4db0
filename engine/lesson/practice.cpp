#include "engine/lesson/practice.h"

#include "engine/lesson/mixed_bits.h"

#include <iterator>

namespace lesson {

bool canBePractised(const Step& step)
{
    return !step.vary.empty()
        && (std::holds_alternative<NumberAction>(step.action)
            || std::holds_alternative<ClickAction>(step.action)
            || std::holds_alternative<BracketAction>(step.action));
}

plan::Result<DrawnQuestion> drawQuestion(const ReadLesson& read, const Step& step,
                                         std::uint64_t seed)
{
    const State* state = read.lesson.find(step.state);
    if (!state || !canBePractised(step))
        return plan::Error{"the step is asked in one way only"};
    // A schedule may refuse a shape between two that it takes.
    constexpr int kTries = 20;
    for (int attempt = 0; attempt < kTries; ++attempt) {
        DrawnQuestion question;
        for (const Drawn& drawn : step.vary)
            question.fields[drawn.key]
                = std::to_string(nextInRange(seed, drawn.range[0], drawn.range[1]));
        question.planned = planState(*state, question.fields, read.folder).planned;
        if (question.planned)
            return question;
    }
    return plan::Error{"nothing that was drawn for the step can be planned"};
}

Scene sceneOf(const ReadLesson& read, const Step& step, const DrawnQuestion& drawn)
{
    return {read, step, drawn.planned, nullptr};
}

bool isPracticeDue(int daysSincePassed, int done)
{
    return done >= 0 && done < int(std::size(kPracticeDays))
        && daysSincePassed >= kPracticeDays[done];
}

} // namespace lesson
