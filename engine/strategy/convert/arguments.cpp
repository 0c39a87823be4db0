#include "engine/strategy/convert/arguments.h"

#include "engine/strategy/convert/launchers.h"

#include <algorithm>
#include <span>

namespace strategy {
namespace {

using Words = std::span<const ShellWord>;

bool isNumber(std::string_view word)
{
    return word.size() > 1 && word[0] == '-'
        && ((word[1] >= '0' && word[1] <= '9') || word[1] == '.');
}

bool isFlag(const ShellWord& word)
{
    const bool known = word.unknown < 0 || word.text.find('=') != std::string::npos;
    // A negative number is a value, although it begins like a flag.
    return known && word.text.size() > 1 && word.text.front() == '-' && !isNumber(word.text)
        && word.text != "--";
}

std::size_t flagsIn(Words words)
{
    return static_cast<std::size_t>(std::count_if(words.begin(), words.end(), isFlag));
}

bool isLongFlag(const ShellWord& word) { return isFlag(word) && word.text.starts_with("--"); }

bool isProgram(const ShellWord& word) { return word.text.ends_with(".py"); }

// Turns words into settings.
class Gathering {
public:
    explicit Gathering(const ShellScript& script)
        : m_script(script)
    {
    }

    void take(Words words, std::string_view prefix)
    {
        for (std::size_t i = 0; i < words.size();) {
            if (!isFlag(words[i])) {
                stray(words[i++]);
                continue;
            }
            const ShellWord& flag = words[i++];
            std::size_t end = i;
            const std::size_t equals = flag.text.find('=');
            const std::string key = flagKey(flag.text.substr(0, equals));
            while (equals == std::string::npos && !isSwitch(key) && end < words.size()
                   && !isFlag(words[end]))
                ++end;
            // Behind its value a word that is not known is more likely arguments than another.
            while (end > i + 1 && isWhollyUnknown(words[end - 1]))
                --end;
            std::vector<ShellWord> values;
            for (; i < end; ++i)
                if (words[i].text != " ") // of "\\ " at the end of a line
                    values.push_back(words[i]);
            if (equals != std::string::npos)
                values = {{flag.text.substr(equals + 1), flag.line, flag.unknown}};
            add(flag.text.substr(0, equals), key, flag.line, values, prefix);
        }
    }

    // A setting from beside the command, unless the command has it.
    void addAbsent(std::string name, const std::string& key, const ShellWord& value)
    {
        const auto last = std::find_if(m_settings.rbegin(), m_settings.rend(),
                                       [&](const Setting& setting) { return setting.key == key; });
        // What the command says counts before what the batch system was asked for.
        if (last != m_settings.rend() && !isOpen(*last))
            return;
        if (value.unknown >= 0)
            return unresolved(value, std::move(name));
        if (value.text.empty() || value.text.find_first_not_of("0123456789") != std::string::npos)
            return remark(Remark::Kind::Unresolved, value.line, std::move(name),
                          "is " + shown(value.text)
                              + ", which is no number; taken as not given, so write the value "
                                "instead");
        const Node node = wordNode(value.text, value.line);
        m_settings.push_back({key, value.line, node, {node}, false, value.text, std::move(name)});
    }

    // Settings given again count as they stand last, as the frameworks read them.
    Settings settings()
    {
        std::map<std::string_view, int> last;
        for (auto setting = m_settings.rbegin(); setting != m_settings.rend(); ++setting)
            if (const auto [found, isNew] = last.emplace(setting->key, setting->line);
                !isNew && !isOpen(*setting))
                remark(Remark::Kind::Ignored, setting->line, setting->name,
                       "is given again on line " + std::to_string(found->second)
                           + ", which is what counts");
        Settings result;
        std::map<std::string, std::size_t> places;
        for (Setting& setting : m_settings) {
            // The last value in the place of the first, so that files keep the order in which
            // people wrote them.
            const auto [place, isNew] = places.emplace(setting.key, result.entries.size());
            if (isNew)
                result.entries.push_back(std::move(setting));
            else
                result.entries[place->second] = std::move(setting);
        }
        std::erase_if(result.entries, isOpen);
        return result;
    }

    void remark(Remark::Kind kind, int line, std::string key, std::string sentence)
    {
        remarks.push_back({kind, line, std::move(key), std::move(sentence)});
    }

    std::vector<Remark> remarks;

private:
    // Of a value that only running the script could tell: as not given, whatever came before.
    static bool isOpen(const Setting& setting) { return setting.value.kind == Node::Kind::Null; }

    // $ARGUMENTS alone, of which only running the script could tell whether it is any word.
    bool isWhollyUnknown(const ShellWord& word) const
    {
        return word.unknown >= 0
            && m_script.unknowns[static_cast<std::size_t>(word.unknown)].text == word.text;
    }

    void add(const std::string& flag, const std::string& key, int line,
             const std::vector<ShellWord>& values, std::string_view prefix)
    {
        Setting setting{key, line, {}, {}, false, {}, std::string(prefix) + flag};
        for (const ShellWord& value : values) {
            if (value.unknown >= 0) {
                unresolved(value, setting.name);
                setting.value.kind = Node::Kind::Null;
                m_settings.push_back(std::move(setting));
                return;
            }
            setting.written += (setting.written.empty() ? "" : " ") + shellQuoted(value.text);
            setting.items.push_back(wordNode(value.text, value.line));
            setting.assumed = setting.assumed || value.assumed;
        }
        if (values.empty())
            setting.value = wordNode("true", line);
        else if (values.size() == 1)
            setting.value = setting.items.front();
        else
            setting.value = {Node::Kind::List, false, line, {}, {}};
        m_settings.push_back(std::move(setting));
    }

    void unresolved(const ShellWord& word, std::string key)
    {
        const ShellPiece& piece = m_script.unknowns[static_cast<std::size_t>(word.unknown)];
        remark(Remark::Kind::Unresolved, word.line, std::move(key),
               "is " + shown(word.text)
                   + (word.text == piece.text ? ", which " : ", and " + piece.text + ' ')
                   + piece.why + "; taken as not given, so write the value instead");
    }

    void stray(const ShellWord& word)
    {
        if (word.unknown >= 0) {
            const ShellPiece& piece = m_script.unknowns[static_cast<std::size_t>(word.unknown)];
            remark(Remark::Kind::Unresolved, word.line, piece.text,
                   "may hold arguments, and " + piece.why);
        }
    }

    const ShellScript& m_script;
    std::vector<Setting> m_settings;
};

bool runsProgram(const std::vector<ShellWord>& command)
{
    return std::any_of(command.begin(), command.end(), isProgram);
}

// The index of the command with the most flags; the first of several.
std::optional<std::size_t> trainingCommand(const ShellScript& script)
{
    std::optional<std::size_t> best;
    std::size_t most = 0;
    for (std::size_t i = 0; i < script.commands.size(); ++i)
        // Scripts also make folders and download data; training is what has a page of flags.
        if (const std::size_t flags = flagsIn(script.commands[i]); flags > most) {
            most = flags;
            best = i;
        }
    return best;
}

// torchrun, or the module that it is. Of others (srun) the arguments are their own affair.
bool isTorchrun(Words launcher)
{
    return std::any_of(launcher.begin(), launcher.end(), [](const ShellWord& word) {
        return word.text.ends_with("torchrun") || word.text.starts_with("torch.distributed");
    });
}

void takeCommand(const std::vector<ShellWord>& command, Gathering& gathering)
{
    const auto program = std::find_if(command.begin(), command.end(), isProgram);
    if (program == command.end()) {
        const auto first = std::find_if(command.begin(), command.end(), isFlag);
        return gathering.take(Words(first, command.end()), "");
    }
    const auto first = std::find_if(command.begin(), program, isLongFlag); // not -m of python
    if (isTorchrun(Words(command.begin(), program)))
        gathering.take(Words(first, program), kLauncherPrefix);
    else if (first != program)
        gathering.remark(Remark::Kind::Ignored, command.front().line, command.front().text,
                         "has arguments of its own before " + shown(program->text)
                             + "; of them only the numbers of devices and nodes are taken");
    gathering.take(Words(program + 1, command.end()), "");
    for (LaunchedSize& size : launchedSizes(Words(command.begin(), program)))
        gathering.addAbsent(std::move(size.name), size.key, size.value);
}

// The devices that a batch system is asked for, where the launcher does not say.
void takeBatch(const ShellScript& script, Gathering& gathering)
{
    for (std::size_t i = 0; i + 1 < script.batch.size(); ++i) {
        const std::string& word = script.batch[i].text;
        const bool nodes = word == "--nodes" || word == "-N";
        const bool devices = word == "--gpus-per-node" || word == "--ntasks-per-node";
        if (nodes || devices)
            gathering.addAbsent("#SBATCH " + word, nodes ? "nnodes" : "nproc_per_node",
                                script.batch[i + 1]);
    }
}

void remarkOthers(const ShellScript& script, std::optional<std::size_t> taken, bool bare,
                  Gathering& gathering)
{
    for (std::size_t i = 0; i < script.commands.size() && !bare; ++i) {
        const auto& command = script.commands[i];
        if (i == taken)
            continue;
        if (isFlag(command.front()))
            gathering.remark(Remark::Kind::Ignored, command.front().line, command.front().text,
                             "belongs to no command; is there a blank behind the \\ before it?");
        else if (taken && command.front().line == script.commands[*taken].front().line
                 && runsProgram(command))
            gathering.remark(
                Remark::Kind::Assumed, command.front().line, command.front().text,
                "is run again by a loop, with other arguments; the first run is taken");
        else if (std::any_of(command.begin(), command.end(), isLongFlag) && runsProgram(command))
            gathering.remark(Remark::Kind::Ignored, command.front().line, command.front().text,
                             "runs another program, with fewer arguments; not taken");
    }
    for (const ShellPiece& piece : script.leftOut)
        gathering.remark(Remark::Kind::Unresolved, piece.line, piece.text, piece.why);
    for (const ShellPiece& piece : script.assumed)
        gathering.remark(Remark::Kind::Assumed, piece.line, piece.text, piece.why);
}

} // namespace

std::string flagKey(std::string_view flag)
{
    flag.remove_prefix(std::min(flag.size(), flag.find_first_not_of('-')));
    std::string key(flag);
    std::replace(key.begin(), key.end(), '-', '_');
    return key;
}

std::string trainingProgram(const ShellScript& script)
{
    const auto training = trainingCommand(script);
    if (!training)
        return {};
    const auto& command = script.commands[*training];
    const auto program = std::find_if(command.begin(), command.end(), isProgram);
    return program == command.end() ? std::string{} : program->text;
}

Importing importArguments(const ShellScript& script)
{
    Gathering gathering(script);
    const auto& commands = script.commands;
    const bool bare = std::none_of(commands.begin(), commands.end(), runsProgram)
        && std::any_of(commands.begin(), commands.end(),
                       [](const auto& command) { return isFlag(command.front()); });
    const auto training = trainingCommand(script);
    if (bare) { // a file of nothing but arguments
        for (const auto& command : commands)
            if (isFlag(command.front()))
                gathering.take(command, "");
    } else if (training) {
        takeCommand(script.commands[*training], gathering);
    } else {
        for (const auto& [name, words] : script.arrays)
            gathering.take(words, "");
        if (!script.arrays.empty())
            gathering.remark(Remark::Kind::Assumed, 1, "file",
                             "has no command with arguments, so those of all its arrays are taken");
    }
    if (bare || training)
        takeBatch(script, gathering);
    remarkOthers(script, training, bare, gathering);
    Settings settings = gathering.settings();
    if (script.problem)
        settings.problems = {*script.problem};
    else if (settings.entries.empty())
        settings.problems.push_back(
            {1, "file", "has no arguments; they look like --tensor-model-parallel-size 4"});
    Importing importing(std::move(settings));
    for (Remark& remark : gathering.remarks)
        importing.remarkAt(remark.kind, remark.line, remark.key, std::move(remark.sentence));
    return importing;
}

} // namespace strategy
