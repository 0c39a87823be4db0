// run.json: what a run is and how it stands. Written whole by its supervisor at the start, where it
// is paused or goes on, and at the end; read by everyone else.
//
// Version 2 carries "crc32c", the CRC-32C of all else that the object says: of it as compact
// JSON, keys sorted at every level. Version 1 had none and is still read. A key that a reader
// does not know is left alone, so that one may be added without a new version.

#pragma once

#include "engine/launch/ending.h"
#include "engine/launch/prediction.h"
#include "engine/launch/process_identity.h"
#include "engine/launch/run_place.h"
#include "engine/plan/result.h"
#include "telemetry/event_log.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace launch {

// A value; nothing is written before saveRunRecord().
struct RunRecord {
    static constexpr int kVersion = 2; // of the file's format

    std::string run;
    RunState state = RunState::Running;
    std::string outcome;            // as in the report; empty while running
    std::optional<Ending> ending{}; // what both are of; none while running, or in older records
    bool paused = false;            // it waits between two steps, as it was asked to
    std::string strategy;           // the file the user named
    std::string strategyName;       // the name in it
    std::string started;            // UTC, 2026-01-31T23:59:59Z
    std::string ended;              // the same; empty while running
    int ranks = 1;
    std::int64_t steps = 1; // asked for
    std::string device;
    bool takesTurns = false;   // of its ranks one worked at a time: its times are virtual
    bool deep = false;         // kernels were asked for
    std::uint64_t session = 0; // the wire's FrameHeader::run
    Prediction predicted{};
    std::string paceWarning{};  // as the report has it; empty: none, or while running
    std::uint64_t unlogged = 0; // records that are not in the event log: the disk was full
    std::filesystem::path directory;
    std::string viewerEndpoint;
    ProcessIdentity supervisor;
    RunPlace place{};
    // Of a run that says it is running, on another host; found, never written.
    std::optional<Elsewhere> elsewhere{};

    // How it stands once it has ended so.
    void end(const Ending& how);

    std::filesystem::path log() const { return directory / "run.log"; }
    std::filesystem::path events() const { return directory / telemetry::kEventLogName; }
    std::filesystem::path report() const { return directory / "report.json"; }
    std::filesystem::path strategyCopy() const { return directory / "strategy.yaml"; }
    std::filesystem::path checkpoints() const { return directory / "checkpoints"; }
    static std::filesystem::path file(const std::filesystem::path& directory)
    {
        return directory / "run.json";
    }

    bool operator==(const RunRecord&) const = default;
};

// Plain ASCII, so that no text of the record acts on a terminal.
std::string toJson(const RunRecord& record);

// One line of JSON: what --detach tells of a run that has started.
std::string announcementOf(const RunRecord& record);

// Fails where `text` is no whole record of a version known here. The error lacks the file:
// "is damaged: its checksum does not fit what it says".
plan::Result<RunRecord> parseRunRecord(std::string_view text);

// Writes it to its directory, in place of an older one. The error names the file.
plan::Outcome saveRunRecord(const RunRecord& record);

// Reads DIRECTORY/run.json. A run that says it is running while its supervisor is gone
// comes back as Lost, where that can be seen from this host, and otherwise with what can be told
// from `elsewhere`; `directory` is where it was found. The error names the file.
plan::Result<RunRecord> loadRunRecord(const std::filesystem::path& directory);

// The run is under way, as far as can be seen from here: its supervisor runs, or shows from another
// host that it lives.
bool isLive(const RunRecord& record);

// How it ended, or where nothing is told of that, the word of its state.
std::string outcomeOf(const RunRecord& record);

// How it stands, for a person: "running", "held" (by a stop signal), "paused", "running on n3", or
// "silent on n3", of which cannot be told from here whether it is running.
std::string standingOf(const RunRecord& record);

// Whether there is something at DIRECTORY/run.json: then an error of loadRunRecord() is worth
// telling, otherwise no run was recorded there.
bool hasRunRecord(const std::filesystem::path& directory);

// Fails where another user could have written the record: its file and its folder must be
// this user's, the file writable by nobody else and the folder not by everybody.
plan::Outcome checkRecordIsOurs(const RunRecord& record);

} // namespace launch
