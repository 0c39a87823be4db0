#include "engine/options/command_line.h"

#include "engine/strategy/problem.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace options {

std::string_view programVersion() { return BUBBLESCOPE_VERSION; }
namespace {

// What a `chosen` throws: CLI11 hands on what it knows.
struct Refused : CLI::ParseError {
    explicit Refused(const std::string& sentence)
        : CLI::ParseError(sentence, CLI::ExitCodes::InvalidError)
    {
    }
};

// CLI11 takes the word behind "--name=" for its value.
std::optional<std::string> withoutValue(const std::vector<std::string>& arguments)
{
    // Looked for before CLI11 reads the line: it would hand over the next word instead, and that
    // may be a file.
    for (const std::string& word : arguments) {
        if (word == "--")
            return std::nullopt;
        if (word.starts_with("--") && word.find('=') + 1 == word.size())
            return word.substr(0, word.size() - 1);
    }
    return std::nullopt;
}

bool contains(const std::string& text, const char* piece)
{
    return text.find(piece) != std::string::npos;
}

// CLI11 says it in sentences of its own, in which the option's name comes first.
std::string aboutValues(const std::string& sentence)
{
    const std::string name = sentence.substr(0, sentence.find_first_of(": "));
    if (contains(sentence, "missing") || contains(sentence, "needs a value"))
        return name + " needs a value";
    if (contains(sentence, "required but received"))
        return name + " is given more than once";
    if (contains(sentence, "disallowed flag override"))
        return "--" + name + " takes no value";
    return sentence;
}

std::string missingOf(const CLI::App& app)
{
    for (const CLI::Option* option : app.get_options())
        if (option->get_required() && option->empty())
            return (option->get_positional() ? option->get_type_name() : option->get_name())
                + " is missing";
    return "a command is missing";
}

} // namespace

CommandLine::CommandLine(std::string program, const std::string& about)
    : m_program(std::move(program))
    , m_app(std::make_unique<CLI::App>(about, m_program))
{
    m_app->allow_extras(); // unexpected() looks for them
    // Not one exactly: a program may have options and no command, and which word is missing is told
    // by us.
    m_app->require_subcommand(0, 1);
    m_app->set_help_flag("-h,--help", "prints this help and exits");
    m_app->set_version_flag("--version", m_program + " " BUBBLESCOPE_VERSION "\n",
                            "prints the version and exits");
}

CommandLine::~CommandLine() = default;

CLI::App& CommandLine::command(const std::string& name, const std::string& about,
                               std::function<void()> chosen)
{
    CLI::App* const command = m_app->add_subcommand(name, about);
    command->callback(std::move(chosen));
    return *command;
}

plan::Result<std::optional<std::string>>
CommandLine::parse(const std::vector<std::string>& arguments)
{
    if (const auto name = withoutValue(arguments))
        return wrong(*name + " needs a value");
    try {
        m_app->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp&) {
        return std::optional(help());
    } catch (const CLI::CallForVersion& version) {
        return std::optional<std::string>(version.what());
    } catch (const CLI::ValidationError& error) {
        return wrong(aboutValues(error.what()));
    } catch (const CLI::ArgumentMismatch& error) {
        return wrong(aboutValues(error.what()));
    } catch (const CLI::RequiredError&) {
        const auto given = m_app->get_subcommands();
        return wrong(unexpected().value_or(missingOf(given.empty() ? *m_app : *given.front())));
    } catch (const CLI::ParseError& error) {
        return wrong(unexpected().value_or(error.what()));
    }
    if (const auto problem = unexpected())
        return wrong(*problem);
    return std::optional<std::string>();
}

std::string CommandLine::help() const { return m_app->help(); }

// What stands where it should not.
std::optional<std::string> CommandLine::unexpected() const
{
    const auto given = m_app->get_subcommands();
    const auto options = m_app->get_options();
    if (!given.empty()
        && std::any_of(options.begin(), options.end(),
                       [](const CLI::Option* option) { return !option->empty(); }))
        return "the command " + given.front()->get_name()
            + " comes first; give a file of that name as ./" + given.front()->get_name();
    for (const std::string& word : m_app->remaining(true)) {
        if (word == "--")
            continue;
        if (word.starts_with('-'))
            return "there is no option " + strategy::shown(word.substr(0, word.find('=')));
        return "unexpected argument " + strategy::shown(word);
    }
    return std::nullopt;
}

plan::Error CommandLine::wrong(const std::string& sentence) const
{
    const auto given = m_app->get_subcommands();
    return {sentence + "; see " + m_program + (given.empty() ? "" : ' ' + given.front()->get_name())
            + " --help"};
}

void refuse(const std::string& sentence) { throw Refused(sentence); }

} // namespace options
