// What the user asked for, read from the arguments.

#pragma once

#include "engine/launch/rank_command.h"
#include "engine/plan/result.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace launch {

enum class DeviceChoice { Automatic, Emulated, Cpu, Cuda };

inline constexpr std::int64_t kMaxSteps = 1'000'000;

struct RunRequest {
    std::string strategy; // file
    std::int64_t steps = 10;
    DeviceChoice device = DeviceChoice::Automatic;
    Launcher launcher = Launcher::Mpirun;
    std::filesystem::path hostfile; // empty: none
    std::string listen;             // viewers' endpoint; empty: our own
    std::filesystem::path record;   // empty: in the place for runs
    std::string json;               // file, "-" for stdout; empty: none
    bool detach = false;
};

struct ListRequest {
    bool json = false;
};

struct AttachRequest {
    std::string run;
    std::string json;
};

struct StopRequest {
    std::string run;
};

struct ReplayRequest {
    std::string run; // or a path
    std::string json;
};

enum class ExportFormat { Chrome, Csv };

struct ExportRequest {
    std::string run; // or a path
    ExportFormat format = ExportFormat::Chrome;
    std::string output; // file; empty or "-": stdout
};

struct HelpRequest {};

using Request = std::variant<RunRequest, ListRequest, AttachRequest, StopRequest, ReplayRequest,
                             ExportRequest, HelpRequest>;

// `arguments` without the program's name. A file named like a command is given as ./list.
plan::Result<Request> parseCommandLine(std::span<const std::string> arguments);

std::string_view usage();

} // namespace launch
