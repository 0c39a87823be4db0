#include "engine/launch/catalogue.h"
#include "engine/launch/find_run.h"
#include "engine/launch/private_file.h"
#include "tests/scratch_directory.h"

#include <atomic>
#include <barrier>
#include <thread>

#include <sys/stat.h>

#include <gtest/gtest.h>
#include <sqlite3.h>

using namespace launch;

namespace {

Places placesIn(const std::filesystem::path& root)
{
    return *placesFor({"XDG_STATE_HOME=" + root.string(), "XDG_RUNTIME_DIR=" + root.string()});
}

RunRecord recordIn(const Places& places, const std::string& run, const std::string& started)
{
    RunRecord record;
    record.run = run;
    record.state = RunState::Completed;
    record.started = started;
    record.directory = places.runs / run;
    EXPECT_TRUE(makeDirectories(record.directory));
    EXPECT_TRUE(saveRunRecord(record));
    return record;
}

std::vector<std::string> namesOf(const std::vector<RunRecord>& runs)
{
    std::vector<std::string> names;
    names.reserve(runs.size());
    for (const RunRecord& run : runs)
        names.push_back(run.run);
    return names;
}

} // namespace

TEST(Catalogue, GivesRunsNewestFirst)
{
    const tests::ScratchDirectory scratch;
    const Places places = placesIn(scratch.path());
    auto catalogue = Catalogue::open(places);
    ASSERT_TRUE(catalogue) << catalogue.error().message;
    for (const char* run : {"b", "c", "a"})
        ASSERT_TRUE(catalogue->put(recordIn(places, run, run)));
    const auto entries = catalogue->entries();
    ASSERT_TRUE(entries);
    ASSERT_EQ(entries->size(), 3U);
    EXPECT_EQ(entries->front().run, "c");
    EXPECT_EQ(entries->back().directory, places.runs / "a");
    EXPECT_EQ(std::filesystem::status(places.catalogue).permissions(),
              std::filesystem::perms(0600));
}

TEST(Catalogue, ManyWritersLoseNothing)
{
    const tests::ScratchDirectory scratch;
    const Places places = placesIn(scratch.path());
    constexpr int kWriters = 8;
    constexpr int kRunsEach = 25;
    std::vector<std::thread> writers;
    std::atomic<int> refused = 0;
    writers.reserve(kWriters);
    for (int writer = 0; writer < kWriters; ++writer) {
        writers.emplace_back([&, writer] {
            for (int i = 0; i < kRunsEach; ++i) {
                RunRecord record;
                record.run = "w" + std::to_string(writer) + "-" + std::to_string(i);
                record.directory = places.runs / record.run;
                auto catalogue = Catalogue::open(places);
                if (!catalogue || !catalogue->notice().empty() || !catalogue->put(record))
                    ++refused;
            }
        });
    }
    for (std::thread& writer : writers)
        writer.join();
    EXPECT_EQ(refused, 0);
    EXPECT_EQ(Catalogue::open(places)->entries()->size(), std::size_t{kWriters * kRunsEach});
}

TEST(Catalogue, ADamagedOneIsSaidAndMadeAnewFromTheDirectories)
{
    const tests::ScratchDirectory scratch;
    const Places places = placesIn(scratch.path());
    ASSERT_TRUE(makeDirectories(places.state));
    recordIn(places, "one", "1");
    recordIn(places, "two", "2");
    ASSERT_TRUE(writeAtomically(places.catalogue, std::string(8192, 'x')));

    auto catalogue = Catalogue::open(places);
    ASSERT_TRUE(catalogue) << catalogue.error().message;
    EXPECT_NE(catalogue->notice().find("was damaged and has been made anew"), std::string::npos);
    EXPECT_EQ(catalogue->entries()->size(), 2U);
    EXPECT_TRUE(std::filesystem::exists(places.catalogue.string() + ".damaged"));
    EXPECT_TRUE(Catalogue::open(places)->notice().empty());
}

// Those that find it damaged at once take no good one of another's for the damaged one.
TEST(Catalogue, OfSeveralThatFindItDamagedOneMakesItAnewAndNoneLosesARun)
{
    constexpr int kWriters = 8;
    constexpr int kRounds = 10;
    for (int round = 0; round < kRounds; ++round) {
        const tests::ScratchDirectory scratch;
        const Places places = placesIn(scratch.path());
        ASSERT_TRUE(makeDirectories(places.state));
        ASSERT_TRUE(writeAtomically(places.catalogue, std::string(8192, 'x')));
        std::atomic<int> refused = 0;
        std::atomic<int> told = 0;
        std::barrier all(kWriters);
        std::vector<std::thread> writers;
        writers.reserve(kWriters);
        for (int writer = 0; writer < kWriters; ++writer) {
            writers.emplace_back([&, writer] {
                RunRecord record;
                record.run = "w" + std::to_string(writer);
                record.directory = scratch.path() / record.run;
                all.arrive_and_wait();
                auto catalogue = Catalogue::open(places);
                if (!catalogue || !catalogue->put(record))
                    ++refused;
                else if (!catalogue->notice().empty())
                    ++told;
            });
        }
        for (std::thread& writer : writers)
            writer.join();
        EXPECT_EQ(refused, 0);
        EXPECT_EQ(told, 1);
        EXPECT_FALSE(std::filesystem::exists(places.catalogue.string() + ".damaged-2"));
        EXPECT_EQ(Catalogue::open(places)->entries()->size(), std::size_t{kWriters});
    }
}

TEST(Catalogue, OneWithOtherColumnsIsMadeAnewAndTheOldOneKept)
{
    const tests::ScratchDirectory scratch;
    const Places places = placesIn(scratch.path());
    recordIn(places, "one", "1");
    Places elsewhere = places;
    elsewhere.runs = scratch.path() / "elsewhere";
    const RunRecord outside = recordIn(elsewhere, "outside", "2");
    ASSERT_TRUE(makeDirectories(places.state));
    for (const char* schema :
         {"CREATE TABLE runs (run TEXT PRIMARY KEY, directory TEXT, colour TEXT)",
          "CREATE TABLE runs (directory TEXT, run TEXT PRIMARY KEY, started TEXT, state TEXT,"
          " strategy TEXT, ranks INTEGER, steps INTEGER, outcome TEXT)",
          "CREATE TABLE runs (run TEXT PRIMARY KEY, directory TEXT, started TEXT, state TEXT,"
          " strategy TEXT, ranks INTEGER, steps INTEGER, outcome TEXT, more TEXT NOT NULL)"}) {
        std::filesystem::remove(places.catalogue);
        sqlite3* database = nullptr;
        ASSERT_EQ(sqlite3_open(places.catalogue.c_str(), &database), SQLITE_OK);
        ASSERT_EQ(sqlite3_exec(database, schema, nullptr, nullptr, nullptr), SQLITE_OK);
        const std::string row = "INSERT INTO runs(run, directory"
            + std::string(std::string(schema).find("more") != std::string::npos
                              ? ", more) VALUES ('outside', '"
                              : ") VALUES ('outside', '")
            + outside.directory.string()
            + (std::string(schema).find("more") != std::string::npos ? "', '')" : "')");
        ASSERT_EQ(sqlite3_exec(database, row.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(database);

        auto catalogue = Catalogue::open(places);
        ASSERT_TRUE(catalogue) << catalogue.error().message;
        EXPECT_NE(catalogue->notice().find("has been made anew"), std::string::npos);
        ASSERT_TRUE(catalogue->put(recordIn(places, "two", "3")));
        EXPECT_EQ(catalogue->entries()->size(), 3U); // the one elsewhere is not forgotten
        EXPECT_TRUE(Catalogue::open(places)->notice().empty());
        std::filesystem::remove_all(places.runs / "two");
    }
    for (const char* kept : {".damaged", ".damaged-2", ".damaged-3"})
        EXPECT_TRUE(std::filesystem::exists(places.catalogue.string() + kept)) << kept;
}

TEST(AllRuns, UniteTheCatalogueAndTheDirectories)
{
    const tests::ScratchDirectory scratch;
    const Places places = placesIn(scratch.path());
    recordIn(places, "unlisted", "1");
    Places elsewhere = places;
    elsewhere.runs = scratch.path() / "elsewhere";
    auto catalogue = Catalogue::open(places);
    ASSERT_TRUE(catalogue->put(recordIn(elsewhere, "recorded-elsewhere", "2")));
    RunRecord gone;
    gone.run = "gone";
    gone.directory = scratch.path() / "gone";
    ASSERT_TRUE(catalogue->put(gone));

    std::vector<std::string> notices;
    EXPECT_EQ(namesOf(allRuns(places, notices)),
              (std::vector<std::string>{"recorded-elsewhere", "unlisted"}));
    EXPECT_TRUE(notices.empty());
}

TEST(AllRuns, ADamagedRecordIsNamedAndItsRecordingCanStillBeRead)
{
    const tests::ScratchDirectory scratch;
    const Places places = placesIn(scratch.path());
    recordIn(places, "good", "1");
    const RunRecord hurt = recordIn(places, "hurt", "2");
    const auto file = RunRecord::file(hurt.directory);
    std::string text = *readWhole(file, 1 << 20, false);
    text[text.find("\"outcome\"") + 3] ^= 1;
    ASSERT_TRUE(writeAtomically(file, text));
    ASSERT_TRUE(writeAtomically(hurt.events(), ""));

    std::vector<std::string> notices;
    EXPECT_EQ(namesOf(allRuns(places, notices)), (std::vector<std::string>{"good"}));
    ASSERT_EQ(notices.size(), 1U);
    EXPECT_EQ(notices.front(),
              file.string()
                  + " is damaged: its checksum does not fit what it says; that "
                    "run is left out here");
    testing::internal::CaptureStderr();
    const auto found = findRecording(places, "hurt");
    testing::internal::GetCapturedStderr();
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->record);
    EXPECT_EQ(found->events, hurt.events());
    EXPECT_EQ(found->damage, file.string() + " is damaged: its checksum does not fit what it says");
}

TEST(AllRuns, WorkWhereTheCatalogueCannotBeOpened)
{
    const tests::ScratchDirectory scratch;
    const Places places = placesIn(scratch.path());
    recordIn(places, "one", "1");
    ASSERT_TRUE(makeDirectories(places.catalogue)); // a directory where the file should be
    std::vector<std::string> notices;
    EXPECT_EQ(allRuns(places, notices).size(), 1U);
    EXPECT_EQ(notices.size(), 1U);
}

TEST(ChooseRun, ByNameByBeginningAndLast)
{
    std::vector<RunRecord> runs(3);
    runs[0].run = "20260103-1";
    runs[1].run = "20260102-11";
    runs[2].run = "20260102-1";
    EXPECT_EQ(chooseRun(runs, "last")->run, "20260103-1");
    EXPECT_EQ(chooseRun(runs, "20260102-1")->run, "20260102-1"); // whole name before beginning
    EXPECT_EQ(chooseRun(runs, "20260103")->run, "20260103-1");
    EXPECT_EQ(chooseRun(runs, "20260102").error().message,
              "2 runs begin with 20260102; give more of the name");
    EXPECT_FALSE(chooseRun(runs, "2025"));
    EXPECT_FALSE(chooseRun(runs, "../x"));
    EXPECT_FALSE(chooseRun({}, "last"));
}

TEST(FindRecording, APathWithoutASlashIsOneToo)
{
    const tests::ScratchDirectory scratch;
    const Places places = placesIn(scratch.path());
    const auto here = std::filesystem::current_path();
    std::filesystem::current_path(scratch.path());
    recordIn(places, "named", "1");
    RunRecord bare = recordIn(places, "elsewhere", "0");
    std::filesystem::create_directory("r1");
    std::filesystem::create_directory("named");
    std::filesystem::create_directory("name");
    std::filesystem::create_directory("nothing");
    for (const char* folder : {"r1", "named", "name"}) {
        bare.directory = folder;
        ASSERT_TRUE(saveRunRecord(bare));
    }
    ASSERT_TRUE(writeAtomically("log", ""));

    const auto eventsOf = [&](const char* wanted) {
        const auto found = findRecording(places, wanted);
        return found ? found->events : std::filesystem::path(found.error().message);
    };
    EXPECT_EQ(eventsOf("r1"), "r1/events.bslog");
    EXPECT_EQ(eventsOf("./r1"), "./r1/events.bslog");
    EXPECT_EQ(eventsOf("log"), "log");
    testing::internal::CaptureStderr();
    EXPECT_EQ(eventsOf("named"), places.runs / "named" / "events.bslog");
    EXPECT_NE(
        testing::internal::GetCapturedStderr().find("the run is taken, ./named means the path"),
        std::string::npos);
    testing::internal::CaptureStderr();
    EXPECT_EQ(eventsOf("name"), "name/events.bslog");
    EXPECT_NE(testing::internal::GetCapturedStderr().find("the path is taken"), std::string::npos);
    EXPECT_EQ(eventsOf("nothing"),
              "there is no run nothing; `bubblescope-run list` shows those "
              "there are");
    EXPECT_EQ(eventsOf("./nothing"), "./nothing: is neither the folder of a run nor an event log");
    testing::internal::CaptureStderr();
    std::filesystem::current_path(places.runs);
    EXPECT_EQ(eventsOf("named"), places.runs / "named" / "events.bslog");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), ""); // both are the same
    std::filesystem::current_path(here);
}
