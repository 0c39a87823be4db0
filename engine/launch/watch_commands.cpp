#include "engine/launch/watch_commands.h"

#include "engine/launch/find_run.h"
#include "engine/launch/flight_records.h"
#include "engine/launch/meeting.h"
#include "engine/launch/progress.h"
#include "engine/launch/recording_check.h"
#include "engine/launch/report_file.h"
#include "engine/launch/run_reading.h"
#include "engine/options/values.h"
#include "engine/strategy/yaml.h"
#include "telemetry/endpoint.h"
#include "telemetry/viewer.h"

#include <algorithm>
#include <thread>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace launch {

namespace {

using namespace std::chrono_literals;

// What a source of frames gives, with its progress on stderr.
struct Watched {
    RunReading reading;
    std::vector<StepReport> steps;
    telemetry::SourceStatus last;
};

void take(Watched& watched, Progress& progress, const std::optional<RunRecord>& record)
{
    std::optional<Prediction> predicted;
    if (record)
        predicted = record->predicted;
    const std::uint64_t dropped = watched.reading.telemetry().dropped;
    for (StepReport& step : watched.reading.takeFinished()) {
        const auto done = static_cast<std::int64_t>(watched.steps.size()) + 1;
        progress.show(stepLine(step, {done, record ? record->steps : 0}, predicted, dropped));
        watched.steps.push_back(std::move(step));
    }
    for (const std::string& warning : watched.reading.takeWarnings())
        progress.say(warning);
}

// Until the source has ended, or `given up` says why there is nothing more to wait for.
template <class GivenUp>
void watch(telemetry::ViewerSource& source, const std::optional<RunRecord>& record,
           Progress& progress, Watched& watched, GivenUp givenUp)
{
    constexpr std::size_t kAtOnce = 1024;
    std::vector<telemetry::Frame> frames;
    for (;;) {
        frames.clear();
        // Before the frames are taken: a source that has ended by now gives the last of them below.
        watched.last = source.status();
        source.drain(frames, kAtOnce);
        for (const telemetry::Frame& frame : frames)
            watched.reading.add(frame);
        take(watched, progress, record);
        if (!frames.empty())
            continue;
        if (watched.last.state == telemetry::SourceState::Ended || givenUp(watched.last))
            break;
        std::this_thread::sleep_for(10ms);
    }
    watched.reading.close();
    take(watched, progress, record);
    progress.finish();
}

void readAll(telemetry::RecordingReader& reader, const std::optional<RunRecord>& record,
             Progress& progress, Watched& watched)
{
    reader.finish();
    while (!reader.atEnd()) {
        for (const auto& read : reader.nextChunk())
            watched.reading.add(read.frame);
        take(watched, progress, record);
    }
    watched.reading.close();
    take(watched, progress, record);
    progress.finish();
    watched.last.badFrames = reader.badFrames() + reader.log().losses().size();
}

Report reportOn(const Watched& watched, const std::optional<RunRecord>& record,
                const std::filesystem::path& name)
{
    Report report;
    report.run = record ? record->run : name.string();
    if (record)
        report.predicted = record->predicted;
    if (const auto& info = watched.reading.info()) {
        report.device = info->device;
        report.ranks = info->world;
        report.takesTurns = info->takesTurns;
    } else if (record) {
        report.device = record->device;
        report.ranks = record->ranks;
        report.takesTurns = record->takesTurns;
    }
    report.steps = watched.steps;
    watched.reading.tell(report);
    if (const auto launched = record
            ? strategy::readStrategyFile(record->strategyCopy().string()).strategy
            : std::nullopt)
        predictSwapped(report, *launched);
    report.telemetry = watched.reading.telemetry();
    report.telemetry.unlogged = std::max(watched.last.unlogged, record ? record->unlogged : 0);
    report.telemetry.badFrames = watched.last.badFrames;
    report.ending = watched.reading.ending();
    if (!report.ending && record)
        report.ending = record->ending;
    if (report.ending)
        report.outcome = report.ending->outcome();
    else if (record)
        report.outcome = outcomeOf(*record);
    else
        report.outcome = watched.reading.outcomeByWords();
    return report;
}

ExitCode write(const Report& report, const std::string& json)
{
    showOnStderr(summaryOf(report));
    const auto written = writeReport(json, json.empty() ? std::string() : toJson(report));
    if (!written) {
        sayToStderr(written.error().message);
        return ExitCode::WorkFailed;
    }
    return ExitCode::Good;
}

// Whoever reads what is said is gone, as where ssh was ended that had carried the command here.
bool isHeardByNobody()
{
    pollfd question = {STDERR_FILENO, 0, 0};
    return poll(&question, 1, 0) > 0 && (question.revents & (POLLERR | POLLHUP)) != 0;
}

// The record as its supervisor leaves it, a moment after the last frame.
RunRecord finalRecord(const RunRecord& record)
{
    const auto until = std::chrono::steady_clock::now() + 20s;
    for (;;) {
        auto now = loadRunRecord(record.directory);
        if (!now)
            return record;
        if (now->state != RunState::Running || std::chrono::steady_clock::now() > until)
            return *std::move(now);
        std::this_thread::sleep_for(20ms);
    }
}

} // namespace

ExitCode attachToRun(const AttachRequest& request, const Places& places)
{
    if (const auto fits = checkReportFile(request.json); !fits)
        return refuse(fits.error().message, ExitCode::BadInput);
    auto run = findRun(places, request.run);
    if (!run)
        return refuse(run.error().message, ExitCode::BadInput);
    if (run->state != RunState::Running)
        return refuse(fmt::format("run {} is not live ({}); `bubblescope-run replay {}` reads its "
                                  "recording",
                                  run->run, outcomeOf(*run), run->run),
                      ExitCode::BadInput);
    telemetry::LiveOptions options;
    options.endpoint = run->viewerEndpoint;
    options.run = run->session;
    if (telemetry::isTcp(options.endpoint)) {
        const auto connection = connectionOf(*run, places);
        if (!connection)
            return refuse(connection.error().message, ExitCode::WorkFailed);
        options.curve = connection->asViewer();
    }
    auto source = telemetry::openLive(options);
    if (!source)
        return refuse(source.error().message, ExitCode::WorkFailed);

    std::optional<RunRecord> record = *run;
    Progress progress(Progress::modeOfStderr());
    Watched watched;
    bool held = false;
    watch(**source, record, progress, watched, [&](const telemetry::SourceStatus& status) {
        if (const bool now = !run->elsewhere && isHeld(run->supervisor);
            std::exchange(held, now) != now)
            progress.say(now ? "a stop signal holds the run; it waits until it gets SIGCONT"
                             : "the run goes on");
        return status.otherRun || isHeardByNobody()
            || ((status.state == telemetry::SourceState::Lost
                 || status.state == telemetry::SourceState::Connecting)
                && !isLive(*run));
    });
    if (watched.last.otherRun)
        return refuse(fmt::format("run {}: another run answers at {}; `bubblescope-run replay {}` "
                                  "reads the recording of this one",
                                  run->run, run->viewerEndpoint, run->run),
                      ExitCode::WorkFailed);
    record = finalRecord(*run);
    const ExitCode code = write(reportOn(watched, record, {}), request.json);
    if (record->state != RunState::Completed)
        return ExitCode::WorkFailed;
    return code;
}

ExitCode replayRun(const ReplayRequest& request, const Places& places)
{
    if (const auto fits = checkReportFile(request.json); !fits)
        return refuse(fits.error().message, ExitCode::BadInput);
    const auto recording = findRecording(places, request.run);
    if (!recording)
        return refuse(recording.error().message, ExitCode::BadInput);
    auto reader = telemetry::RecordingReader::open(recording->events.string());
    if (!reader)
        return refuse(reader.error().message, ExitCode::BadInput);
    Progress progress(Progress::modeOfStderr());
    Watched watched;
    readAll(*reader, recording->record, progress, watched);
    const ExitCode written
        = write(reportOn(watched, recording->record, recording->events), request.json);
    if (recording->record)
        for (const std::string& sentence :
             flightSentences(recording->record->directory, recording->record->ranks))
            sayToStderr(sentence);
    const ExitCode whole = tellDamage(*recording, *reader, watched.reading, true);
    return written == ExitCode::Good ? whole : written;
}

void addWatchCommands(Commands& commands)
{
    const auto live = std::make_shared<AttachRequest>();
    CLI::App& attach = addCommand(commands, "attach", "follows a live run", live, attachToRun);
    addRun(attach, live->run, "the run to follow");
    options::addText(attach, "--json", "OUT", live->json, "writes the report as JSON; - is stdout");

    const auto past = std::make_shared<ReplayRequest>();
    CLI::App& replay = addCommand(commands, "replay", "replays a recording", past, replayRun);
    addRun(replay, past->run, "the run, or the path of its recording");
    options::addText(replay, "--json", "OUT", past->json, "writes the report as JSON; - is stdout");
}

} // namespace launch
