// What judging an answer and finding a right one share. Internal to this folder.

#pragma once

#include "engine/lesson/judge.h"

#include <string>
#include <vector>

namespace lesson {

template <class... Handlers>
struct Overloaded : Handlers... {
    using Handlers::operator()...;
};
// clang 14 does not deduce it.
template <class... Handlers>
Overloaded(Handlers...) -> Overloaded<Handlers...>;

// Split at spaces.
std::vector<std::string> wordsOf(const std::string& text);

// What is asked of one step. Borrows what the scene does.
class StepJudge {
public:
    explicit StepJudge(const Scene& scene);

    const Ask& ask() const { return m_ask; }
    std::optional<plan::Nanoseconds> unit() const { return m_read.lesson.unit; }
    double scale(const NumberAction& action) const { return scaleOf(action.unit, unit()); }

    bool areNumbers(const NumberAction& action, const std::vector<double>& values) const;
    std::optional<Guess> guessOf(const NumberAction& action,
                                 const std::vector<double>& values) const;
    bool isRight(const ChooseAction::Option& option) const;
    bool isClicked(const ClickAction& action, const std::vector<std::string>& clicked) const;
    bool isBracketed(const BracketAction& action, plan::Nanoseconds length) const;
    std::vector<std::string> sorted(const OrderAction& action) const;

    // As it is typed, in the action's unit: "24", "24 u", "3, 2, 2, 1". Nothing: it is none, or
    // another number of them is asked for.
    std::optional<std::vector<double>> numbersOf(const NumberAction& action,
                                                 const std::string& typed) const;

    // Adds those that do not hold.
    void addUnmet(const std::vector<Condition>& conditions, Judgement& judgement) const;
    // What the lesson says to that answer.
    void say(const Answer& answer, Judgement& judgement) const;

private:
    Unmet unmetOf(const Condition& condition) const;
    bool matches(const std::string& wrong, const Answer& answer) const;
    // How far a number may lie from a truth of the quantity's own scale.
    double toleranceOf(const Tolerance& within, double truth) const;

    const ReadLesson& m_read;
    const Step& m_step;
    Ask m_ask;
};

} // namespace lesson
