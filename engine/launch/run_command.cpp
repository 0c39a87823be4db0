#include "engine/launch/run_command.h"

#include "engine/launch/background.h"
#include "engine/launch/catalogue.h"
#include "engine/launch/flight_records.h"
#include "engine/launch/guard.h"
#include "engine/launch/meeting.h"
#include "engine/launch/private_file.h"
#include "engine/launch/process_tree.h"
#include "engine/launch/progress.h"
#include "engine/launch/rank_start.h"
#include "engine/launch/report_file.h"
#include "engine/launch/restart.h"
#include "engine/launch/run_name.h"
#include "engine/launch/slurm_end.h"
#include "engine/launch/submission.h"
#include "engine/launch/supervisor.h"
#include "engine/launch/underway.h"
#include "engine/strategy/yaml.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

namespace launch {

namespace fs = std::filesystem;

namespace {

// Nothing of a run that never started stays behind.
void forget(const Underway& run)
{
    std::vector<std::string> files;
    for (const fs::path& file :
         {run.record.events(), run.record.log(), run.record.strategyCopy(),
          RunRecord::file(run.record.directory), connectionFile(run.record, run.plan.places),
          run.record.directory / kHostsFile, run.record.directory / kHostsAskedFile})
        files.push_back(file.filename());
    run.folder.removeDirectory(run.record.checkpoints().filename());
    run.folder.giveUp(files);
    if (run.directoryIsOurs) // and empty
        rmdir(run.record.directory.c_str());
    removeSessionDirectories(run.session);
}

// Of a run that was submitted, what the user knows it by: the file that was named, and the name
// that it had in the queue, unless an earlier start of the job has it.
void takeSubmitted(RunRecord& record, const RunPlan& plan)
{
    const auto submission = loadSubmission(plan.strategyFile.parent_path());
    if (!submission || submission->job != record.place.job
        || submission->strategyCopy() != plan.strategyFile)
        return;
    record.strategy = submission->strategy;
    if (!hasRunRecord(submission->folder))
        record.run = submission->run;
}

RunRecord recordFor(const RunPlan& plan, const RunRequest& request)
{
    const auto now = std::chrono::system_clock::now();
    RunRecord record;
    record.session = std::max<std::uint64_t>(randomNumber(), 1);
    record.run = runName(now, static_cast<std::uint16_t>(record.session));
    record.strategy = plan.strategyFile.string();
    record.strategyName = plan.strategy.name;
    record.started = utcText(now);
    record.ranks = plan.ranks;
    record.steps = request.steps;
    record.device = plan.device->word;
    record.takesTurns = request.takeTurns;
    record.deep = request.deep;
    record.predicted = plan.predicted;
    record.place.host = ownHostName();
    record.place.launcher = rankLauncher(plan.hosts.kind).program();
    record.place.hosts = plan.hosts.hosts;
    if (const auto& job = plan.hosts.allocation) {
        record.place.job = job->job;
        record.place.cluster = job->cluster;
        record.place.batch = job->batch;
        record.place.restarts = job->restarts;
    }
    takeSubmitted(record, plan);
    return record;
}

// The run's directory with the strategy in it and an empty log.
plan::Outcome makeFiles(Underway& run)
{
    auto directory = makeRunDirectory(run.plan.places, run.record.run, run.request.record,
                                      run.directoryIsOurs);
    if (!directory)
        return directory.error();
    run.record.directory = *std::move(directory);
    auto folder = RecordFolder::take(run.record.directory);
    if (!folder)
        return folder.error();
    run.folder = *std::move(folder);
    const auto name = [](const fs::path& file) { return file.filename().string(); };
    if (const auto copied = run.folder.write(name(run.record.strategyCopy()),
                                             strategy::writeStrategy(run.plan.strategy));
        !copied)
        return copied.error();
    if (run.plan.device->trains) {
        if (const auto made = run.folder.makeDirectory(name(run.record.checkpoints())); !made)
            return made.error();
    }
    return run.folder.write(name(run.record.log()), "");
}

plan::Outcome makeSession(Underway& run)
{
    auto session = makeSessionDirectories(run.plan.places, run.record.run, run.locks);
    if (!session)
        return session.error();
    run.session = *std::move(session);
    if (const auto chosen = chooseEndpoints(run); !chosen)
        return chosen;
    run.record.supervisor = ownIdentity();
    if (const auto reserved = run.folder.reserve(run.record); !reserved)
        return reserved.error();
    return run.folder.write(RunRecord::file({}).string(), toJson(run.record));
}

void putInCatalogue(const Underway& run, Progress& progress)
{
    auto catalogue = Catalogue::open(run.plan.places);
    if (!catalogue) {
        progress.say(catalogue.error().message + "; the run goes on without it");
        return;
    }
    if (!catalogue->notice().empty())
        progress.say(catalogue->notice());
    if (const auto put = catalogue->put(run.record); !put)
        progress.say(put.error().message);
}

Report reportOn(const Underway& run, const Supervisor& supervisor)
{
    Report report;
    report.run = run.record.run;
    report.device = run.record.device;
    report.ranks = run.record.ranks;
    report.takesTurns = run.record.takesTurns;
    report.predicted = run.plan.predicted;
    report.steps = supervisor.steps();
    supervisor.reading().tell(report);
    report.telemetry = supervisor.telemetry();
    predictSwapped(report, run.plan.strategy);
    report.outcome = run.record.outcome;
    report.ending = run.record.ending;
    return report;
}

// What the run's own folder keeps. False where something of it could not be written.
bool keepRecord(Underway& run, const std::string& report, Progress& progress)
{
    const std::string directory = run.record.directory.string();
    const RecordFolder::Place place = run.folder.place();
    if (place == RecordFolder::Place::Removed) {
        progress.say(directory + ": was removed while the run went on; nothing of it is recorded");
        return false;
    }
    if (place == RecordFolder::Place::Moved)
        progress.say(directory + ": was moved while the run went on, with its record");
    bool kept = true;
    const auto note = [&](const plan::Outcome& written) {
        if (!written)
            progress.say(written.error().message);
        kept = kept && written;
    };
    // Last what says that the run has ended: whoever reads it finds the report.
    note(run.folder.write(run.record.report().filename().native(), report));
    // Its keys open nothing any more.
    unlink(connectionFile(run.record, run.plan.places).c_str());
    note(run.folder.conclude(run.record));
    if (place == RecordFolder::Place::There)
        putInCatalogue(run, progress);
    return kept;
}

// Everything that is left to do once no process of the run lives.
ExitCode conclude(Underway& run, const Ending& ending, const Supervisor& supervisor,
                  Progress& progress)
{
    if (ending.state != RunState::Failed)
        removeFlightRecords(run.record.directory);
    run.record.end(ending);
    run.record.ended = utcText(std::chrono::system_clock::now());
    const Report report = reportOn(run, supervisor);
    run.record.paceWarning = paceWarningOf(report);
    run.record.unlogged = report.telemetry.unlogged;
    const std::string json = toJson(report);
    ExitCode code = ending.state == RunState::Completed ? ExitCode::Good : ExitCode::WorkFailed;
    progress.finish();
    const bool kept = keepRecord(run, json, progress);
    if (!kept)
        code = ExitCode::WorkFailed;
    if (const auto written = writeReport(run.request.json, json); !written) {
        progress.say(written.error().message);
        code = ExitCode::WorkFailed;
    }
    removeSessionDirectories(run.session);
    rmdir(run.record.checkpoints().c_str()); // stays where there is one
    showOnStderr(summaryOf(report));
    if (kept)
        showOnStderr(fmt::format("  recorded in {}\n", run.record.directory.string()));
    return code;
}

// Slurm's time for the job is nearly over: what the ranks know is saved, and a run that can be
// resumed ends in time for that.
void prepareForLimit(Underway& run, telemetry::ControlServer* control, Progress& progress)
{
    using Kind = telemetry::ControlCommand::Kind;
    if (control == nullptr) {
        progress.say("the time limit of the job is near; this run writes no checkpoints");
        return;
    }
    progress.say(
        run.request.requeue
            ? "the time limit of the job is near; the run writes a checkpoint and goes back "
              "into the queue"
            : "the time limit of the job is near; the run writes a checkpoint");
    if (!run.request.requeue) {
        control->ask({.kind = Kind::Checkpoint});
        return;
    }
    // Paused, so that no step is taken between the checkpoint and the end, to be taken once more.
    for (const Kind kind : {Kind::Pause, Kind::Checkpoint, Kind::StopAfterStep})
        control->ask({.kind = kind});
    run.goesBack = true;
}

// Of a run that has ended for its job's time limit.
void tellOfGoingBack(const Underway& run, Ending& ending)
{
    if (run.goesBack && ending.state == RunState::Stopped && ending.sentence.empty())
        ending.sentence = "at the time limit of job " + run.record.place.job
            + ", which goes back into the queue";
}

SupervisorOptions supervisorOptions(Underway& run, const std::optional<Guard>& guard, int output,
                                    telemetry::ControlServer* control, Progress& progress)
{
    SupervisorOptions options;
    options.launcher = launcherOf(run, output, progress);
    options.ranks = run.record.ranks;
    options.hosts = run.record.place.hosts;
    options.inJob = rankLauncher(run.plan.hosts.kind).needsJob();
    options.log = run.record.log();
    options.guard = guard ? guard->pid() : -1;
    options.predictedStep = run.plan.predictedStep;
    options.timeout = run.request.timeout.value_or(std::chrono::seconds(0));
    options.isRemoved = [&run] { return run.folder.isRemoved(); };
    options.showLife = [&run] { run.folder.showLife(); };
    options.onLimitNear = [&run, control, &progress] { prepareForLimit(run, control, progress); };
    if (control != nullptr)
        options.paused = [control] { return control->paused(); };
    options.onPaused = [&](bool paused) {
        run.record.paused = paused;
        if (const auto told = run.folder.write("run.json", toJson(run.record)); !told)
            progress.say(told.error().message);
    };
    options.onStep = [&, done = std::int64_t{0}](const StepReport& step,
                                                 std::uint64_t dropped) mutable {
        progress.show(stepLine(step, {++done, run.record.steps}, run.plan.predicted, dropped));
    };
    options.say = [&](std::string_view sentence) { progress.say(sentence); };
    return options;
}

// From the finished files to the end of the run.
ExitCode superviseRun(Underway& run, Announcement& announcement)
{
    const auto refuse = [&](const std::string& sentence, ExitCode code = ExitCode::WorkFailed) {
        forget(run);
        sayToStderr(sentence);
        announcement.refused(sentence, code);
        return code;
    };
    blockSignals();
    if (!becomeSubreaper())
        return refuse("the kernel does not let this process look after its descendants");
    if (const auto made = makeSession(run); !made)
        return refuse(made.error().message);
    // Forked before the collector's thread exists.
    std::optional<Guard> guard
        = Guard::post(run.record.run, {run.session.sockets, run.session.sharedMemory},
                      run.record.viewerEndpoint, run.locks);
    auto meeting = openMeeting(run);
    if (!meeting)
        return refuse(meeting.error().message);
    const auto& control = meeting->control;
    // With the ports that the system has chosen.
    if (const auto told = run.folder.write(RunRecord::file({}).string(), toJson(run.record)); !told)
        return refuse(told.error().message);

    Progress progress(Progress::modeOfStderr());
    const strategy::FileDescriptor output(
        open(run.record.log().c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC));
    if (!output)
        return refuse(run.record.log().string() + ": cannot be opened");
    if (const auto ready = prepareHosts(run, output.number(), progress); !ready)
        return refuse(ready.error().message, ExitCode::BadInput);
    auto supervisor
        = Supervisor::start(supervisorOptions(run, guard, output.number(), control.get(), progress),
                            std::move(meeting->collector));
    if (!supervisor)
        return refuse(supervisor.error().message);

    announcement.ready(announcementOf(run.record));
    const auto& predicted = run.plan.predicted.stepSeconds;
    progress.say(fmt::format(
        "run {}: {} ranks, {} steps, {}", run.record.run, run.record.ranks, run.record.steps,
        predicted ? fmt::format("predicted {:.3f} ms per step", *predicted * 1e3)
                  : std::string("step time not predicted")));
    putInCatalogue(run, progress);
    Ending ending = (*supervisor)->run();
    if (control)
        control->stop();
    if (rankLauncher(run.plan.hosts.kind).needsJob())
        cancelLeftStep(run.record.place, run.record.run, run.plan.environment);
    tellOfGoingBack(run, ending);
    const ExitCode code = conclude(run, ending, **supervisor, progress);
    if (guard)
        guard->dismiss();
    // Last of all, as Slurm then ends this process, too.
    if (run.goesBack && ending.state == RunState::Stopped) {
        if (const auto back = requeueJob(run.record.place, run.plan.environment); !back)
            sayToStderr(back.error().message);
    }
    return code;
}

} // namespace

ExitCode runStrategy(const RunRequest& asked, const Environment& environment,
                     const fs::path& ownProgram)
{
    RunRequest request = asked;
    std::vector<std::string> remarks;
    const auto job = allocationOf(environment);
    const auto resumed = job ? resumeRestarted(request, *job, remarks) : plan::Outcome(job.error());
    if (!resumed) {
        sayToStderr(resumed.error().message);
        return ExitCode::BadInput;
    }
    for (const std::string& remark : remarks)
        sayToStderr(remark);
    auto planned = planRun(request, environment, ownProgram);
    if (const auto* refusal = std::get_if<Refusal>(&planned)) {
        for (const std::string& line : refusal->lines)
            showOnStderr(line + "\n");
        return refusal->code;
    }
    Underway run;
    run.plan = std::get<RunPlan>(std::move(planned));
    run.request = request;
    for (const std::string& remark : run.plan.remarks)
        sayToStderr(remark);

    run.record = recordFor(run.plan, request);
    if (const auto made = makeFiles(run); !made) {
        if (!run.record.directory.empty())
            forget(run);
        sayToStderr(made.error().message);
        return request.record.empty() ? ExitCode::WorkFailed : ExitCode::BadInput;
    }
    Announcement announcement;
    if (request.detach) {
        if (const auto code = goToBackground(run.record.log(), announcement))
            return *code;
    }
    return superviseRun(run, announcement);
}

} // namespace launch
