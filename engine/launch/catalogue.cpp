#include "engine/launch/catalogue.h"

#include "engine/strategy/file_descriptor.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <functional>
#include <set>
#include <thread>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace launch {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds kBusy{5000};
constexpr std::chrono::milliseconds kLook{5};

// No write-ahead log: it needs memory shared between its users, who may be on several hosts where
// the catalogue lies in a home that a cluster shares.
constexpr const char* kSchema = "PRAGMA journal_mode=DELETE;"
                                "CREATE TABLE IF NOT EXISTS runs ("
                                " run TEXT PRIMARY KEY, directory TEXT NOT NULL,"
                                " started TEXT NOT NULL, state TEXT NOT NULL,"
                                " strategy TEXT NOT NULL, ranks INTEGER NOT NULL,"
                                " steps INTEGER NOT NULL, outcome TEXT NOT NULL) WITHOUT ROWID;"
                                "PRAGMA user_version=1;";
constexpr const char* kColumns = "SELECT group_concat(name) FROM pragma_table_info('runs')";
constexpr const char* kExpectedColumns = "run,directory,started,state,strategy,ranks,steps,outcome";
constexpr const char* kPut = "INSERT OR REPLACE INTO runs VALUES (?1,?2,?3,?4,?5,?6,?7,?8)";
constexpr const char* kEntries = "SELECT run, directory, started FROM runs "
                                 "ORDER BY started DESC, run DESC";

struct Finalizer {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalizer>;

// While another process has it. SQLite's own patience does not cover all of its locks: not those
// taken to change the journal's mode, nor to recover a journal.
template <class Work>
int onceFree(const Work& work)
{
    const auto deadline = std::chrono::steady_clock::now() + kBusy;
    int status = work();
    while ((status & 0xff) == SQLITE_BUSY && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(kLook);
        status = work();
    }
    return status;
}

// False where others hold it otherwise for too long. A file system without locks has none to wait
// for.
bool lockOnceFree(const strategy::FileDescriptor& directory, int how)
{
    return onceFree([&] {
               const bool busy
                   = flock(directory.number(), how | LOCK_NB) != 0 && errno == EWOULDBLOCK;
               return busy ? SQLITE_BUSY : SQLITE_OK;
           })
        == SQLITE_OK;
}

Statement prepare(sqlite3* database, const char* text)
{
    sqlite3_stmt* statement = nullptr;
    onceFree([&] { return sqlite3_prepare_v2(database, text, -1, &statement, nullptr); });
    return Statement(statement);
}

// The first step of it.
int stepOnceFree(sqlite3_stmt* statement)
{
    return onceFree([&] {
        sqlite3_reset(statement);
        return sqlite3_step(statement);
    });
}

plan::Error databaseError(sqlite3* database)
{
    return {std::string("the catalogue of runs cannot be used: ") + sqlite3_errmsg(database)};
}

void bindText(sqlite3_stmt* statement, int index, std::string_view text)
{
    sqlite3_bind_text(statement, index, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
}

std::string columnText(sqlite3_stmt* statement, int column)
{
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    return text == nullptr ? std::string() : std::string(text);
}

// Adds what a folder is of: a run, or a submission whose run has not begun. Of a folder of neither
// nothing is said; a record that cannot be read is told.
void look(const fs::path& directory, KnownRuns& found, std::vector<std::string>& notices)
{
    if (auto record = loadRunRecord(directory)) {
        found.begun.push_back(*std::move(record));
    } else if (hasRunRecord(directory)) {
        notices.push_back(record.error().message + "; that run is left out here");
    } else if (hasSubmission(directory)) {
        if (auto submission = loadSubmission(directory))
            found.waiting.push_back(*std::move(submission));
        else
            notices.push_back(submission.error().message + "; that job is left out here");
    }
}

KnownRuns runsIn(const fs::path& runs, std::vector<std::string>& notices)
{
    KnownRuns found;
    std::error_code error;
    for (fs::directory_iterator item(runs, error); !error && item != fs::directory_iterator();
         item.increment(error))
        look(item->path(), found, notices);
    return found;
}

// What a catalogue that is given up still names: runs that are recorded elsewhere.
KnownRuns runsNamedIn(const fs::path& catalogue)
{
    sqlite3* opened = nullptr;
    sqlite3_open_v2(catalogue.c_str(), &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW,
                    nullptr);
    const std::unique_ptr<sqlite3, int (*)(sqlite3*)> database(opened, sqlite3_close_v2);
    KnownRuns found;
    std::vector<std::string> unread;
    const Statement statement = prepare(opened, "SELECT directory FROM runs");
    while (statement != nullptr && sqlite3_step(statement.get()) == SQLITE_ROW)
        look(columnText(statement.get(), 0), found, unread);
    return found;
}

// `wanted`, or with a number behind it where that is taken.
fs::path freeName(const std::string& wanted)
{
    std::error_code ignored;
    fs::path name = wanted;
    for (int number = 2; fs::exists(name, ignored); ++number)
        name = wanted + "-" + std::to_string(number);
    return name;
}

} // namespace

void Catalogue::Closer::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

plan::Result<Catalogue::Database> Catalogue::openFile(const fs::path& file, bool& damaged)
{
    damaged = false;
    sqlite3* opened = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW;
    const int status = sqlite3_open_v2(file.c_str(), &opened, flags, nullptr);
    Database database(opened);
    if (status != SQLITE_OK)
        return plan::Error{file.string() + ": the catalogue of runs cannot be opened: "
                           + (opened != nullptr ? sqlite3_errmsg(opened) : "out of memory")};
    chmod(file.c_str(), S_IRUSR | S_IWUSR);
    sqlite3_busy_timeout(opened, static_cast<int>(kBusy.count()));

    int ran = onceFree([&] { return sqlite3_exec(opened, kSchema, nullptr, nullptr, nullptr); });
    if (ran == SQLITE_OK) {
        const Statement check = prepare(opened, "PRAGMA quick_check(1)");
        ran = check == nullptr ? sqlite3_errcode(opened) : stepOnceFree(check.get());
        if (ran == SQLITE_ROW)
            ran = columnText(check.get(), 0) == "ok" ? SQLITE_OK : SQLITE_CORRUPT;
    }
    if (ran == SQLITE_OK) {
        const Statement columns = prepare(opened, kColumns);
        ran = columns == nullptr ? sqlite3_errcode(opened) : stepOnceFree(columns.get());
        if (ran == SQLITE_ROW)
            ran = columnText(columns.get(), 0) == kExpectedColumns ? SQLITE_OK : SQLITE_CORRUPT;
    }
    if (ran == SQLITE_OK)
        return database;
    damaged = ran == SQLITE_CORRUPT || ran == SQLITE_NOTADB || ran == SQLITE_ERROR;
    return plan::Error{file.string() + ": " + sqlite3_errstr(ran)};
}

// Of a catalogue that is damaged, with nobody else about to open it.
plan::Result<Catalogue> Catalogue::makeAnew(const Places& places)
{
    Catalogue catalogue;
    const KnownRuns elsewhere = runsNamedIn(places.catalogue);
    const fs::path kept = freeName(places.catalogue.string() + ".damaged");
    std::error_code error;
    fs::rename(places.catalogue, kept, error);
    for (const char* part : {"-journal", "-wal", "-shm"}) {
        std::error_code ignored;
        fs::remove(places.catalogue.string() + part, ignored);
    }
    catalogue.m_notice = "the catalogue of runs was damaged and has been made anew from the "
                         "run directories; the damaged one is "
        + kept.string();
    bool damaged = false;
    auto opened = openFile(places.catalogue, damaged);
    if (!opened)
        return opened.error();
    catalogue.m_database = *std::move(opened);
    std::vector<std::string> unread; // knownRuns() tells of those
    const auto putAll = [&](const auto& all) {
        plan::Outcome outcome = plan::done();
        for (const auto& each : all)
            if (outcome)
                outcome = catalogue.put(each);
        return outcome;
    };
    const KnownRuns found = runsIn(places.runs, unread);
    for (const KnownRuns& runs : {std::cref(found), std::cref(elsewhere)}) {
        if (const auto put = putAll(runs.begun); !put)
            return put.error();
        if (const auto put = putAll(runs.waiting); !put)
            return put.error();
    }
    return catalogue;
}

plan::Result<Catalogue> Catalogue::open(const Places& places)
{
    if (const auto made = makeDirectories(places.state); !made)
        return made.error();
    // Of several that find it damaged one makes it anew, while none of the others opens it.
    const strategy::FileDescriptor directory(
        ::open(places.state.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    bool damaged = false;
    for (const int lock : {LOCK_SH, LOCK_EX}) {
        if (directory && !lockOnceFree(directory, lock))
            return plan::Error{places.catalogue.string() + ": others are using it"};
        auto opened = openFile(places.catalogue, damaged);
        if (opened) {
            Catalogue catalogue;
            catalogue.m_database = *std::move(opened);
            return catalogue;
        }
        if (!damaged)
            return opened.error();
    }
    return makeAnew(places);
}

plan::Outcome Catalogue::put(const RunRecord& record)
{
    return putRow({record.run, record.directory.native(), record.started,
                   std::string(textOf(record.state)), record.strategyName, record.outcome},
                  record.ranks, record.steps);
}

plan::Outcome Catalogue::put(const Submission& submission)
{
    return putRow({submission.run, submission.folder.native(), submission.submitted, "queued",
                   submission.strategyName, ""},
                  submission.ranks, submission.steps);
}

plan::Outcome Catalogue::putRow(const std::array<std::string, 6>& texts, int ranks,
                                std::int64_t steps)
{
    const Statement statement = prepare(m_database.get(), kPut);
    if (statement == nullptr)
        return databaseError(m_database.get());
    for (int text = 0; text < 5; ++text)
        bindText(statement.get(), text + 1, texts[static_cast<std::size_t>(text)]);
    sqlite3_bind_int(statement.get(), 6, ranks);
    sqlite3_bind_int64(statement.get(), 7, steps);
    bindText(statement.get(), 8, texts.back());
    if (stepOnceFree(statement.get()) != SQLITE_DONE)
        return databaseError(m_database.get());
    return plan::done();
}

plan::Result<std::vector<CatalogueEntry>> Catalogue::entries()
{
    const Statement statement = prepare(m_database.get(), kEntries);
    if (statement == nullptr)
        return databaseError(m_database.get());
    std::vector<CatalogueEntry> found;
    int status = SQLITE_ROW;
    while ((status = sqlite3_step(statement.get())) == SQLITE_ROW)
        found.push_back({columnText(statement.get(), 0), columnText(statement.get(), 1),
                         columnText(statement.get(), 2)});
    if (status != SQLITE_DONE)
        return databaseError(m_database.get());
    return found;
}

KnownRuns knownRuns(const Places& places, std::vector<std::string>& notices)
{
    KnownRuns runs = runsIn(places.runs, notices);
    std::set<std::string> known;
    for (const RunRecord& record : runs.begun)
        known.insert(record.run);
    for (const Submission& submission : runs.waiting)
        known.insert(submission.run);

    auto catalogue = Catalogue::open(places);
    if (!catalogue) {
        notices.push_back(catalogue.error().message);
    } else {
        if (!catalogue->notice().empty())
            notices.push_back(catalogue->notice());
        const auto entries = catalogue->entries();
        if (!entries)
            notices.push_back(entries.error().message);
        for (const CatalogueEntry& entry : entries ? *entries : std::vector<CatalogueEntry>()) {
            const fs::path directory(entry.directory);
            if (known.contains(entry.run) || directory.parent_path() == places.runs)
                continue;
            KnownRuns there;
            look(directory, there, notices);
            const auto take = [&](auto& found, auto& all) {
                if (!found.empty() && found.front().run == entry.run
                    && known.insert(entry.run).second)
                    all.push_back(std::move(found.front()));
            };
            take(there.begun, runs.begun);
            take(there.waiting, runs.waiting);
        }
    }
    std::sort(runs.begun.begin(), runs.begun.end(), [](const RunRecord& a, const RunRecord& b) {
        return std::tie(a.started, a.run) > std::tie(b.started, b.run);
    });
    std::sort(runs.waiting.begin(), runs.waiting.end(),
              [](const Submission& a, const Submission& b) {
                  return std::tie(a.submitted, a.run) > std::tie(b.submitted, b.run);
              });
    return runs;
}

std::vector<RunRecord> allRuns(const Places& places, std::vector<std::string>& notices)
{
    return knownRuns(places, notices).begun;
}

} // namespace launch
