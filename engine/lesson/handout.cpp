#include "engine/lesson/handout.h"

#include "engine/lesson/filled_text.h"
#include "engine/lesson/handout_figure.h"
#include "engine/lesson/judge.h"
#include "engine/lesson/step_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace lesson {
namespace {

using Kind = HandoutBlock::Kind;

// Words of the handout itself.
Text aimOf(const Lesson& lesson)
{
    return {"Afterwards you can " + lesson.head.after.in(Language::English) + '.',
            "学完以后，你能" + lesson.head.after.in(Language::Chinese) + "。"};
}
const Text kAnswers{"Answers", "答案"};
const Text kAnswer{"Answer:", "答案："};
const Text kMeasured{"Measured:", "实测："};
constexpr std::string_view kGap = "______";
constexpr std::string_view kFirmSpace = "\u00a0";
const Text kLay{"Lay the ops here:", "在这里排操作："};

bool shows(const Step& step, View view)
{
    return std::find(step.show.begin(), step.show.end(), view) != step.show.end();
}

// What is asked of the picture that the author wants beside the question, but for numbers, which
// stand in it, and for what only a run tells.
bool asksOfPicture(const Step& step)
{
    if (!shows(step, View::Timeline))
        return false;
    if (const auto* click = std::get_if<ClickAction>(&step.action))
        return click->is.id != MeasureId::Measured;
    return std::holds_alternative<ReadAction>(step.action)
        || std::holds_alternative<BracketAction>(step.action)
        || (std::holds_alternative<ChooseAction>(step.action) && step.compare.empty());
}

// Where it tells why the answer is right, and was not shown before.
bool isAnsweredByPicture(const Step& step)
{
    const bool isShown = step.show.empty() ? step.chart.empty() : shows(step, View::Timeline);
    if (!isShown)
        return false;
    if (const auto* number = std::get_if<NumberAction>(&step.action))
        return std::none_of(number->is.begin(), number->is.end(), [](const Measure& measure) {
            return measure.id == MeasureId::Measured;
        });
    return std::holds_alternative<BuildAction>(step.action)
        || std::holds_alternative<OrderAction>(step.action)
        || (std::holds_alternative<ChooseAction>(step.action) && !step.compare.empty());
}

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
    void add(Kind kind, const Text& text, const Step* step = nullptr, const std::string& label = {})
    {
        const Ask ask = askOf(m_read.states, step ? shownBy(m_read, *step) : nullptr);
        std::string last;
        bool isAgain = false;
        for (const Language language : m_options.languages) {
            std::string line = written(text.in(language), ask);
            if (line != last) // of a text that both languages have alike
                m_blocks.push_back({.kind = kind,
                                    .text = line,
                                    .label = label,
                                    .language = language,
                                    .isAgain = isAgain});
            isAgain = isAgain || !line.empty();
            last = std::move(line);
        }
    }

    // Without marks. Numbers are not cut off from their unit; of what only a run tells there is a
    // gap to fill in.
    std::string written(const std::string& text, const Ask& ask) const
    {
        std::string all;
        for (const TextPiece& piece : parseText(text, m_states).pieces) {
            if (!piece.measure) {
                all += piece.text;
                continue;
            }
            const bool isKnown = ask(*piece.measure).operator bool();
            for (const char letter :
                 isKnown ? shownNumber(piece, ask, m_read.lesson.unit) : std::string(kGap))
                all += letter == ' ' ? kFirmSpace : std::string_view(&letter, 1);
        }
        return all;
    }

    void picture(std::string svg)
    {
        if (!svg.empty())
            m_blocks.push_back(
                {.kind = Kind::Picture, .text = std::move(svg), .language = firstLanguage()});
    }

    // What two steps show alike stands once.
    void timeline(const Step& step)
    {
        const std::string svg = timelineSvg(m_read, step, firstLanguage());
        if (m_drawn.insert(svg).second)
            picture(svg);
    }

    void blank(const std::string& label, const std::string& unit = {})
    {
        m_blocks.push_back(
            {.kind = Kind::Blank, .text = unit, .label = label, .language = firstLanguage()});
    }

    // With the values that may stand there.
    void blankOf(const SetAction::Field& field)
    {
        std::string words;
        for (const std::string& word : field.words)
            words += (words.empty() ? "" : "  ·  ") + word;
        if (!words.empty())
            m_blocks.push_back({.kind = Kind::Text, .text = field.key + ":  " + words});
        blank(field.range
                  ? fmt::format("{} ({}–{}):", field.key, (*field.range)[0], (*field.range)[1])
                  : field.key + ':');
    }

    void question(std::size_t index, const Step& step)
    {
        const std::string number = std::to_string(index + 1);
        m_blocks.push_back({.kind = Kind::Heading, .label = number + '.'});
        add(Kind::Text, step.text, &step);
        if (asksOfPicture(step))
            timeline(step);
        std::visit(Overloaded{
                       [](const ReadAction&) {},
                       [&](const NumberAction& action) {
                           for (std::size_t i = 0; i < action.is.size(); ++i)
                               blank(action.is.size() > 1 ? toText(action.is[i]) + ':'
                                                          : std::string(),
                                     std::string(toText(action.unit)));
                       },
                       [&](const ChooseAction& action) {
                           char letter = 'A';
                           for (const auto& option : action.options)
                               add(Kind::Option, option.text, &step, std::string(1, letter++));
                       },
                       [&](const ClickAction&) { blank(inFirst(kAnswer)); },
                       [&](const OrderAction& action) {
                           std::string states;
                           for (const std::string& state : action.states)
                               states += (states.empty() ? "" : ", ") + state;
                           m_blocks.push_back({.kind = Kind::Text, .text = states});
                           for (std::size_t i = 0; i < action.states.size(); ++i)
                               blank(std::to_string(i + 1) + '.');
                       },
                       [&](const BracketAction&) { blank(inFirst(kAnswer)); },
                       [&](const BuildAction&) {
                           add(Kind::Text, kLay);
                           picture(stepFigureSvg(m_read, step, firstLanguage()));
                       },
                       [&](const SetAction& action) {
                           for (const auto& field : action.fields)
                               blankOf(field);
                       },
                       [&](const RunAction&) { blank(inFirst(kMeasured)); },
                   },
                   step.action);
        m_blocks.push_back(
            {.kind = Kind::Code,
             .text = "bubblescope --lesson " + m_read.lesson.head.name + ':' + number});
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
                            .text = isMade ? std::string() : words,
                            .label = std::to_string(index + 1) + '.'});
        add(Kind::Text, step.reveal, &step);
        if (isAnsweredByPicture(step))
            timeline(step);
    }

    Language firstLanguage() const { return m_options.languages.front(); }
    std::string inFirst(const Text& text) const { return text.in(firstLanguage()); }

    const ReadLesson& m_read;
    const HandoutOptions& m_options;
    std::vector<std::string_view> m_states;
    std::set<std::string> m_drawn; // pictures
    std::vector<HandoutBlock> m_blocks;
};

} // namespace

std::vector<HandoutBlock> handoutOf(const ReadLesson& read, const HandoutOptions& options)
{
    return Writer(read, options).all();
}

} // namespace lesson
