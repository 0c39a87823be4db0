// What the user asked for, read from the arguments.

#pragma once

#include "engine/launch/rank_command.h"
#include "engine/plan/bit_flip.h"
#include "engine/plan/result.h"
#include "telemetry/control.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace launch {

enum class DeviceChoice { Automatic, Emulated, Cpu, Cuda };

inline constexpr std::int64_t kMaxSteps = 1'000'000;
inline constexpr int kMaxThreads = 256;

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
    std::optional<float> timeScale{}; // of the emulated device; none: chosen
    // With --device cpu only.
    int threads = 1;                   // of one rank, for its matrices
    std::filesystem::path resume;      // a checkpoint; empty: from the start
    std::optional<plan::BitFlip> flip; // a fault put in, to see the checks find it
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

// What a live run is asked at the end of its step.
struct ControlRequest {
    std::string run;
    telemetry::ControlCommand command;
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

struct RecoverRequest {
    std::string run;              // or a path
    std::filesystem::path output; // new or empty folder; empty: in the place for runs
};

struct HelpRequest {};

using Request = std::variant<RunRequest, ListRequest, AttachRequest, StopRequest, ControlRequest,
                             ReplayRequest, ExportRequest, RecoverRequest, HelpRequest>;

// `arguments` without the program's name. A file named like a command is given as ./list.
plan::Result<Request> parseCommandLine(std::span<const std::string> arguments);

std::string_view usage();

} // namespace launch
