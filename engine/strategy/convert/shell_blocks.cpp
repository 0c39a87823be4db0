// Branches, loops and functions of a script: which of their commands are run.

#include "engine/strategy/convert/shell_reader.h"
#include "engine/strategy/convert/shell_test.h"

#include <algorithm>
#include <array>
#include <utility>

namespace strategy {
namespace {

constexpr std::size_t kRoundCost = 16; // of a loop, in bytes, beside its body
constexpr std::size_t kMostBlocks = 200;

// Of [[ ]], each a word by itself.
constexpr std::string_view kOperatorWords[] = {"&&", "||", "(", ")", "<", ">"};

std::string_view withoutBlanks(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\n");
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1);
}

} // namespace

ScriptReader::Gate ScriptReader::gate() const
{
    return std::max(m_blocks.empty() ? Gate::Run : m_blocks.back().gate, m_own);
}

void ScriptReader::open(Block::Kind kind, Gate own)
{
    if (m_blocks.size() > kMostBlocks)
        return fail(m_line,
                    "has more than " + std::to_string(kMostBlocks) + " blocks in each other");
    Block block;
    block.kind = kind;
    block.outside = gate();
    block.gate = std::max(block.outside, own);
    m_blocks.push_back(std::move(block));
}

void ScriptReader::enterBranch(Answer condition)
{
    Block& block = m_blocks.back();
    const bool never = block.taken == true || condition == false;
    const bool surely = block.taken == false && condition == true;
    block.gate = std::max(block.outside, never ? Gate::Skip : surely ? Gate::Run : Gate::Maybe);
    if (block.taken != true && condition != false)
        block.taken = condition == true ? Answer(true) : std::nullopt;
}

void ScriptReader::followKeyword(std::string_view word)
{
    using Kind = Block::Kind;
    const bool inIf = !m_blocks.empty() && m_blocks.back().kind == Kind::If;
    const bool inLoop = !m_blocks.empty() && m_blocks.back().kind == Kind::Loop;
    if (word == "if") {
        open(Kind::If, Gate::Run);
    } else if (word == "then" && inIf) {
        enterBranch(m_status);
    } else if (word == "elif" && inIf) {
        Block& block = m_blocks.back();
        block.gate = block.taken == true ? Gate::Skip : block.outside;
    } else if (word == "else" && inIf) {
        enterBranch(true);
    } else if (word == "for" || word == "select" || word == "while" || word == "until") {
        open(Kind::Loop, Gate::Run);
        beginLoopHead(word);
    } else if (word == "do" && inLoop) {
        beginLoop();
    } else if (word == "done" && inLoop) {
        repeatLoop();
    } else if (word == "case") {
        beginCase();
    } else if (word == "fi" || word == "esac" || word == "done") {
        if (!m_blocks.empty())
            m_blocks.pop_back();
        m_status = std::nullopt;
    } else if (word == "{") {
        const bool function = std::exchange(m_functionBegins, false);
        open(function ? Kind::Function : Kind::Braces, function ? Gate::Maybe : Gate::Run);
    } else if (word == "}") {
        if (!m_blocks.empty()
            && (m_blocks.back().kind == Kind::Function || m_blocks.back().kind == Kind::Braces))
            m_blocks.pop_back();
    } else if (word == "function") {
        m_functionBegins = true;
        skipBlanks();
        readName();
        if (nextIs("()"))
            m_at += 2;
    } else if (word == "!") {
        m_negated = !m_negated;
    } else {
        return;
    }
    m_keyword = true;
    m_words = {};
    // A list of commands begins behind each of them.
    m_own = Gate::Run;
}

void ScriptReader::setByLoop(const std::string& name, int line)
{
    if (gate() == Gate::Skip)
        return;
    const int index = addUnknown(line, '$' + name,
                                 "is set by the loop on line " + std::to_string(line)
                                     + ", which is not followed");
    m_variables[name] = {{unknownText(index, line)}, false};
}

// `NAME in words`, `((i = 0; i < 4; i++))`; of the others nothing: they end when a test says so.
void ScriptReader::beginLoopHead(std::string_view word)
{
    Block& block = m_blocks.back();
    skipBlanks();
    if (word != "for" || block.outside != Gate::Run) {
        const int line = m_line;
        if (const std::string name(word == "while" || word == "until" ? "" : readName());
            !name.empty())
            setByLoop(name, line);
        return;
    }
    if (nextIs("((")) {
        const int line = m_line;
        take();
        const std::size_t begin = m_at;
        skipBalanced('(', ')');
        const std::string_view inside = m_text.substr(begin + 1, m_at - begin - 2);
        if (peek() == ')')
            take();
        const std::size_t first = inside.find(';');
        const std::size_t second = inside.find(';', first + 1);
        if (first == std::string_view::npos || second == std::string_view::npos)
            return;
        arithmeticCommand(inside.substr(0, first), line);
        block.condition = inside.substr(first + 1, second - first - 1);
        block.step = inside.substr(second + 1);
        block.counted = arithmeticOf(block.condition).has_value();
        return;
    }
    block.name = readName();
    skipBlanks();
    if (!nextIs("in"))
        return;
    m_at += 2;
    Fields words;
    while (!atEnd() && peek() != ';' && peek() != '\n') {
        skipBlanks();
        const std::size_t before = m_at;
        readWord(words, true);
        if (m_at == before && peek() != ';' && peek() != '\n')
            take();
    }
    block.values = std::move(words.done);
    block.counted = std::all_of(block.values.begin(), block.values.end(),
                                [&](const GlyphText& value) { return wordOf(value).unknown < 0; });
    if (!block.counted)
        setByLoop(block.name, m_line);
}

// Whether another round is to be run, for which the variable is set.
bool ScriptReader::goesOn(Block& loop)
{
    if (!loop.name.empty()) {
        if (loop.next >= loop.values.size())
            return false;
        m_variables[loop.name] = {{loop.values[loop.next++]}, false};
        return true;
    }
    return arithmeticOf(loop.condition).value_or(0) != 0;
}

void ScriptReader::beginLoop()
{
    Block& loop = m_blocks.back();
    loop.bodyAt = m_at;
    loop.bodyLine = m_line;
    const Gate own = !loop.counted ? Gate::Maybe : goesOn(loop) ? Gate::Run : Gate::Skip;
    loop.gate = std::max(loop.outside, own);
    loop.counted = own == Gate::Run && loop.outside == Gate::Run;
}

void ScriptReader::repeatLoop()
{
    Block& loop = m_blocks.back();
    if (loop.counted) {
        m_repeated += m_at - loop.bodyAt + kRoundCost;
        if (m_repeated > kMaxRepeatedBytes)
            return fail(loop.bodyLine, "has loops that go on too long to be followed");
        if (!loop.step.empty())
            arithmeticCommand(loop.step, m_line);
        if (goesOn(loop)) {
            m_at = loop.bodyAt;
            m_line = loop.bodyLine;
            m_moved = true;
            return;
        }
    }
    m_blocks.pop_back();
    m_status = std::nullopt;
}

void ScriptReader::beginCase()
{
    open(Block::Kind::Case, Gate::Run);
    Block& block = m_blocks.back();
    block.pattern = true;
    skipBlanks();
    Fields word;
    readWord(word, false);
    constexpr std::size_t kLongest = 4096; // which is held against every pattern
    // What is not run asks nothing: an unknown piece of it is forgotten behind the command.
    if (!word.done.empty() && block.outside != Gate::Skip)
        block.word = word.done.front().size() > kLongest
            ? unknownText(addUnknown(m_line, "case", "is too long to be decided"), m_line)
            : std::move(word.done.front());
    skipBlanks();
    if (nextIs("in"))
        m_at += 2;
}

// `a | b*)`, before the commands that it chooses; leaves `esac` where it is.
void ScriptReader::readPattern()
{
    const auto skipSpace = [&] {
        while (!atEnd() && (peek() == '\n' || peek() == ' ' || peek() == '\t' || peek() == '#')) {
            if (peek() == '#')
                skipLine();
            else
                take();
        }
    };
    skipSpace();
    Block& block = m_blocks.back();
    block.pattern = false;
    block.gate = std::max(block.outside, Gate::Skip);
    if (nextIs("esac"))
        return;
    if (peek() == '(')
        take();
    const ShellWord word = wordOf(block.word);
    Answer any = false;
    while (!atEnd() && peek() != ')') {
        skipSpace();
        Fields pattern;
        const std::size_t before = m_at;
        readWord(pattern, false);
        if (!pattern.done.empty()) {
            const ShellWord one = wordOf(pattern.done.front());
            const Answer matches = one.text == "*"      ? Answer(true)
                : word.unknown >= 0 || one.unknown >= 0 ? std::nullopt
                                                        : matchesPattern(word.text, one.text);
            any = any == true || matches == true ? Answer(true)
                : any && matches                 ? Answer(false)
                                                 : std::nullopt;
        }
        if (m_at == before || peek() == '|')
            take();
    }
    if (!atEnd())
        take();
    enterBranch(any);
}

ScriptReader::Answer ScriptReader::testOf(std::vector<GlyphText> texts)
{
    const bool brackets = !texts.empty() && wordOf(texts.back()).text == "]";
    if (brackets)
        texts.pop_back();
    std::vector<TestWord> words;
    for (const GlyphText& text : texts) {
        TestWord word;
        for (const Glyph& glyph : text) {
            if (glyph.unknown < 0) {
                word.text += glyph.c;
                continue;
            }
            const ShellPiece piece = m_script.unknowns[static_cast<std::size_t>(glyph.unknown)];
            word.known = word.known && piece.unset;
            if (piece.unset && gate() != Gate::Skip)
                m_script.assumed.push_back({piece.line, piece.text,
                                            "is not set in the script, and taken as empty where it "
                                            "is asked for"});
        }
        words.push_back(std::move(word));
    }
    return shellTest(words, !brackets);
}

// Up to `]]`; within them && and < end no command.
void ScriptReader::readDoubleBrackets()
{
    m_at += 2;
    std::vector<GlyphText> words;
    bool followed = true;
    while (!atEnd() && !nextIs("]]")) {
        if (peek() == ' ' || peek() == '\t' || peek() == '\n' || nextIs("\\\n")) {
            take();
            continue;
        }
        const auto sign = std::find_if(std::begin(kOperatorWords), std::end(kOperatorWords),
                                       [&](std::string_view one) { return nextIs(one); });
        if (sign != std::end(kOperatorWords)) {
            GlyphText text;
            for (std::size_t i = 0; i < sign->size(); ++i)
                text.push_back({take(), m_line, -1});
            words.push_back(std::move(text));
            continue;
        }
        // What follows is a regular expression, whose characters are no operators.
        followed = followed && !nextIs("=~");
        Fields word;
        const std::size_t before = m_at;
        readWord(word, false);
        if (m_at == before)
            take();
        for (GlyphText& text : word.done)
            words.push_back(std::move(text));
    }
    if (!atEnd())
        m_at += 2;
    m_tested = followed ? testOf(std::move(words)) : std::nullopt;
}

// Arithmetic that is a command: its value, and what it sets.
ScriptReader::Answer ScriptReader::arithmeticCommand(std::string_view inside, int line)
{
    inside = withoutBlanks(inside);
    const auto isName = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
            || (c >= '0' && c <= '9');
    };
    const auto end = std::find_if_not(inside.begin(), inside.end(), isName);
    const std::string name(inside.begin(), end);
    const std::string_view rest = withoutBlanks(inside.substr(name.size()));
    std::string expression;
    if (rest == "++" || rest == "--")
        expression = name + rest.front() + '1';
    else if (rest.size() > 2 && rest[1] == '='
             && std::string_view("+-*/%").find(rest[0]) != rest.npos)
        expression = name + rest.front() + '(' + std::string(rest.substr(2)) + ')';
    else if (rest.size() > 1 && rest.front() == '=' && rest[1] != '=')
        expression = rest.substr(1);
    else if (inside.starts_with("++") || inside.starts_with("--"))
        return arithmeticCommand(std::string(inside.substr(2)).append(inside.substr(0, 2)), line);
    if (name.empty() || expression.empty()) {
        const auto value = arithmeticOf(inside);
        return value ? Answer(*value != 0) : std::nullopt;
    }
    const auto value = arithmeticOf(expression);
    GlyphText text;
    for (const char digit : std::to_string(value.value_or(0)))
        text.push_back({digit, line, -1});
    if (!value && gate() != Gate::Skip)
        text = unknownText(
            addUnknown(line, '$' + name,
                       "is arithmetic that cannot be done without running the script"),
            line);
    assign(name, {{std::move(text)}, false}, false, line);
    return value ? Answer(*value != 0) : std::nullopt;
}

} // namespace strategy
