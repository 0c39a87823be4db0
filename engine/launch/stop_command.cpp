#include "engine/launch/stop_command.h"

#include "engine/launch/control_command.h"
#include "engine/launch/find_run.h"
#include "engine/launch/process_tree.h"
#include "engine/launch/progress.h"
#include "engine/launch/queued_run.h"
#include "engine/launch/run_directory.h"
#include "engine/launch/slurm_end.h"
#include "engine/launch/slurm_query.h"
#include "engine/options/values.h"
#include "telemetry/local_socket.h"

#include <csignal>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace launch {

namespace {

using namespace std::chrono_literals;

// True once the supervisor is gone; it takes 5 s at most for stubborn ranks, and some for
// viewers.
bool waitForSupervisor(const ProcessIdentity& supervisor)
{
    const auto until = std::chrono::steady_clock::now() + 30s;
    while (isRunning(supervisor)) {
        if (std::chrono::steady_clock::now() > until)
            return false;
        std::this_thread::sleep_for(50ms);
    }
    return true;
}

// A process of another host gets no signal from here: Slurm ends its own, and of others a person of
// that host does.
ExitCode stopElsewhere(const RunRecord& run)
{
    if (run.place.job.empty()) {
        sayToStderr(
            fmt::format("run {} is {}, and can be stopped only there: ssh {} bubblescope-run "
                        "stop {}",
                        run.run, standingOf(run), run.place.host, run.run));
        return ExitCode::WorkFailed;
    }
    if (const auto asked = endByScancel(run.place, run.run, processEnvironment()); !asked) {
        sayToStderr(fmt::format("run {} is {} and cannot be stopped from here: {}", run.run,
                                standingOf(run), asked.error().message));
        return ExitCode::WorkFailed;
    }
    const auto until = std::chrono::steady_clock::now() + 60s;
    while (std::chrono::steady_clock::now() < until) {
        const auto now = loadRunRecord(run.directory);
        if (now && now->state != RunState::Running) {
            sayToStderr(fmt::format("run {} has ended: {}", run.run, now->outcome));
            return ExitCode::Good;
        }
        std::this_thread::sleep_for(200ms);
    }
    sayToStderr(fmt::format("run {} was told to end by Slurm and has not said within 60 s that it "
                            "has; see {}",
                            run.run, run.log().string()));
    return ExitCode::WorkFailed;
}

// Nothing of it runs yet; its job is cancelled.
ExitCode stopQueued(Submission submission)
{
    const Environment environment = processEnvironment();
    const auto run = askForQueued({std::move(submission)}, environment, kSlurmPatience).front();
    const std::string& job = run.submission.job;
    const auto refuse = [&](const std::string& why) {
        sayToStderr(fmt::format("run {} is not stopped: {}", run.submission.run, why));
        return ExitCode::WorkFailed;
    };
    if (!run.job)
        return refuse(sentenceOf(run) + "; use a host of the cluster");
    if (neverBegins(run)) {
        sayToStderr(whyNotBegun(run));
        // What Slurm has forgotten it may never have known: its job may wait on another cluster.
        return run.job->slurmState.empty() ? ExitCode::WorkFailed : ExitCode::Good;
    }
    if (const auto done = cancelJob(job, run.submission.folder, environment); !done)
        return refuse(done.error().message);
    sayToStderr(fmt::format("run {} will not begin: job {}, which was {}, is cancelled",
                            run.submission.run, job, standingOf(run)));
    return ExitCode::Good;
}

} // namespace

ExitCode stopRun(const StopRequest& request, const Places& places)
{
    if (request.afterStep)
        return controlRun({request.run, {.kind = telemetry::ControlCommand::Kind::StopAfterStep}},
                          places);
    removeDeadSessions(places); // of a run without a record, too
    auto found = findAnyRun(places, request.run);
    if (!found) {
        sayToStderr(found.error().message);
        return ExitCode::BadInput;
    }
    if (auto* const submission = std::get_if<Submission>(&*found))
        return stopQueued(std::move(*submission));
    const auto* const run = std::get_if<RunRecord>(&*found);
    if (run->state != RunState::Running && run->state != RunState::Lost) {
        sayToStderr(fmt::format("run {} has already ended: {}", run->run, run->outcome));
        return ExitCode::Good;
    }
    if (const auto ours = checkRecordIsOurs(*run); !ours) {
        sayToStderr(ours.error().message);
        return ExitCode::BadInput;
    }
    if (run->elsewhere)
        return stopElsewhere(*run);
    if (run->state == RunState::Running) {
        if (!isRunning(run->supervisor, "bubblescope-run")
            || !hasOpen(run->supervisor.pid, run->directory)) {
            sayToStderr(fmt::format("{}: names process {} as the run's supervisor, which is no "
                                    "bubblescope-run of this user that records into this folder; "
                                    "nothing is stopped",
                                    RunRecord::file(run->directory).string(), run->supervisor.pid));
            return ExitCode::BadInput;
        }
        sendSignal(run->supervisor, SIGTERM);
        sendSignal(run->supervisor, SIGCONT); // one that is held cannot end
        if (!waitForSupervisor(run->supervisor)) {
            sayToStderr(fmt::format("run {} has not ended within 30 s; its supervisor is process "
                                    "{}, see {}",
                                    run->run, run->supervisor.pid, run->log().string()));
            return ExitCode::WorkFailed;
        }
    }
    const std::string folder = folderIdentity(run->directory);
    // In this order: one that ends in between is not taken for another folder's.
    const std::size_t own = processesOfRun(run->run, folder).size();
    if (processesOfRun(run->run).size() > own) {
        sayToStderr(fmt::format("{}: there are processes of a run {}, but they belong to another "
                                "folder, of which this one is a copy; nothing is stopped",
                                RunRecord::file(run->directory).string(), run->run));
        return ExitCode::BadInput;
    }
    const auto living = [&] { return processesOfRun(run->run, folder); };
    if (const std::size_t left = endProcesses(living, [] {}, {}); left > 0) {
        sayToStderr(fmt::format("{} processes of run {} could not be ended", left, run->run));
        return ExitCode::WorkFailed;
    }
    removeDeadSession(sessionDirectoriesOf(places, run->run));
    telemetry::removeDeadSocket(run->viewerEndpoint);
    const auto after = loadRunRecord(run->directory);
    sayToStderr(fmt::format("run {} has ended: {}", run->run,
                            after && !after->outcome.empty() ? after->outcome : "lost"));
    return ExitCode::Good;
}

void addStopCommand(Commands& commands)
{
    const auto request = std::make_shared<StopRequest>();
    CLI::App& stop
        = addCommand(commands, "stop", "ends a run and all its processes", request, stopRun);
    addRun(stop, request->run, "the run to end");
    options::addFlag(stop, "--after-step", request->afterStep,
                     "waits for the end of the current step and reports what the run did");
}

} // namespace launch
