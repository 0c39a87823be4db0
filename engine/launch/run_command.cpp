#include "engine/launch/run_command.h"

#include "engine/launch/background.h"
#include "engine/launch/catalogue.h"
#include "engine/launch/control_command.h"
#include "engine/launch/flight_records.h"
#include "engine/launch/guard.h"
#include "engine/launch/own_network.h"
#include "engine/launch/private_file.h"
#include "engine/launch/process_tree.h"
#include "engine/launch/progress.h"
#include "engine/launch/record_folder.h"
#include "engine/launch/report_file.h"
#include "engine/launch/run_directory.h"
#include "engine/launch/run_name.h"
#include "engine/launch/run_plan.h"
#include "engine/launch/supervisor.h"
#include "engine/strategy/yaml.h"
#include "telemetry/control_server.h"
#include "telemetry/endpoint.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

namespace launch {

namespace fs = std::filesystem;

namespace {

// Of one run under way.
struct Underway {
    RunPlan plan;
    RunRequest request;
    RunRecord record;
    RecordFolder folder;
    SessionDirectories session;
    SessionLocks locks;
    std::string rankEndpoint;
    bool directoryIsOurs = false; // we made it, so we may remove it
};

// Nothing of a run that never started stays behind.
void forget(const Underway& run)
{
    std::vector<std::string> files;
    for (const fs::path& file : {run.record.events(), run.record.log(), run.record.strategyCopy(),
                                 RunRecord::file(run.record.directory)})
        files.push_back(file.filename());
    run.folder.removeDirectory(run.record.checkpoints().filename());
    run.folder.giveUp(files);
    if (run.directoryIsOurs) // and empty
        rmdir(run.record.directory.c_str());
    removeSessionDirectories(run.session);
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
    run.rankEndpoint = "ipc://" + (run.session.sockets / "ranks").string();
    run.record.viewerEndpoint = run.request.listen.empty()
        ? "ipc://" + (run.session.sockets / "viewers").string()
        : run.request.listen;
    for (const std::string& endpoint : {run.rankEndpoint, run.record.viewerEndpoint}) {
        if (const auto problem = telemetry::checkEndpoint(endpoint))
            return plan::Error{problem->message};
    }
    run.record.supervisor = ownIdentity();
    if (const auto reserved = run.folder.reserve(run.record); !reserved)
        return reserved.error();
    return run.folder.write(RunRecord::file({}).string(), toJson(run.record));
}

plan::Result<std::unique_ptr<telemetry::Collector>> startCollector(const Underway& run)
{
    telemetry::CollectorOptions options;
    options.run = run.record.session;
    options.ranks = static_cast<std::uint32_t>(run.record.ranks);
    options.rankEndpoint = run.rankEndpoint;
    options.viewerEndpoint = run.record.viewerEndpoint;
    options.logPath = run.record.events().string();
    auto started = telemetry::Collector::start(std::move(options));
    if (!started)
        return plan::Error{started.error().message};
    return *std::move(started);
}

// With the connection file by which others find it.
plan::Result<std::unique_ptr<telemetry::ControlServer>>
startControl(const Underway& run, const telemetry::Collector& collector)
{
    auto keys = telemetry::makeRunKeys();
    if (!keys)
        return plan::Error{keys.error().message};
    telemetry::Connection& connection = keys->connection;
    auto started = telemetry::ControlServer::start(
        {.run = run.record.session,
         .endpoint = "ipc://" + (run.session.sockets / telemetry::kControlSocketName).string(),
         .key = connection.controlKey});
    if (!started)
        return plan::Error{started.error().message};
    connection.run = run.record.session;
    connection.rankEndpoint = collector.rankEndpoint();
    connection.viewerEndpoint = collector.viewerEndpoint();
    connection.controlEndpoint = (*started)->endpoint();
    const auto file = connectionFile(run.session.sockets).string();
    if (const auto problem = telemetry::writeConnection(file, connection))
        return plan::Error{problem->message};
    return *std::move(started);
}

// mpirun listens on all interfaces there are, so it gets a network with none but loopback.
bool hasOwnNetwork(Launcher launcher, Progress& progress)
{
    if (launcher != Launcher::Mpirun)
        return false;
    const int error = OwnNetwork().whyNot();
    if (error != 0)
        progress.say(
            fmt::format("other machines can reach a port of mpirun while this run is live, "
                        "because this system lets no user make a network namespace: {}",
                        std::strerror(error)));
    return error == 0;
}

ChildProcess launcherOf(const Underway& run, int output, Progress& progress)
{
    RankCommand command;
    command.launcher = run.request.launcher;
    command.launcherPath = run.plan.launcherPath;
    command.engine = run.plan.engine;
    command.strategy = run.record.strategyCopy();
    command.rankEndpoint = run.rankEndpoint;
    command.supervisor
        = fmt::format("{}@{}", run.record.supervisor.pid, run.record.supervisor.bootId);
    command.session = run.record.session;
    command.ranks = run.record.ranks;
    command.steps = run.record.steps;
    command.device = run.record.device;
    command.timeScale = run.plan.predicted.timeScale;
    command.timeout = run.request.timeout;
    command.mpiFiles = run.session.mpiFiles;
    command.sharedMemory = run.session.sharedMemory;
    command.asRoot = geteuid() == 0;
    if (run.plan.device->trains) {
        TrainingArguments training{.threads = run.request.threads.value_or(1),
                                   .gpusPerRank = run.plan.gpusPerRank,
                                   .deterministic = run.request.deterministic,
                                   .deep = run.request.deep,
                                   .messages = run.request.messages,
                                   .takeTurns = run.request.takeTurns,
                                   .checkpoints = run.record.checkpoints(),
                                   .resume = run.plan.resume,
                                   .records = run.record.directory,
                                   .control = connectionFile(run.session.sockets)};
        if (run.request.flip)
            training.flip = plan::toText(*run.request.flip);
        command.training = std::move(training);
    }
    const bool slurm = run.request.launcher == Launcher::Srun;
    const RunMark mark{run.record.run, folderIdentity(run.record.directory)};
    return {argumentsOf(command), rankEnvironment(run.plan.environment, mark, slurm), output,
            hasOwnNetwork(run.request.launcher, progress)};
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

SupervisorOptions supervisorOptions(Underway& run, const std::optional<Guard>& guard, int output,
                                    const telemetry::ControlServer* control, Progress& progress)
{
    SupervisorOptions options;
    options.launcher = launcherOf(run, output, progress);
    options.ranks = run.record.ranks;
    options.log = run.record.log();
    options.guard = guard ? guard->pid() : -1;
    options.predictedStep = run.plan.predictedStep;
    options.timeout = run.request.timeout.value_or(std::chrono::seconds(0));
    options.isRemoved = [&run] { return run.folder.isRemoved(); };
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
    const auto refuse = [&](const std::string& sentence) {
        forget(run);
        sayToStderr(sentence);
        announcement.refused(sentence, ExitCode::WorkFailed);
        return ExitCode::WorkFailed;
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
    auto collector = startCollector(run);
    if (!collector)
        return refuse(collector.error().message);

    std::unique_ptr<telemetry::ControlServer> control;
    if (run.plan.device->takesCommands) {
        auto started = startControl(run, **collector);
        if (!started)
            return refuse(started.error().message);
        control = *std::move(started);
    }

    Progress progress(Progress::modeOfStderr());
    const strategy::FileDescriptor output(
        open(run.record.log().c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC));
    if (!output)
        return refuse(run.record.log().string() + ": cannot be opened");
    auto supervisor
        = Supervisor::start(supervisorOptions(run, guard, output.number(), control.get(), progress),
                            *std::move(collector));
    if (!supervisor)
        return refuse(supervisor.error().message);

    announcement.ready(announcementOf(run.record));
    const auto& predicted = run.plan.predicted.stepSeconds;
    progress.say(fmt::format(
        "run {}: {} ranks, {} steps, {}", run.record.run, run.record.ranks, run.record.steps,
        predicted ? fmt::format("predicted {:.3f} ms per step", *predicted * 1e3)
                  : std::string("step time not predicted")));
    putInCatalogue(run, progress);
    const Ending ending = (*supervisor)->run();
    if (control)
        control->stop();
    const ExitCode code = conclude(run, ending, **supervisor, progress);
    if (guard)
        guard->dismiss();
    return code;
}

} // namespace

ExitCode runStrategy(const RunRequest& request, const Environment& environment,
                     const fs::path& ownProgram)
{
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
