// The commands of a script, one after the other.

#include "engine/strategy/convert/shell_reader.h"

#include <algorithm>
#include <utility>

namespace strategy {

// One command, to the operator that ends it.
void ScriptReader::readCommand()
{
    if (!m_blocks.empty() && m_blocks.back().pattern)
        readPattern();
    m_words = {};
    m_moved = m_assigned = m_negated = m_keyword = false;
    m_tested.reset();
    m_output.clear();
    m_ending = Joint::Next;
    if (m_joint != Joint::Pipe)
        m_own = Gate::Run;
    // What ran before without being a test is taken to have gone well.
    if (m_joint == Joint::And && !m_plain)
        m_own = m_status == true ? Gate::Run : m_status == false ? Gate::Skip : Gate::Maybe;
    if (m_joint == Joint::Or)
        m_own = m_status == false ? Gate::Run : m_status == true ? Gate::Skip : Gate::Maybe;
    const std::size_t begun = m_at;
    const std::size_t unknowns = m_script.unknowns.size();
    const std::size_t assumed = m_script.assumed.size();
    while (!atEnd()) {
        skipBlanks();
        if (m_words.done.empty() && nextIs("((")) {
            readDoubleParentheses();
            continue;
        }
        const bool beforePattern = !m_blocks.empty() && m_blocks.back().pattern;
        if (atEnd() || beforePattern || endsCommand())
            break;
        if (m_words.done.empty() && nextIs("[[ "))
            readDoubleBrackets();
        else if (peek() == '<' || peek() == '>' || nextIs("&>"))
            skipRedirection();
        else if (!(mayAssign() && readAssignment()))
            readCommandWord();
    }
    finishCommand();
    if (const std::string inner = std::exchange(m_inner, {}); !inner.empty())
        readInner(inner);
    if (gate() == Gate::Skip) {
        // What is not run asks nothing of whoever runs it.
        m_script.unknowns.resize(std::min(unknowns, m_script.unknowns.size()));
        m_script.assumed.resize(std::min(assumed, m_script.assumed.size()));
    }
    if (m_at == begun && !m_moved && !atEnd())
        take();
}

bool ScriptReader::endsCommand()
{
    switch (peek()) {
    case '\n':
        take();
        readHereDocuments();
        return true;
    case '#':
        readComment();
        return atEnd() || endsCommand(); // a line ends behind it
    case ';':
        take();
        if (!m_blocks.empty() && m_blocks.back().kind == Block::Kind::Case
            && (peek() == ';' || peek() == '&')) {
            while (peek() == ';' || peek() == '&')
                take();
            m_blocks.back().pattern = true;
        }
        return true;
    case '|':
        take();
        m_ending = peek() == '|' ? Joint::Or : Joint::Pipe;
        if (peek() == '|')
            take();
        return true;
    case '&':
        if (peek(1) == '>')
            return false;
        take();
        if (peek() == '&') {
            take();
            m_ending = Joint::And;
        }
        return true;
    case '(':
        return readParenthesis();
    case ')':
        take();
        return true;
    default:
        return false;
    }
}

// `name()` begins a function, anything else a subshell.
bool ScriptReader::readParenthesis()
{
    take();
    skipBlanks();
    if (m_words.done.size() == 1 && peek() == ')') {
        take();
        m_functionBegins = true;
        m_words = {};
        return false;
    }
    return true;
}

// Arithmetic; else one subshell in another, which is read as what stands in it.
void ScriptReader::readDoubleParentheses()
{
    constexpr int kMostSubshells = 64; // since each is looked through to its end
    const std::size_t begin = m_at;
    const int line = m_line;
    take();
    if (m_subshells < kMostSubshells)
        skipBalanced('(', ')');
    if (peek() != ')') {
        ++m_subshells;
        m_at = begin + 2;
        m_line = line;
        return;
    }
    const std::string_view inside = m_text.substr(begin + 2, m_at - begin - 3);
    take();
    m_tested = arithmeticCommand(inside, line);
}

void ScriptReader::readComment()
{
    constexpr std::string_view kBatch = "#SBATCH";
    const std::size_t begin = m_at;
    const int line = m_line;
    skipLine();
    const std::string_view comment = m_text.substr(begin, m_at - begin);
    // To the shell these are comments, to Slurm the size of the job.
    if (!comment.starts_with(kBatch) || m_script.batch.size() > kMaxScriptWords)
        return;
    std::string word;
    for (const char c : std::string(comment.substr(kBatch.size())) + ' ') {
        if (c != ' ' && c != '\t' && c != '=')
            word += c;
        else if (!word.empty())
            m_script.batch.push_back({std::exchange(word, {}), line, -1});
    }
}

void ScriptReader::skipRedirection()
{
    const bool here = nextIs("<<") && !nextIs("<<<");
    const bool writes = peek() == '>';
    while (peek() == '<' || peek() == '>' || peek() == '&')
        take();
    if (here && peek() == '-')
        take();
    skipBlanks();
    Fields target;
    const std::size_t begin = m_at;
    readWord(target, false);
    if (writes && !target.done.empty())
        m_output = wordOf(target.done.front()).text;
    if (!here)
        return;
    HereDocument document;
    for (const char c : m_text.substr(begin, m_at - begin))
        if (c != '\'' && c != '"' && c != '\\')
            document.delimiter += c;
        else
            document.expands = false;
    m_delimiters.push_back(std::move(document));
}

void ScriptReader::readHereDocuments()
{
    for (const HereDocument& document : std::exchange(m_delimiters, {})) {
        const std::size_t begin = m_at;
        const int first = m_line;
        std::size_t end = m_at;
        while (!atEnd()) {
            end = m_at;
            skipLine();
            std::string_view line = m_text.substr(end, m_at - end);
            line.remove_prefix(std::min(line.size(), line.find_first_not_of('\t')));
            if (!atEnd())
                take();
            if (line == document.delimiter)
                break;
            end = m_at;
        }
        if (gate() == Gate::Skip || m_words.done.empty())
            continue;
        const std::string_view body = m_text.substr(begin, end - begin);
        const std::string command = wordOf(m_words.done.front()).text;
        // Programs to which a here-document is a script.
        constexpr std::string_view kReaders = "\nbash\nsh\nzsh\nssh\nsbatch\n";
        const bool runs = kReaders.find('\n' + command + '\n') != std::string_view::npos;
        if (m_output.empty() && !runs)
            continue;
        std::string text
            = document.expands ? wordOf(expandBody(body, first)).text : std::string(body);
        if (runs)
            m_inner = std::move(text);
        else
            m_script.files[m_output] = {std::move(text), first};
    }
}

// A script within the script: one that is sourced, or handed to a shell.
void ScriptReader::readInner(std::string_view text)
{
    constexpr int kMostInner = 8; // in each other
    if (m_within >= kMostInner)
        return;
    const std::size_t blocks = m_blocks.size();
    const Gate own = m_own;
    open(Block::Kind::Braces, Gate::Run);
    m_joint = Joint::Next;
    readWithin(text, [&] { readCommand(); });
    // A block left open ends with its script.
    m_blocks.resize(std::min(blocks, m_blocks.size()));
    m_own = own;
    m_joint = Joint::Next;
    m_moved = true;
}

void ScriptReader::readCommandWord()
{
    const std::size_t begin = m_at;
    const bool first = m_words.done.empty();
    readWord(m_words, true);
    const std::string_view word = m_text.substr(begin, m_at - begin);
    if (m_at == begin) {
        take(); // an operator in no place for one
        return;
    }
    const bool descriptor = (peek() == '<' || peek() == '>')
        && word.find_first_not_of("0123456789") == std::string_view::npos;
    if (descriptor && !m_words.done.empty())
        m_words.done.pop_back();
    if (first)
        followKeyword(word);
}

// What the command says of the list it stands in; false where it is no command at all.
bool ScriptReader::takeStatus()
{
    const std::string first = m_words.done.empty() ? "" : wordOf(m_words.done.front()).text;
    const bool bracket = first == "[" || first == "test";
    if (bracket)
        m_tested = testOf({m_words.done.begin() + 1, m_words.done.end()});
    const bool constant = first == "true" || first == ":" || first == "false";
    if (constant)
        m_tested = first != "false";
    if (m_words.done.empty() && !m_assigned && !m_tested && !m_keyword) {
        // An empty line behind && goes on with the list.
        if (m_joint == Joint::Next || m_ending != Joint::Next)
            m_joint = m_ending;
        return false;
    }
    const bool test = m_tested.has_value();
    Answer status = m_tested.value_or(std::nullopt);
    if (status && m_negated)
        status = !*status;
    if (m_joint == Joint::Pipe || m_ending == Joint::Pipe)
        status = std::nullopt;
    const Answer before = m_joint == Joint::And && m_plain ? Answer(true) : m_status;
    // What decides by itself, a false one before `&&` and a true one before `||`, does so on either
    // side of it; beside what is not known anything else is not known either.
    if (m_joint == Joint::And || m_joint == Joint::Or) {
        const bool decides = m_joint == Joint::Or;
        if (before == decides)
            status = decides;
        else if (!before && status != decides)
            status = std::nullopt;
    }
    m_plain = !test && (m_joint == Joint::Next || m_joint == Joint::Pipe || m_plain);
    m_status = status;
    m_joint = m_ending;
    return !bracket && !constant && !m_words.done.empty();
}

void ScriptReader::finishCommand()
{
    m_words.close();
    const bool runs = takeStatus() && gate() != Gate::Skip;
    std::vector<ShellWord> command;
    bool isScript = false; // of `sh -c`
    for (const GlyphText& text : m_words.done) {
        if (isScript)
            splitScript(text, command);
        else
            command.push_back(wordOf(text));
        isScript = !command.empty() && command.back().text == "-c";
    }
    m_count += command.size();
    if (m_count > kMaxScriptWords)
        fail(m_line, "has more than " + std::to_string(kMaxScriptWords) + " words");
    if (command.empty() || !runs || m_script.problem)
        return;
    const std::string& first = command.front().text;
    if (first == "eval") // of words that are known
        command.erase(command.begin());
    if (first == "printf" && m_words.done.size() > 3 && command[1].text == "-v")
        return printInto(m_words.done);
    if ((first == "source" || first == ".") && command.size() > 1)
        return sourceScript(command);
    if (first == "break" && !m_blocks.empty() && gate() == Gate::Run)
        for (auto block = m_blocks.rbegin(); block != m_blocks.rend(); ++block) {
            block->gate = Gate::Skip;
            if (block->kind == Block::Kind::Loop) {
                block->counted = false;
                break;
            }
        }
    if (!command.empty())
        m_script.commands.push_back(std::move(command));
}

// printf -v NAME "[%s]" text: how scripts make a list of an array.
void ScriptReader::printInto(const std::vector<GlyphText>& words)
{
    const std::string name = wordOf(words[2]).text;
    GlyphText text;
    std::size_t argument = 4;
    for (std::size_t i = 0; i < words[3].size(); ++i) {
        const bool hole = words[3][i].c == '%' && i + 1 < words[3].size()
            && (words[3][i + 1].c == 's' || words[3][i + 1].c == 'd');
        if (!hole) {
            text.push_back(words[3][i]);
            continue;
        }
        ++i;
        if (argument < words.size())
            text.insert(text.end(), words[argument].begin(), words[argument].end());
        ++argument;
    }
    assign(name, {{std::move(text)}, false}, false, m_line);
}

void ScriptReader::splitScript(const GlyphText& text, std::vector<ShellWord>& command) const
{
    GlyphText word;
    const auto close = [&] {
        if (!word.empty())
            command.push_back(wordOf(word));
        word.clear();
    };
    for (const Glyph& glyph : text) {
        if (glyph.unknown < 0 && (glyph.c == ' ' || glyph.c == '\t' || glyph.c == '\n'))
            close();
        else
            word.push_back(glyph);
    }
    close();
}

} // namespace strategy
