#include "engine/launch/recover_command.h"

#include "engine/launch/catalogue.h"
#include "engine/launch/private_file.h"
#include "engine/launch/progress.h"
#include "engine/launch/record_folder.h"
#include "engine/launch/recording_check.h"
#include "engine/launch/run_directory.h"
#include "engine/launch/run_name.h"
#include "engine/options/values.h"
#include "telemetry/event_log.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace launch {

namespace {

namespace fs = std::filesystem;

// All of a recording that can be read.
struct Recovery {
    Recording from;
    RunRecord record{}; // of what is written; its run is empty where no record could be read
    fs::path directory{};
    bool directoryIsOurs = false; // made for this
    RecordFolder folder{};        // the same directory
    std::uint64_t frames = 0;
    std::uint64_t steps = 0;
    std::uint64_t wholeSteps = 0;
};

// RUN-recovered, or with a number behind it where that is taken.
std::string freeName(const Places& places, const std::string& run)
{
    constexpr std::size_t kMostName = 40; // leaves room for what is added
    const std::string name = run.substr(0, kMostName) + "-recovered";
    std::error_code ignored;
    std::string free = name;
    for (int number = 2; fs::exists(places.runs / free, ignored); ++number)
        free = fmt::format("{}-{}", name, number);
    return free;
}

void count(Recovery& recovery, const std::vector<StepReport>& steps)
{
    for (const StepReport& step : steps) {
        ++recovery.steps;
        recovery.wholeSteps += step.whole ? 1 : 0;
    }
}

// Reads it once, for what is wrong with it. Read twice: what is wrong is told before anything is
// made, and nothing is made where nothing can be saved.
plan::Result<ExitCode> tellWhatIsLost(const Recording& recording)
{
    auto reader = telemetry::RecordingReader::open(recording.events.string());
    if (!reader)
        return plan::Error{reader.error().message};
    RunReading reading;
    bool any = false;
    reader->finish();
    while (!reader->atEnd())
        for (const auto& read : reader->nextChunk()) {
            any = true;
            reading.add(read.frame);
            reading.takeFinished();
        }
    reading.close();
    if (!any)
        return plan::Error{recording.events.string()
                           + ": not one whole frame is in it, so nothing "
                             "can be recovered"};
    return tellDamage(recording, *reader, reading, false);
}

plan::Outcome writeEvents(Recovery& recovery, RunReading& reading)
{
    auto reader = telemetry::RecordingReader::open(recovery.from.events.string());
    if (!reader)
        return plan::Error{reader.error().message};
    std::optional<telemetry::LogWriter> writer;
    reader->finish();
    while (!reader->atEnd()) {
        for (const auto& read : reader->nextChunk()) {
            if (!writer) {
                auto made = telemetry::LogWriter::create(
                    (recovery.directory / telemetry::kEventLogName).string(),
                    read.frame.header.run);
                if (!made)
                    return plan::Error{made.error().message};
                writer.emplace(*std::move(made));
            }
            // The bytes as they were, with their checksums: what is copied is what was recorded.
            writer->append(read.bytes);
            ++recovery.frames;
            reading.add(read.frame);
        }
        count(recovery, reading.takeFinished());
    }
    reading.close();
    count(recovery, reading.takeFinished());
    if (writer)
        writer->flush();
    if (writer && (!writer->problem().empty() || writer->counts().unloggedFrames > 0))
        return plan::Error{writer->problem()};
    return plan::done();
}

// The run's own files beside the log, as far as they can be read.
plan::Outcome writeBesides(const Recovery& recovery)
{
    constexpr std::size_t kMostBytes = std::size_t{64} << 20;
    const fs::path from = recovery.from.events.parent_path();
    for (const char* name : {"strategy.yaml", "run.log"}) {
        const auto text = readWhole(from / name, kMostBytes, false);
        if (!text) {
            sayToStderr(text.error().message + "; it is left out");
            continue;
        }
        if (const auto written = writeAtomically(recovery.directory / name, *text); !written)
            return written.error();
    }
    if (recovery.record.run.empty())
        return plan::done();
    return saveRunRecord(recovery.record);
}

plan::Outcome makeDirectory(Recovery& recovery, const Places& places, const std::string& name,
                            const fs::path& wanted)
{
    auto directory = makeRunDirectory(places, name, wanted, recovery.directoryIsOurs);
    if (!directory)
        return directory.error();
    recovery.directory = *std::move(directory);
    auto folder = RecordFolder::take(recovery.directory);
    if (!folder)
        return folder.error();
    recovery.folder = *std::move(folder);
    return plan::done();
}

void forget(const Recovery& recovery)
{
    const std::string files[] = {telemetry::kEventLogName, "strategy.yaml", "run.log", "run.json"};
    recovery.folder.giveUp(files);
    std::error_code ignored;
    if (recovery.directoryIsOurs) // and empty
        fs::remove(recovery.directory, ignored);
}

void putInCatalogue(const Recovery& recovery, const Places& places)
{
    auto catalogue = Catalogue::open(places);
    const auto put = catalogue ? catalogue->put(recovery.record) : catalogue.error();
    if (!put)
        sayToStderr(put.error().message);
}

} // namespace

ExitCode recoverRun(const RecoverRequest& request, const Places& places)
{
    auto found = findRecording(places, request.run);
    if (!found)
        return refuse(found.error().message, ExitCode::BadInput);
    Recovery recovery{.from = *std::move(found)};
    const auto& known = recovery.from.record;
    if (known && known->state == RunState::Running)
        return refuse(
            fmt::format("run {} is live; its recording can be recovered once it has ended",
                        known->run),
            ExitCode::BadInput);
    const auto lost = tellWhatIsLost(recovery.from);
    if (!lost)
        return refuse(lost.error().message, ExitCode::BadInput);
    if (*lost == ExitCode::Good) {
        sayToStderr(recovery.from.events.string() + " is whole; there is nothing to recover");
        return ExitCode::Good;
    }
    const std::string was = known ? known->run : "recording";
    const std::string name = freeName(places, was);
    if (const auto made = makeDirectory(recovery, places, name, request.output); !made)
        return refuse(made.error().message, ExitCode::BadInput);
    if (known) {
        recovery.record = *known;
        recovery.record.run = name;
        recovery.record.directory = recovery.directory;
        if (known->state == RunState::Lost) { // found so by its dead supervisor, never written
            recovery.record.state = RunState::Running;
            recovery.record.ending.reset();
            recovery.record.outcome.clear();
        }
    }
    RunReading reading;
    auto written = writeEvents(recovery, reading);
    if (written)
        written = writeBesides(recovery);
    if (!written) {
        forget(recovery);
        return refuse(written.error().message, ExitCode::WorkFailed);
    }
    recovery.folder.giveUp({}); // what was written stays
    if (known)
        putInCatalogue(recovery, places);
    else
        sayToStderr(
            "the run's record, run.json, could not be read: the new recording has none, and "
            "is opened by its path");
    sayToStderr(fmt::format("{} frames with {} steps, {} of them whole, are recovered in {}",
                            recovery.frames, recovery.steps, recovery.wholeSteps,
                            recovery.directory.string()));
    return ExitCode::Good;
}

void addRecoverCommand(Commands& commands)
{
    const auto request = std::make_shared<RecoverRequest>();
    CLI::App& command = addCommand(commands, "recover",
                                   "writes the intact part of a damaged recording as a new one",
                                   request, recoverRun);
    addRun(command, request->run, "the run, or the path of its recording");
    options::addText(command, "-o", "DIR", request->output,
                     "new or empty directory to write to (default: one beside the other runs)");
}

} // namespace launch
