// A lesson: what it shows, what it asks and what it says, as its file has it (LESSON.md).
//
// A plain value. Nothing of it is an answer: answers are worked out of the states (answers.h), so
// that a lesson cannot be wrong about what it teaches.

#pragma once

#include "engine/lesson/condition.h"
#include "engine/lesson/measure.h"
#include "engine/lesson/strategy_tree.h"
#include "engine/lesson/text.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lesson {

// What a step shows beside its text.
enum class View : std::uint8_t { Timeline, Memory, Ledger, Messages, Grid, Layers, Chart };

inline constexpr std::array<std::string_view, 7> kViews{"timeline", "memory", "ledger", "messages",
                                                        "grid",     "layers", "chart"};

// How far from the truth a number may lie.
struct Tolerance {
    double number = 0;
    Unit unit = Unit::None;
    bool relative = false; // `number` is a share of the truth, 0.02
};

// Is read, played and looked at.
struct ReadAction {};

// Numbers, one for each measure, in that unit.
struct NumberAction {
    std::vector<Measure> is;
    Unit unit = Unit::None; // of all
    Tolerance within;
    // Whatever is guessed passes: how near it was is told, and the picture is the answer.
    bool guess = false;
};

// One of several, of which one is right.
struct ChooseAction {
    struct Option {
        std::string key{};
        Text text{};
        std::vector<Condition> right{}; // all of them; empty: never
        bool always = false;            // right by the author's word: `right: true`
        int line = 0;
    };
    std::vector<Option> options;
};

enum class Clicked : std::uint8_t { Op, Bubble, Rank, Layer };

inline constexpr std::array<std::string_view, 4> kClicked{"op", "bubble", "rank", "layer"};

// Something of the picture: whichever is named by a word of the measure; or all of them, in order.
struct ClickAction {
    Clicked what = Clicked::Op;
    Measure is;
    bool all = false;
};

// States, from the least of the measure to the most.
struct OrderAction {
    std::vector<std::string> states;
    Measure by;
};

// A stretch of time on one rank.
struct BracketAction {
    Measure is;
    Tolerance within;
};

// Ops onto lanes, in an order of the learner's.
struct BuildAction {
    std::string from;     // a state to begin with; empty: with nothing
    std::vector<int> cap; // [rank], or one for all: most in flight; empty: any number
    bool fade = false;    // first shown, then with its last third missing, then with nothing
    bool split = false;   // backwards may be split into their two parts
};

// Fields of the state.
struct SetAction {
    struct Field {
        std::string key; // dotted
        // Of whole numbers; else one of the words.
        std::optional<std::array<int, 2>> range{};
        std::vector<std::string> words{};
        int line = 0;
    };
    std::vector<Field> fields;
    // One way to pass, by field: what --answers shows, and what tests try.
    std::map<std::string, std::string> solution;
};

// A real run of the state.
struct RunAction {
    std::string device = "emulated"; // or "cpu"
    int steps = 10;
    // Of one rank, drawn anew for every try where it says "any"; by how much longer its ops take.
    bool slow = false;
    double slowFactor = 1.5;
    bool flipBit = false;  // in an op that runs twice, drawn likewise
    std::string resume;    // id of an earlier run of the lesson, whose checkpoint is loaded
    std::string recording; // embedded: shown where nothing can be run
    bool replay = false;   // the recording alone: what it shows cannot be made at will
};

using Action = std::variant<ReadAction, NumberAction, ChooseAction, ClickAction, OrderAction,
                            BracketAction, BuildAction, SetAction, RunAction>;

// The keys of the actions in a file, in that order.
inline constexpr std::array<std::string_view, 9> kActions{
    "read", "number", "choose", "click", "order", "bracket", "build", "set", "run"};

// What is said to an answer that is wrong in a way that many are.
struct WrongAnswer {
    std::string answer{}; // as it is typed, or the key of an option
    Text text{};
    int line = 0;
};

// A field of which a value is drawn when the step is asked again.
struct Drawn {
    std::string key; // dotted
    std::array<int, 2> range{};
};

struct Step {
    std::string id{};
    Text text{};
    std::string state{};                // shown
    std::vector<std::string> compare{}; // side by side with each other
    std::vector<View> show{};
    std::vector<std::string> chart{}; // states, a point each
    std::optional<Measure> chartOf{};
    Action action{};
    std::vector<Condition> pass{}; // beside what the action asks
    std::vector<WrongAnswer> wrong{};
    std::vector<Text> hints{};
    Text reveal{};
    std::vector<Drawn> vary{};
    int line = 0;
};

struct State {
    std::string name{};
    StrategyTree tree{};
    bool perStage = false; // costs are of a stage, however many a rank has
    bool refused = false;  // meant to be one that cannot be planned
    int line = 0;
};

// What a lesson is about.
struct LessonHead {
    std::string name;
    Text title;
    Text after;    // what one can do then, behind "Afterwards you can"
    int place = 0; // in the course, from 1; 0: not in it
    int minutes = 0;
    std::vector<std::string> needs;  // names of lessons
    std::vector<std::string> covers; // of the documents that the course is made for
    // Topics (topics.h) that a step explains, and the id of that step.
    std::map<std::string, std::string> explains;
};

struct Lesson {
    LessonHead head;
    std::optional<plan::Nanoseconds> unit; // u; nothing: no costs are given
    std::vector<State> states;             // in the file's order
    std::vector<Condition> pins;
    std::vector<Step> steps;

    const State* find(std::string_view state) const;
};

} // namespace lesson
