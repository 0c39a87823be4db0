#include "engine/launch/command_line.h"

#include <charconv>
#include <map>
#include <vector>

#include <fmt/format.h>

namespace launch {

namespace {

// The arguments of one command: options by name, the rest in order.
struct Sorted {
    std::map<std::string, std::string> options; // a flag has an empty value
    std::vector<std::string> words;
};

using Names = std::span<const std::string_view>;

bool contains(Names names, std::string_view name)
{
    for (const std::string_view known : names) {
        if (known == name)
            return true;
    }
    return false;
}

plan::Result<Sorted> sort(std::span<const std::string> arguments, Names valued, Names flags)
{
    Sorted sorted;
    bool onlyWords = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (onlyWords || argument == "-" || !argument.starts_with('-')) {
            sorted.words.push_back(argument);
            continue;
        }
        if (argument == "--") {
            onlyWords = true;
            continue;
        }
        const std::size_t equals = argument.find('=');
        const std::string name = argument.substr(0, equals);
        std::string value;
        if (contains(valued, name)) {
            if (equals != std::string::npos)
                value = argument.substr(equals + 1);
            else if (i + 1 < arguments.size())
                value = arguments[++i];
            if (value.empty())
                return plan::Error{name + " needs a value; see bubblescope-run --help"};
        } else if (!contains(flags, name) || equals != std::string::npos) {
            return plan::Error{argument + " is no option here; see bubblescope-run --help"};
        }
        if (!sorted.options.emplace(name, value).second)
            return plan::Error{name + " is given twice"};
    }
    return sorted;
}

std::string take(const Sorted& sorted, const std::string& name)
{
    const auto found = sorted.options.find(name);
    return found == sorted.options.end() ? std::string() : found->second;
}

template <class Value>
plan::Outcome choose(const Sorted& sorted, const std::string& option,
                     const std::map<std::string, Value>& values, Value& chosen)
{
    const auto given = sorted.options.find(option);
    if (given == sorted.options.end())
        return plan::done();
    const auto value = values.find(given->second);
    if (value != values.end()) {
        chosen = value->second;
        return plan::done();
    }
    std::string known;
    for (const auto& [name, ignored] : values)
        known += (known.empty() ? "" : ", ") + name;
    return plan::Error{fmt::format("{} {}: is none of {}", option, given->second, known)};
}

plan::Outcome readSteps(const Sorted& sorted, std::int64_t& steps)
{
    const std::string text = take(sorted, "--steps");
    if (text.empty())
        return plan::done();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), steps);
    if (error == std::errc() && end == text.data() + text.size() && steps >= 1
        && steps <= kMaxSteps)
        return plan::done();
    return plan::Error{fmt::format("--steps {}: is no number from 1 to {}", text, kMaxSteps)};
}

plan::Outcome oneWord(const Sorted& sorted, std::string_view command, std::string_view what)
{
    if (sorted.words.size() == 1)
        return plan::done();
    return plan::Error{fmt::format("{} needs {} {}; see bubblescope-run --help", command,
                                   sorted.words.empty() ? "a" : "exactly one", what)};
}

plan::Result<Request> parseRun(std::span<const std::string> arguments)
{
    constexpr std::string_view kValued[]
        = {"--steps", "--device", "--launcher", "--hostfile", "--listen", "--record", "--json"};
    constexpr std::string_view kFlags[] = {"--detach"};
    const auto sorted = sort(arguments, kValued, kFlags);
    if (!sorted)
        return sorted.error();
    RunRequest request;
    const plan::Outcome checks[]
        = {oneWord(*sorted, "bubblescope-run", "strategy file"), readSteps(*sorted, request.steps),
           choose<DeviceChoice>(*sorted, "--device",
                                {{"auto", DeviceChoice::Automatic},
                                 {"emulated", DeviceChoice::Emulated},
                                 {"cpu", DeviceChoice::Cpu},
                                 {"cuda", DeviceChoice::Cuda}},
                                request.device),
           choose<Launcher>(*sorted, "--launcher",
                            {{"mpirun", Launcher::Mpirun}, {"srun", Launcher::Srun}},
                            request.launcher)};
    for (const plan::Outcome& check : checks) {
        if (!check)
            return check.error();
    }
    request.strategy = sorted->words.front();
    request.hostfile = take(*sorted, "--hostfile");
    request.listen = take(*sorted, "--listen");
    request.record = take(*sorted, "--record");
    request.json = take(*sorted, "--json");
    request.detach = sorted->options.contains("--detach");
    if (request.detach && request.json == "-")
        return plan::Error{"--json - cannot go with --detach: the report comes after the program "
                           "has ended; name a file, or read report.json in the run's directory"};
    return Request(std::move(request));
}

plan::Result<Request> parseList(std::span<const std::string> arguments)
{
    constexpr std::string_view kFlags[] = {"--json"};
    const auto sorted = sort(arguments, {}, kFlags);
    if (!sorted)
        return sorted.error();
    if (!sorted->words.empty())
        return plan::Error{"list takes no " + sorted->words.front()};
    return Request(ListRequest{sorted->options.contains("--json")});
}

plan::Result<Request> parseExport(std::span<const std::string> arguments)
{
    constexpr std::string_view kValued[] = {"--format", "-o"};
    const auto sorted = sort(arguments, kValued, {});
    if (!sorted)
        return sorted.error();
    ExportRequest request;
    if (const auto one = oneWord(*sorted, "export", "run"); !one)
        return one.error();
    if (!sorted->options.contains("--format"))
        return plan::Error{"export needs --format chrome or --format csv"};
    const auto format = choose<ExportFormat>(
        *sorted, "--format", {{"chrome", ExportFormat::Chrome}, {"csv", ExportFormat::Csv}},
        request.format);
    if (!format)
        return format.error();
    request.run = sorted->words.front();
    request.output = take(*sorted, "-o");
    return Request(std::move(request));
}

// attach, stop and replay: a run, and perhaps --json OUT.
plan::Result<Request> parseRunCommand(const std::string& command,
                                      std::span<const std::string> arguments)
{
    constexpr std::string_view kJson[] = {"--json"};
    const auto sorted = sort(arguments, command == "stop" ? Names() : Names(kJson), {});
    if (!sorted)
        return sorted.error();
    if (const auto one = oneWord(*sorted, command, "run"); !one)
        return one.error();
    const std::string& run = sorted->words.front();
    if (command == "attach")
        return Request(AttachRequest{run, take(*sorted, "--json")});
    if (command == "replay")
        return Request(ReplayRequest{run, take(*sorted, "--json")});
    return Request(StopRequest{run});
}

} // namespace

plan::Result<Request> parseCommandLine(std::span<const std::string> arguments)
{
    if (arguments.empty())
        return plan::Error{"a strategy file or a command is needed; see bubblescope-run --help"};
    const std::string& first = arguments.front();
    if (first == "--help" || first == "-h")
        return Request(HelpRequest{});
    if (first == "list")
        return parseList(arguments.subspan(1));
    if (first == "export")
        return parseExport(arguments.subspan(1));
    if (first == "attach" || first == "stop" || first == "replay")
        return parseRunCommand(first, arguments.subspan(1));
    return parseRun(arguments);
}

std::string_view usage()
{
    return "usage: bubblescope-run FILE [options]       run a strategy, one MPI process a rank\n"
           "         --steps N              steps, 1 to 1000000 (10)\n"
           "         --device D             auto, emulated, cpu or cuda (auto)\n"
           "         --launcher L           mpirun or srun (mpirun)\n"
           "         --hostfile F           hosts; this machine only\n"
           "         --listen ENDPOINT      where viewers connect (ipc:// in the run's socket "
           "directory)\n"
           "         --record DIR           where the run is kept: new or empty\n"
           "         --json OUT             the report as JSON; - is stdout\n"
           "         --detach               go on in the background; stdout says where\n"
           "       bubblescope-run list [--json]         the runs there are, newest first\n"
           "       bubblescope-run attach RUN [--json OUT]   follow a live run\n"
           "       bubblescope-run stop RUN              end a run and all its processes\n"
           "       bubblescope-run replay RUN [--json OUT]   read a recording\n"
           "       bubblescope-run export RUN --format chrome|csv [-o OUT]\n"
           "RUN is a name, its beginning, \"last\", or for replay and export a path.\n"
           "exit codes: 0 good, 1 the work failed, 2 bad input or usage\n";
}

} // namespace launch
