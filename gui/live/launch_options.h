// What one chooses before a run is started, and the command that comes of it.

#pragma once

#include "engine/strategy/run_device.h"
#include "gui/live/run_program.h"

#include <QString>

namespace gui {

// What a job of Slurm is asked for; empty, or 0: as Slurm has it by itself.
struct JobOptions {
    QString partition{}; // or several with commas
    QString account{};
    QString qos{};
    QString time{};   // as Slurm writes it, "1:30:00"
    QString memory{}; // of a node, "100G"
    int nodes = 0;
    int ranksPerNode = 0;
    int gpusPerNode = 0;

    bool operator==(const JobOptions&) const = default;
};

// Where a run is to be.
enum class LaunchPlace {
    ThisMachine,
    Hosts,      // of a file, by mpirun over ssh
    Allocation, // the nodes of the Slurm job that this program is in, by srun
    Job,        // a Slurm job of its own
};

// A value: as it was typed, also where it goes with another device. Paths may be relative, or begin
// with "~/".
struct LaunchOptions {
    int steps = 50; // [1, kMostLaunchSteps]
    QString device = QString::fromLatin1(strategy::kRunDevices.front().word); // one of their words
    QString launcher = QStringLiteral("mpirun");                              // or "srun"
    QString hostfile{};                                                       // empty: none
    QString record{};       // a folder; empty: in the place for runs
    QString report{};       // a file that is written at the end; empty: none
    QString listen{};       // endpoint for viewers; empty: the run's own
    int timeout = 0;        // s, of one wait of a rank; 0: what fits
    double timeScale = 0;   // of emulated ranks; 0: the run chooses
    QString slow{};         // "2:0:1.5": a rank computes slower; of one that is emulated or trains
    int threads = 1;        // of one rank; of a device that trains
    bool takeTurns = false; // likewise, as the next two
    QString resume{};       // a checkpoint or the folder of a run
    QString flipBit{};      // "1:3:2F0"; empty: none
    double gpusPerRank = 1; // of CUDA, as the next three; (0, 1]
    bool deterministic = false;
    bool deep = false;
    QString messages = QStringLiteral("auto"); // "nccl" or "host"
    bool submit = false; // to Slurm; launcher, host file and viewers' endpoint then say nothing
    JobOptions job{};    // of that

    bool operator==(const LaunchOptions&) const = default;
};

inline constexpr int kMostLaunchSteps = 1'000'000;
inline constexpr int kMostLaunchThreads = 256;
inline constexpr int kMostLaunchTimeout = 86'400; // s

LaunchPlace placeOf(const LaunchOptions& options);

inline constexpr int kMostJobNodes = 100'000;
inline constexpr int kMostJobRanksPerNode = 256;

// Absolute; empty for an empty one. "~/" is the user's home.
QString launchPath(const QString& typed);

// The command that starts that strategy with --detach: it goes on when the command has ended, and
// parseLaunched() reads what that printed. Or the one that submits it, of which parseSubmitted()
// does. Options that are as the run has them by itself, and
// those that do not go with the device, are left out.
RunCommand launchCommand(const QString& program, const QString& strategyFile,
                         const LaunchOptions& options);

} // namespace gui
