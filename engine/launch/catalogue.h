// The catalogue of runs: a SQLite file that says where each run's directory is. The truth
// about a run is its run.json; the catalogue only makes it quick to find, so a damaged one
// is made anew from the directories and never stops a run.
//
// Several processes may use it at once. Not thread-safe.

#pragma once

#include "engine/launch/places.h"
#include "engine/launch/run_record.h"
#include "engine/launch/submission.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

struct sqlite3;

namespace launch {

// What the file says of one run.
struct CatalogueEntry {
    std::string run;
    std::filesystem::path directory;
    std::string started; // as RunRecord::started

    bool operator==(const CatalogueEntry&) const = default;
};

class Catalogue {
public:
    // Opens or makes PLACES.catalogue. One that is damaged is kept beside it as
    // "catalogue.sqlite.damaged" and made anew; notice() says so. Fails where the file can
    // be neither opened nor made.
    static plan::Result<Catalogue> open(const Places& places);

    // Something a person should know; empty where all is well.
    const std::string& notice() const { return m_notice; }

    // Adds the run or replaces what is known of it.
    plan::Outcome put(const RunRecord& record);
    // Likewise, until its run begins: its folder may be anywhere.
    plan::Outcome put(const Submission& submission);

    // Newest first.
    plan::Result<std::vector<CatalogueEntry>> entries();

private:
    struct Closer {
        void operator()(sqlite3* database) const;
    };
    using Database = std::unique_ptr<sqlite3, Closer>;

    static plan::Result<Database> openFile(const std::filesystem::path& file, bool& damaged);
    static plan::Result<Catalogue> makeAnew(const Places& places);
    plan::Outcome putRow(const std::array<std::string, 6>& texts, int ranks, std::int64_t steps);

    Database m_database;
    std::string m_notice;
};

// What is known of runs, each kind newest first.
struct KnownRuns {
    std::vector<RunRecord> begun;
    std::vector<Submission> waiting; // submitted, and without a record yet
};

// All runs: those of the catalogue and those in PLACES.runs that it does not know. Runs whose
// directory is gone are left out. `notices` gets what a person should know.
KnownRuns knownRuns(const Places& places, std::vector<std::string>& notices);

// Of those that have begun alone.
std::vector<RunRecord> allRuns(const Places& places, std::vector<std::string>& notices);

} // namespace launch
