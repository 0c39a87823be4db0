#include "engine/lesson/handout.h"

#include "engine/lesson/filled_text.h"
#include "engine/lesson/judge.h"
#include "engine/lesson/step_judge.h"
#include "engine/strategy/svg_export.h"

#include <algorithm>
#include <cmath>

namespace lesson {
namespace {

using Kind = HandoutBlock::Kind;

constexpr int kMostColumns = 60; // of an empty grid

// Words of the handout itself.
Text aimOf(const Lesson& lesson)
{
    return {"Afterwards you can " + lesson.head.after.in(Language::English) + '.',
            "学完以后，你能" + lesson.head.after.in(Language::Chinese) + "。"};
}
const Text kAnswers{"Answers", "答案"};
const Text kAnswer{"Answer:", "答案："};
const Text kMeasured{"Measured:", "实测："};
const Text kLay{"Lay the ops here:", "在这里排操作："};

class Writer {
public:
    Writer(const ReadLesson& read, const HandoutOptions& options)
        : m_read(read)
        , m_options(options)
    {
        for (const State& state : read.lesson.states)
            m_states.push_back(state.name);
    }

    std::vector<HandoutBlock> all()
    {
        const Lesson& lesson = m_read.lesson;
        add(Kind::Title, lesson.head.title);
        if (!lesson.head.after.empty())
            add(Kind::Aim, aimOf(lesson));
        for (std::size_t i = 0; i < lesson.steps.size(); ++i)
            question(i, lesson.steps[i]);
        if (!m_options.answers)
            return std::move(m_blocks);
        m_blocks.push_back({.kind = Kind::NewPage});
        add(Kind::Title, kAnswers);
        for (std::size_t i = 0; i < lesson.steps.size(); ++i)
            answer(i, lesson.steps[i]);
        return std::move(m_blocks);
    }

private:
    // In each language that is asked for, numbers filled in.
    void add(Kind kind, const Text& text, const Step* step = nullptr,
             const std::string& before = {})
    {
        const Ask ask = askOf(m_read.states, step ? shownBy(m_read, *step) : nullptr);
        std::string last;
        for (const Language language : m_options.languages) {
            std::string line
                = before + filled(text.in(language), m_states, ask, m_read.lesson.unit);
            if (line != last) // of a text that both languages have alike
                m_blocks.push_back({.kind = kind, .text = line});
            last = std::move(line);
        }
    }

    void picture(const std::string& name, const Planned& planned)
    {
        m_blocks.push_back({.kind = Kind::Picture,
                            .text = strategy::svgPicture(
                                name, {{name, &planned.schedule(), &planned.timeline()}})});
    }

    void question(std::size_t index, const Step& step)
    {
        m_blocks.push_back({.kind = Kind::Heading, .text = std::to_string(index + 1)});
        add(Kind::Text, step.text, &step);
        const PlannedPtr shown = shownBy(m_read, step);
        std::visit(
            Overloaded{
                [](const ReadAction&) {},
                [&](const NumberAction& action) {
                    for (std::size_t i = 0; i < action.is.size(); ++i)
                        m_blocks.push_back(
                            {.kind = Kind::Blank, .text = std::string(toText(action.unit))});
                },
                [&](const ChooseAction& action) {
                    char letter = 'A';
                    for (const auto& option : action.options)
                        add(Kind::Option, option.text, &step, std::string(1, letter++) + "  ");
                },
                [&](const ClickAction& action) {
                    if (shown && (action.what == Clicked::Op || action.what == Clicked::Bubble))
                        picture(step.state, *shown);
                    blank(kAnswer);
                },
                [&](const OrderAction& action) {
                    for (std::size_t i = 0; i < action.states.size(); ++i)
                        m_blocks.push_back({.kind = Kind::Blank, .text = std::to_string(i + 1)});
                    std::string states;
                    for (const std::string& state : action.states)
                        states += (states.empty() ? "" : ", ") + state;
                    m_blocks.push_back({.kind = Kind::Text, .text = states});
                },
                [&](const BracketAction&) {
                    if (shown)
                        picture(step.state, *shown);
                    blank(kAnswer);
                },
                [&](const BuildAction&) {
                    if (shown)
                        grid(*shown);
                },
                [&](const SetAction& action) {
                    for (const auto& field : action.fields)
                        m_blocks.push_back({.kind = Kind::Blank, .text = field.key + ':'});
                },
                [&](const RunAction&) { blank(kMeasured); },
            },
            step.action);
        m_blocks.push_back({.kind = Kind::Code,
                            .text = "bubblescope --lesson " + m_read.lesson.head.name + ':'
                                + std::to_string(index + 1)});
    }

    void blank(const Text& label)
    {
        m_blocks.push_back({.kind = Kind::Blank, .text = label.in(m_options.languages.front())});
    }

    // A little wider than the best order needs.
    void grid(const Planned& planned)
    {
        const auto unit = m_read.lesson.unit;
        const double columns = unit
            ? double(planned.row().makespan.count()) / double(unit->count()) + 3
            : kMostColumns;
        add(Kind::Text, kLay);
        m_blocks.push_back({.kind = Kind::Picture,
                            .text = emptyGridSvg(planned.schedule().shape.ranks,
                                                 std::min(kMostColumns, int(std::ceil(columns))))});
    }

    void answer(std::size_t index, const Step& step)
    {
        const auto right = answerText(sceneOf(m_read, step));
        std::string words = right ? *right : std::string();
        if (const auto* choose = std::get_if<ChooseAction>(&step.action))
            for (std::size_t i = 0; i < choose->options.size(); ++i)
                if (choose->options[i].key == words) {
                    words = std::string(1, char('A' + i));
                    break;
                }
        const bool isMade = std::holds_alternative<BuildAction>(step.action)
            || std::holds_alternative<RunAction>(step.action);
        m_blocks.push_back({.kind = Kind::Heading,
                            .text = std::to_string(index + 1) + (isMade ? "" : "  " + words)});
        add(Kind::Text, step.reveal, &step);
        const PlannedPtr shown = shownBy(m_read, step);
        const bool asksOfPicture = std::holds_alternative<NumberAction>(step.action)
            || std::holds_alternative<BuildAction>(step.action);
        if (shown && asksOfPicture && opsOf(*shown) <= kMostOps)
            picture(step.state, *shown);
    }

    // Of a picture whose letters can be read on paper.
    static constexpr std::size_t kMostOps = 400;
    static std::size_t opsOf(const Planned& planned)
    {
        std::size_t ops = 0;
        for (const auto& order : planned.schedule().order)
            ops += order.size();
        return ops;
    }

    const ReadLesson& m_read;
    const HandoutOptions& m_options;
    std::vector<std::string_view> m_states;
    std::vector<HandoutBlock> m_blocks;
};

} // namespace

std::vector<HandoutBlock> handoutOf(const ReadLesson& read, const HandoutOptions& options)
{
    return Writer(read, options).all();
}

} // namespace lesson
