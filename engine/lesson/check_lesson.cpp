// Whether a lesson is right about the engine.

#include "engine/lesson/filled_text.h"
#include "engine/lesson/judge.h"
#include "engine/lesson/lesson_reader.h"

#include <algorithm>

namespace lesson {
namespace {

bool ofRun(const Measure& measure) { return measure.id == MeasureId::Measured; }

bool ofRun(const Condition& condition)
{
    const auto* scaled = std::get_if<Condition::Scaled>(&condition.than);
    return ofRun(condition.measure) || (scaled && ofRun(scaled->measure));
}

class Checker {
public:
    explicit Checker(LessonReader& reader)
        : m_reader(reader)
        , m_read(reader.read())
    {
    }

    void pins()
    {
        const Ask ask = askOf(m_read.states, nullptr);
        for (const Condition& pin : m_reader.lesson().pins) {
            if (!isKnown(pin, nullptr))
                continue;
            if (ofRun(pin)) {
                m_reader.problem(pin.line, "pins", "asks of a run, which nobody has made here");
                continue;
            }
            const auto held = holds(pin, ask, unit());
            if (!held || !*held)
                m_reader.problem(pin.line, "pins", "does not hold: " + whyNot(pin, ask, unit()));
        }
    }

    void topics()
    {
        const Lesson& lesson = m_reader.lesson();
        for (const auto& [topic, id] : lesson.head.explains)
            if (std::none_of(lesson.steps.begin(), lesson.steps.end(),
                             [&id = id](const Step& step) { return step.id == id; }))
                m_reader.problem(1, "explains." + topic, "names no step: '" + id + '\'');
    }

    void step(const Step& step)
    {
        const PlannedPtr shown = shownBy(m_read, step);
        const Ask ask = askOf(m_read.states, shown);
        if (const auto* choose = std::get_if<ChooseAction>(&step.action))
            options(step, *choose, ask, shown);
        if (const auto* run = std::get_if<RunAction>(&step.action); run && shown)
            runs(step, *shown);
        wrongKeys(step);
        texts(step, ask, shown);
        if (isAnswerable(step, shown))
            answer(step);
        for (const Drawn& drawn : step.vary)
            vary(step, drawn);
    }

private:
    std::optional<plan::Nanoseconds> unit() const { return m_reader.lesson().unit; }

    // Of a state that can be planned, or that is told of already.
    bool isKnown(const Measure& measure, const PlannedPtr& shown) const
    {
        if (measure.id == MeasureId::Sound)
            return true;
        if (measure.state.empty())
            return shown != nullptr || ofRun(measure);
        const auto found = m_read.states.find(measure.state);
        return found != m_read.states.end() && found->second.planned;
    }
    bool isKnown(const Condition& condition, const PlannedPtr& shown) const
    {
        const auto* scaled = std::get_if<Condition::Scaled>(&condition.than);
        return isKnown(condition.measure, shown) && (!scaled || isKnown(scaled->measure, shown));
    }

    void options(const Step& step, const ChooseAction& action, const Ask& ask,
                 const PlannedPtr& shown)
    {
        int right = 0;
        for (const auto& option : action.options) {
            right += option.always ? 1 : 0;
            if (option.right.empty())
                continue;
            bool all = true;
            for (const Condition& condition : option.right) {
                if (!isKnown(condition, shown) || ofRun(condition))
                    return;
                const auto held = holds(condition, ask, unit());
                if (!held || !*held) {
                    all = false;
                    m_unmet = whyNot(condition, ask, unit());
                    m_unmetLine = condition.line;
                }
            }
            right += all ? 1 : 0;
        }
        if (right == 0)
            m_reader.problem(m_unmetLine > 0 ? m_unmetLine : step.line, "steps.choose.right",
                             m_unmet.empty() ? "is of no option; one of them must be right"
                                             : "does not hold: " + m_unmet);
        if (right > 1)
            m_reader.problem(step.line, "steps.choose.right", "holds of more than one option");
        m_unmet.clear();
        m_unmetLine = 0;
    }

    void runs(const Step& step, const Planned& shown)
    {
        if (ranksOf(shown) > kMaxRunRanks)
            m_reader.problem(step.line, "steps.run",
                             "would start more than " + std::to_string(kMaxRunRanks) + " ranks");
    }

    void wrongKeys(const Step& step)
    {
        const auto* choose = std::get_if<ChooseAction>(&step.action);
        for (const WrongAnswer& wrong : step.wrong)
            if (choose
                && std::none_of(choose->options.begin(), choose->options.end(),
                                [&](auto& option) { return option.key == wrong.answer; }))
                m_reader.problem(wrong.line, "steps.wrong.answer",
                                 "names no option: '" + wrong.answer + '\'');
    }

    // Numbers that are asked for in texts, of states that are there.
    void texts(const Step& step, const Ask& ask, const PlannedPtr& shown)
    {
        std::vector<const Text*> texts{&step.text, &step.reveal};
        for (const Text& hint : step.hints)
            texts.push_back(&hint);
        for (const WrongAnswer& wrong : step.wrong)
            texts.push_back(&wrong.text);
        for (const Text* text : texts)
            for (const Language language : kLanguages)
                for (const TextPiece& piece :
                     parseText(text->in(language), m_reader.stateNames()).pieces) {
                    if (!piece.measure || !isKnown(*piece.measure, shown) || ofRun(*piece.measure))
                        continue;
                    if (const auto value = ask(*piece.measure); !value)
                        m_reader.problem(step.line, "steps",
                                         "'" + toText(*piece.measure) + "' "
                                             + value.error().message);
                }
    }

    bool isAnswerable(const Step& step, const PlannedPtr& shown) const
    {
        if (std::holds_alternative<ChooseAction>(step.action)) // told above
            return false;
        if (const auto* number = std::get_if<NumberAction>(&step.action))
            return !number->is.empty()
                && std::all_of(number->is.begin(), number->is.end(), [&](auto& measure) {
                       return isKnown(measure, shown) && !ofRun(measure);
                   });
        if (const auto* click = std::get_if<ClickAction>(&step.action))
            return isKnown(click->is, shown) && !ofRun(click->is)
                && dimensionOf(click->is) == Dimension::Word;
        if (const auto* bracket = std::get_if<BracketAction>(&step.action))
            return isKnown(bracket->is, shown) && !ofRun(bracket->is);
        if (const auto* set = std::get_if<SetAction>(&step.action))
            return !set->solution.empty();
        return shown != nullptr || std::holds_alternative<ReadAction>(step.action);
    }

    // A right answer passes, and one that the lesson calls wrong does not.
    void answer(const Step& step)
    {
        const std::string key = "steps." + std::string(kActions[step.action.index()]);
        const auto right = rightAnswer(sceneOf(m_read, step));
        if (!right)
            return m_reader.problem(step.line, key, right.error().message);
        const Judgement judged = judge(sceneOf(m_read, step), *right);
        if (!judged.passed)
            m_reader.problem(step.line, key,
                             judged.unmet.empty()
                                 ? "has no right answer"
                                 : "is not passed by its own answer: " + judged.unmet.front());
        for (const WrongAnswer& wrong : step.wrong)
            if (isRight(step, wrong.answer))
                m_reader.problem(wrong.line, "steps.wrong.answer",
                                 "is the right one: '" + wrong.answer + '\'');
    }

    bool isRight(const Step& step, const std::string& answer) const
    {
        if (!std::holds_alternative<NumberAction>(step.action))
            return false;
        const auto typed = literalOf(answer);
        return typed && judge(sceneOf(m_read, step), Numbers{{typed->number}}).passed;
    }

    // Both ends of a range can be asked, and the question says what is drawn.
    void vary(const Step& step, const Drawn& drawn)
    {
        for (const Language language : kLanguages)
            for (const TextPiece& piece :
                 parseText(step.text.in(language), m_reader.stateNames()).pieces)
                if (piece.measure && !piece.measure->state.empty())
                    return m_reader.problem(step.line, "steps.vary",
                                            "goes with a text that names no state, as another one "
                                            "is drawn; write <"
                                                + withoutState(*piece.measure) + '>');
        const State* state = m_reader.lesson().find(step.state);
        if (!state || !shownBy(m_read, step))
            return;
        for (const int value : drawn.range) {
            const PlannedState planned
                = planState(*state, {{drawn.key, std::to_string(value)}}, m_read.folder);
            if (!planned.planned)
                m_reader.problem(step.line, "steps.vary." + drawn.key,
                                 "cannot be " + std::to_string(value) + ": "
                                     + planned.problems.front().sentence);
        }
    }

    static std::string withoutState(Measure measure)
    {
        measure.state.clear();
        return toText(measure);
    }

    LessonReader& m_reader;
    const ReadLesson& m_read;
    std::string m_unmet;
    int m_unmetLine = 0;
};

} // namespace

void checkAgainstStates(LessonReader& reader)
{
    Checker checker(reader);
    checker.pins();
    checker.topics();
    for (const Step& step : reader.lesson().steps)
        checker.step(step);
}

} // namespace lesson
