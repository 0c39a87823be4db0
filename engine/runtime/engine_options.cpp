#include "engine/runtime/engine_options.h"

#include "engine/strategy/estimate/time_scale.h"

#include <charconv>
#include <type_traits>

namespace engine {

const std::string_view kEngineUsage
    = "usage: bubblescope-engine STRATEGY.yaml (--endpoint ENDPOINT --run HEX | --no-telemetry)\n"
      "                          [--steps N] [--device emulated|cpu] [--timeout SECONDS]\n"
      "                          [--time-scale X] [--report] [--measure-clocks]\n"
      "                          [--supervisor PID@BOOT-ID]\n"
      "       of a device that trains: [--threads N] [--checkpoints FOLDER] [--resume FOLDER]\n"
      "                          [--control ENDPOINT] [--flip-bit RANK:STEP:OP]\n"
      "One process of it runs one rank of the strategy; start them all with mpirun.\n";

namespace {

constexpr int kMostSteps = 1'000'000'000;
constexpr int kLongestTimeoutSeconds = 86'400;
constexpr int kMostThreads = 1024;

template <class Number>
std::optional<Number> numberOf(std::string_view text, [[maybe_unused]] int base = 10)
{
    Number number{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = [&] {
        if constexpr (std::is_floating_point_v<Number>)
            return std::from_chars(text.data(), end, number);
        else
            return std::from_chars(text.data(), end, number, base);
    }();
    if (error != std::errc{} || stop != end)
        return std::nullopt;
    return number;
}

plan::Error wrong(std::string_view option, std::string_view value, std::string_view wanted)
{
    return {std::string(option) + " " + std::string(value) + ": " + std::string(wanted)};
}

plan::Outcome setInteger(int& target, std::string_view option, std::string_view value, int largest)
{
    const auto number = numberOf<int>(value);
    if (!number || *number < 1 || *number > largest)
        return wrong(option, value, "give a whole number from 1 to " + std::to_string(largest));
    target = *number;
    return plan::done();
}

// Where an option that is any text goes.
std::optional<std::string EngineOptions::*> textOption(std::string_view option)
{
    if (option == "--supervisor")
        return &EngineOptions::supervisor;
    if (option == "--checkpoints")
        return &EngineOptions::checkpoints;
    if (option == "--resume")
        return &EngineOptions::resume;
    if (option == "--control")
        return &EngineOptions::control;
    return std::nullopt;
}

plan::Outcome setValue(EngineOptions& options, std::string_view option, std::string_view value)
{
    if (option == "--endpoint") {
        options.endpoint = value;
        return plan::done();
    }
    if (option == "--run") {
        const auto run = numberOf<std::uint64_t>(value, 16);
        if (!run)
            return wrong(option, value, "give the run's number, up to 16 hexadecimal digits");
        options.run = *run;
        return plan::done();
    }
    if (option == "--steps")
        return setInteger(options.steps, option, value, kMostSteps);
    if (option == "--device") {
        if (value != "emulated" && value != "cpu")
            return wrong(option, value, "the devices this build has are emulated and cpu");
        options.device = value;
        return plan::done();
    }
    if (option == "--time-scale") {
        const auto scale = numberOf<float>(value);
        if (!scale || !(*scale >= strategy::kLeastTimeScale) || *scale > strategy::kMostTimeScale)
            return wrong(option, value, "give a number from 1e-6 to 1e6");
        options.timeScale = *scale;
        return plan::done();
    }
    if (option == "--threads")
        return setInteger(options.threads, option, value, kMostThreads);
    if (option == "--flip-bit") {
        options.flip = plan::parseBitFlip(value);
        if (!options.flip)
            return wrong(option, value, "give RANK:STEP:OP, as in 1:12:2F0");
        return plan::done();
    }
    if (const auto text = textOption(option)) {
        options.*(*text) = value;
        return plan::done();
    }
    int seconds = 0;
    auto set = setInteger(seconds, option, value, kLongestTimeoutSeconds);
    options.patience = std::chrono::seconds(seconds);
    return set;
}

bool takesValue(std::string_view option)
{
    return option == "--endpoint" || option == "--run" || option == "--steps"
        || option == "--device" || option == "--timeout" || option == "--threads"
        || option == "--flip-bit" || option == "--time-scale" || textOption(option);
}

} // namespace

plan::Result<EngineOptions> parseEngineOptions(std::span<const char* const> arguments)
{
    EngineOptions options;
    bool telemetry = true;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (takesValue(argument)) {
            if (i + 1 == arguments.size())
                return plan::Error{std::string(argument) + " needs a value"};
            if (auto set = setValue(options, argument, arguments[++i]); !set)
                return set.error();
        } else if (argument == "--no-telemetry") {
            telemetry = false;
        } else if (argument == "--report") {
            options.report = true;
        } else if (argument == "--measure-clocks") {
            options.measureClocks = true;
        } else if (argument.starts_with("-")) {
            return plan::Error{"there is no option " + std::string(argument)};
        } else if (!options.strategyFile.empty()) {
            return plan::Error{"one strategy file at a time, not also " + std::string(argument)};
        } else {
            options.strategyFile = argument;
        }
    }
    if (options.strategyFile.empty())
        return plan::Error{"name the strategy file to run"};
    if (telemetry == options.endpoint.empty())
        return plan::Error{"give the collector's --endpoint, or --no-telemetry"};
    return options;
}

} // namespace engine
