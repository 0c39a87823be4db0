#include "engine/lesson/progress.h"

#include "engine/lesson/practice.h"
#include "engine/plan/schedule_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lesson {
namespace {

constexpr std::size_t kMostGuesses = 1000;

void noteGuess(Progress& progress, const Guess& guess)
{
    progress.guesses.push_back(guess);
    if (progress.guesses.size() > kMostGuesses)
        progress.guesses.erase(progress.guesses.begin());
}

void noteOrder(StepProgress& own, const Made& made)
{
    if (!made.planned || !made.planned->hasTimeline())
        return;
    const plan::Nanoseconds makespan = made.planned->timeline().makespan;
    if (!own.best.empty() && own.bestMakespan <= makespan)
        return;
    own.best = plan::toText(made.planned->schedule());
    own.bestMakespan = makespan;
}

} // namespace

const StepProgress* Progress::find(const std::string& lesson, const std::string& step) const
{
    const auto found = lessons.find(lesson);
    if (found == lessons.end())
        return nullptr;
    const auto own = found->second.find(step);
    return own == found->second.end() ? nullptr : &own->second;
}

void note(Progress& progress, const std::string& lesson, const Step& step, const Answer& answer,
          const Judgement& judgement, int day)
{
    StepProgress& own = progress.lessons[lesson][step.id];
    if (judgement.guess)
        noteGuess(progress, *judgement.guess);
    if (const auto* made = std::get_if<Made>(&answer);
        made && judgement.passed && std::holds_alternative<BuildAction>(step.action))
        noteOrder(own, *made);
    if (own.passed)
        return;
    ++own.tries;
    own.passed = judgement.passed;
    own.day = judgement.passed ? day : 0;
}

void noteHint(Progress& progress, const std::string& lesson, const std::string& step)
{
    StepProgress& own = progress.lessons[lesson][step];
    own.hints += own.passed ? 0 : 1;
}

void notePractice(Progress& progress, const std::string& lesson, const std::string& step)
{
    ++progress.lessons[lesson][step].practices;
}

int pointsOf(const StepProgress& progress, const Step& step)
{
    if (!progress.passed)
        return 0;
    const auto* number = std::get_if<NumberAction>(&step.action);
    if (number && number->guess)
        return 1;
    return std::max(1, 4 - progress.tries - progress.hints);
}

std::optional<double> calibrationOf(const Progress& progress)
{
    std::vector<double> off;
    for (const Guess& guess : progress.guesses)
        if (guess.truth != 0)
            off.push_back(std::abs(guess.guessed - guess.truth) / std::abs(guess.truth));
    if (off.empty())
        return std::nullopt;
    const auto middle = off.begin() + std::ptrdiff_t(off.size() / 2);
    std::nth_element(off.begin(), middle, off.end());
    return *middle;
}

std::vector<DuePractice> dueOn(const Progress& progress, int day)
{
    std::vector<DuePractice> due;
    for (const auto& [lesson, steps] : progress.lessons)
        for (const auto& [step, own] : steps)
            if (own.passed && isPracticeDue(day - own.day, own.practices))
                due.push_back({lesson, step, day - own.day - kPracticeDays[own.practices]});
    std::stable_sort(due.begin(), due.end(),
                     [](const auto& a, const auto& b) { return a.overdue > b.overdue; });
    return due;
}

} // namespace lesson
