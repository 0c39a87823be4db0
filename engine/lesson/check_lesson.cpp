// Whether a lesson is right about the engine.

#include "engine/lesson/check_answers.h"
#include "engine/lesson/check_known.h"
#include "engine/lesson/filled_text.h"
#include "engine/lesson/judge.h"
#include "engine/lesson/lesson_reader.h"
#include "engine/lesson/practice.h"

#include <algorithm>

namespace lesson {
namespace {

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
            if (isOfRun(pin)) {
                m_reader.problem(pin.line, "pins", "asks of a run, which nobody has made here");
                continue;
            }
            if (!isKnown(pin, nullptr, pin.line, "pins"))
                continue;
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
                m_reader.problem(m_reader.topicLine(topic), "explains." + topic,
                                 "names no step: '" + id + '\'');
    }

    void step(const Step& step)
    {
        const PlannedPtr shown = shownBy(m_read, step);
        const Ask ask = askOf(m_read.states, shown);
        const auto* choose = std::get_if<ChooseAction>(&step.action);
        const bool hasOneRight = !choose || options(step, *choose, ask);
        if (const auto* run = std::get_if<RunAction>(&step.action); run && shown)
            runs(step, *run, *shown);
        texts(step, ask);
        if (hasOneRight && isAnswerable(step, shown))
            checkAnswers(m_reader, step);
        for (const Drawn& drawn : step.vary)
            vary(step, drawn);
    }

private:
    std::optional<plan::Nanoseconds> unit() const { return m_reader.lesson().unit; }

    // Tells why not, where that is not told already. `step`: null of a pin.
    template <class Asked>
    bool isKnown(const Asked& asked, const Step* step, int line, const std::string& key)
    {
        const Known known = knownOf(m_read, asked, step);
        if (!known.problem.empty())
            m_reader.problem(line, key, known.problem);
        return known.isKnown;
    }

    // False where it cannot be told which is right, or not one is.
    bool options(const Step& step, const ChooseAction& action, const Ask& ask)
    {
        int right = 0;
        for (const auto& option : action.options) {
            right += option.always ? 1 : 0;
            if (option.right.empty())
                continue;
            bool all = true;
            for (const Condition& condition : option.right) {
                if (!isKnown(condition, &step, condition.line, "steps.choose.right"))
                    return false;
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
        return right == 1;
    }

    void runs(const Step& step, const RunAction& action, const Planned& shown)
    {
        if (ranksOf(shown) > kMaxRunRanks)
            m_reader.problem(step.line, "steps.run",
                             "would start more than " + std::to_string(kMaxRunRanks) + " ranks");
        if (action.device == "cpu" && !shown.strategy().model)
            m_reader.problem(step.line, "steps.run.device",
                             "trains a model on cpu, and '" + step.state + "' has none");
    }

    // Numbers that are asked for in texts, of states that are there.
    void texts(const Step& step, const Ask& ask)
    {
        text(step, ask, step.text, step.line, "steps.text");
        text(step, ask, step.reveal, step.line, "steps.reveal");
        for (const Text& hint : step.hints)
            text(step, ask, hint, step.line, "steps.hints");
        for (const WrongAnswer& wrong : step.wrong)
            text(step, ask, wrong.text, wrong.line, "steps.wrong");
        if (const auto* choose = std::get_if<ChooseAction>(&step.action))
            for (const auto& option : choose->options)
                text(step, ask, option.text, option.line, "steps.choose");
    }

    void text(const Step& step, const Ask& ask, const Text& text, int line, const std::string& path)
    {
        for (const Language language : kLanguages) {
            const std::string key = path + '.' + std::string(keyOf(language));
            for (const TextPiece& piece :
                 parseText(text.in(language), m_reader.stateNames()).pieces) {
                if (!piece.measure || !isKnown(*piece.measure, &step, line, key))
                    continue;
                if (const auto value = ask(*piece.measure); !value)
                    m_reader.problem(line, key,
                                     "'" + toText(*piece.measure) + "' " + value.error().message);
            }
        }
    }

    // What it asks for can be told, and nothing of it is of a run.
    bool isAnswerable(const Step& step, const PlannedPtr& shown)
    {
        const std::string key = "steps." + std::string(kActions[step.action.index()]);
        const auto known = [&](const auto& asked) { return isKnown(asked, &step, step.line, key); };
        if (!std::holds_alternative<RunAction>(step.action)
            && !std::holds_alternative<BuildAction>(step.action)
            && !std::all_of(step.pass.begin(), step.pass.end(), known))
            return false;
        if (const auto* number = std::get_if<NumberAction>(&step.action))
            return !number->is.empty() && std::all_of(number->is.begin(), number->is.end(), known);
        if (const auto* click = std::get_if<ClickAction>(&step.action))
            return known(click->is) && dimensionOf(click->is) == Dimension::Word;
        if (const auto* bracket = std::get_if<BracketAction>(&step.action))
            return known(bracket->is);
        if (const auto* order = std::get_if<OrderAction>(&step.action))
            return isOrderKnown(*order, known);
        if (const auto* set = std::get_if<SetAction>(&step.action))
            return !set->solution.empty();
        if (std::holds_alternative<ReadAction>(step.action)
            || std::holds_alternative<ChooseAction>(step.action))
            return true;
        if (!shown && step.state.empty())
            m_reader.problem(step.line, key, "needs a state");
        else if (const State* state = m_reader.lesson().find(step.state); !shown && state->refused)
            m_reader.problem(step.line, key, "needs a state that is not refused");
        return shown != nullptr;
    }

    template <class IsKnown>
    bool isOrderKnown(const OrderAction& action, const IsKnown& known)
    {
        return action.states.size() > 1
            && std::all_of(action.states.begin(), action.states.end(),
                           [&](const std::string& state) {
                               Measure measure = action.by;
                               measure.state = state;
                               return m_reader.lesson().find(state) && known(measure);
                           });
    }

    // Both ends of a range can be asked, and the question says what is drawn.
    void vary(const Step& step, const Drawn& drawn)
    {
        if (!canBePractised(step))
            return m_reader.problem(step.line, "steps.vary",
                                    "goes with number, click and bracket alone");
        if (const Measure* named = namedState(step))
            return m_reader.problem(step.line, "steps.vary",
                                    "goes with a question that names no state, as another one is "
                                    "drawn; write "
                                        + withoutState(*named));
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

    // A state that is asked for by its name; null: none is.
    static const Measure* namedState(const Step& step)
    {
        const auto named
            = [](const Measure& measure) { return measure.state.empty() ? nullptr : &measure; };
        if (const auto* click = std::get_if<ClickAction>(&step.action))
            return named(click->is);
        if (const auto* bracket = std::get_if<BracketAction>(&step.action))
            return named(bracket->is);
        if (const auto* number = std::get_if<NumberAction>(&step.action))
            for (const Measure& measure : number->is)
                if (const Measure* found = named(measure))
                    return found;
        return nullptr;
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
