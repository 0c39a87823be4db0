#include "engine/launch/command_line.h"

#include "engine/strategy/estimate/time_scale.h"

#include <algorithm>
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

plan::Result<Sorted> sortOut(std::span<const std::string> arguments, Names valued, Names flags)
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

template <class Number>
bool isNumber(std::string_view text, Number least, Number most, Number& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number >= least
        && number <= most;
}

plan::Outcome readThreads(const Sorted& sorted, int& threads)
{
    const std::string text = take(sorted, "--threads");
    if (text.empty() || isNumber(text, 1, kMaxThreads, threads))
        return plan::done();
    return plan::Error{fmt::format("--threads {}: is no number from 1 to {}", text, kMaxThreads)};
}

plan::Outcome readFlip(const Sorted& sorted, std::optional<plan::BitFlip>& flip)
{
    const std::string text = take(sorted, "--flip-bit");
    if (text.empty())
        return plan::done();
    flip = plan::parseBitFlip(text);
    if (flip && flip->rank < kMaxLocalRanks && flip->step < kMaxSteps)
        return plan::done();
    return plan::Error{"--flip-bit " + text
                       + ": is no RANK:STEP:OP, as 1:3:2F0 for rank 1, step 3 and the forward of "
                         "stage 2 on microbatch 0"};
}

plan::Outcome readSteps(const Sorted& sorted, std::int64_t& steps)
{
    const std::string text = take(sorted, "--steps");
    if (text.empty())
        return plan::done();
    if (isNumber(text, std::int64_t{1}, kMaxSteps, steps))
        return plan::done();
    return plan::Error{fmt::format("--steps {}: is no number from 1 to {}", text, kMaxSteps)};
}

plan::Outcome readTimeScale(const Sorted& sorted, std::optional<float>& scale)
{
    const std::string text = take(sorted, "--time-scale");
    float number = 1;
    if (text.empty())
        return plan::done();
    if (!isNumber(text, strategy::kLeastTimeScale, strategy::kMostTimeScale, number))
        return plan::Error{fmt::format("--time-scale {}: is no number from {} to {}; 20 makes a "
                                       "second of an emulated run stand for 20 s",
                                       text, strategy::kLeastTimeScale, strategy::kMostTimeScale)};
    scale = number;
    return plan::done();
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
        = {"--steps", "--device",  "--launcher", "--hostfile", "--listen",    "--record",
           "--json",  "--threads", "--resume",   "--flip-bit", "--time-scale"};
    constexpr std::string_view kFlags[] = {"--detach"};
    const auto sorted = sortOut(arguments, kValued, kFlags);
    if (!sorted)
        return sorted.error();
    RunRequest request;
    const plan::Outcome checks[]
        = {oneWord(*sorted, "bubblescope-run", "strategy file"),
           readSteps(*sorted, request.steps),
           readTimeScale(*sorted, request.timeScale),
           readThreads(*sorted, request.threads),
           readFlip(*sorted, request.flip),
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
    request.resume = take(*sorted, "--resume");
    request.detach = sorted->options.contains("--detach");
    for (const char* option : {"--threads", "--resume", "--flip-bit"}) {
        if (request.device != DeviceChoice::Cpu && sorted->options.contains(option))
            return plan::Error{std::string(option) + " goes with --device cpu only"};
    }
    if (request.timeScale
        && (request.device == DeviceChoice::Cpu || request.device == DeviceChoice::Cuda))
        return plan::Error{
            "--time-scale goes with the emulated device only; another takes the time "
            "it takes"};
    if (request.detach && request.json == "-")
        return plan::Error{"--json - cannot go with --detach: the report comes after the program "
                           "has ended; name a file, or read report.json in the run's directory"};
    return Request(std::move(request));
}

plan::Result<Request> parseList(std::span<const std::string> arguments)
{
    constexpr std::string_view kFlags[] = {"--json"};
    const auto sorted = sortOut(arguments, {}, kFlags);
    if (!sorted)
        return sorted.error();
    if (!sorted->words.empty())
        return plan::Error{"list takes no " + sorted->words.front()};
    return Request(ListRequest{sorted->options.contains("--json")});
}

plan::Result<Request> parseExport(std::span<const std::string> arguments)
{
    constexpr std::string_view kValued[] = {"--format", "-o"};
    const auto sorted = sortOut(arguments, kValued, {});
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

plan::Result<Request> parseRecover(std::span<const std::string> arguments)
{
    constexpr std::string_view kValued[] = {"-o"};
    const auto sorted = sortOut(arguments, kValued, {});
    if (!sorted)
        return sorted.error();
    if (const auto one = oneWord(*sorted, "recover", "run"); !one)
        return one.error();
    return Request(RecoverRequest{sorted->words.front(), take(*sorted, "-o")});
}

using CommandKind = telemetry::ControlCommand::Kind;

// pause, resume, checkpoint, slow and swap: a run, and what they need.
plan::Result<Request> parseControl(const std::string& command, CommandKind kind,
                                   std::span<const std::string> arguments)
{
    const auto sorted = sortOut(arguments, {}, {});
    if (!sorted)
        return sorted.error();
    const std::vector<std::string>& words = sorted->words;
    const std::size_t needed = kind == CommandKind::Slow ? 3 : kind == CommandKind::Swap ? 2 : 1;
    if (words.size() != needed)
        return plan::Error{fmt::format("{} needs {}; see bubblescope-run --help", command,
                                       needed == 3       ? "a run, a rank and a factor"
                                           : needed == 2 ? "a run and a schedule"
                                                         : "exactly one run")};
    ControlRequest request{words[0], {.kind = kind}};
    if (kind == CommandKind::Slow) {
        if (!isNumber(words[1], 0, kMaxLocalRanks - 1, request.command.rank))
            return plan::Error{fmt::format("slow: {} is no rank", words[1])};
        if (!isNumber(words[2], 1.0, telemetry::kMostSlowFactor, request.command.factor))
            return plan::Error{fmt::format("slow: {} is no factor from 1 to {}; 1 ends it",
                                           words[2], telemetry::kMostSlowFactor)};
    }
    if (kind == CommandKind::Swap)
        request.command.schedule = words[1];
    if (const auto problem = telemetry::problemOf(request.command))
        return plan::Error{problem->message};
    return Request(std::move(request));
}

plan::Result<Request> parseStop(std::span<const std::string> arguments)
{
    constexpr std::string_view kFlags[] = {"--after-step"};
    const auto sorted = sortOut(arguments, {}, kFlags);
    if (!sorted)
        return sorted.error();
    if (const auto one = oneWord(*sorted, "stop", "run"); !one)
        return one.error();
    if (sorted->options.contains("--after-step"))
        return Request(ControlRequest{sorted->words.front(), {.kind = CommandKind::StopAfterStep}});
    return Request(StopRequest{sorted->words.front()});
}

// attach and replay: a run, and perhaps --json OUT.
plan::Result<Request> parseRunCommand(const std::string& command,
                                      std::span<const std::string> arguments)
{
    constexpr std::string_view kJson[] = {"--json"};
    const auto sorted = sortOut(arguments, kJson, {});
    if (!sorted)
        return sorted.error();
    if (const auto one = oneWord(*sorted, command, "run"); !one)
        return one.error();
    const std::string& run = sorted->words.front();
    if (command == "attach")
        return Request(AttachRequest{run, take(*sorted, "--json")});
    return Request(ReplayRequest{run, take(*sorted, "--json")});
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
    if (first == "recover")
        return parseRecover(arguments.subspan(1));
    if (first == "attach" || first == "replay")
        return parseRunCommand(first, arguments.subspan(1));
    if (first == "stop")
        return parseStop(arguments.subspan(1));
    const std::map<std::string_view, CommandKind> controls
        = {{"pause", CommandKind::Pause},
           {"resume", CommandKind::Resume},
           {"checkpoint", CommandKind::Checkpoint},
           {"slow", CommandKind::Slow},
           {"swap", CommandKind::Swap}};
    if (const auto control = controls.find(first); control != controls.end())
        return parseControl(first, control->second, arguments.subspan(1));
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
           "         --time-scale X         emulated: a second stands for X of what is predicted\n"
           "                                (such that a step takes 0.3 to 1 s where a model is "
           "paced; else 1)\n"
           "         --detach               go on in the background; stdout says where\n"
           "         --threads N            --device cpu: threads of a rank (1)\n"
           "         --resume PATH          --device cpu: go on from a checkpoint, or a run's "
           "last\n"
           "         --flip-bit R:S:OP      --device cpu: put a fault into an op of rank R in step "
           "S\n"
           "       bubblescope-run list [--json]         the runs there are, newest first\n"
           "       bubblescope-run attach RUN [--json OUT]   follow a live run\n"
           "       bubblescope-run stop RUN              end a run and all its processes\n"
           "       bubblescope-run stop RUN --after-step | pause RUN | resume RUN | checkpoint "
           "RUN\n"
           "       bubblescope-run slow RUN RANK FACTOR  make a rank slower; 1 ends it\n"
           "       bubblescope-run swap RUN SCHEDULE     go on with another schedule\n"
           "                             these wait for the end of the step and say what the run "
           "did\n"
           "       bubblescope-run replay RUN [--json OUT]   read a recording\n"
           "       bubblescope-run export RUN --format chrome|csv [-o OUT]\n"
           "       bubblescope-run recover RUN [-o DIR]   write what is whole of a damaged "
           "recording\n"
           "                                as a new one: DIR, new or empty, or beside the other "
           "runs\n"
           "RUN is a name, its beginning, \"last\", or for replay, export and recover a path.\n"
           "exit codes: 0 good, 1 the work failed, 2 bad input or usage\n";
}

} // namespace launch
