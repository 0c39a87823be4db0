// Names that would act on a terminal, through every command that shows them.

#include "engine/launch/private_file.h"
#include "engine/launch/run_record.h"
#include "engine/plan/printable.h"
#include "tests/launch/program/program_run.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace launch_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Red, a carriage return, a C1 control, a right-to-left override, a bell.
// NOLINTNEXTLINE(misc-misleading-bidirectional): that is the point
constexpr const char* kHostile = "\x1b[31mred\r\xc2\x9b"
                                 "2J\u202egnp.exe\x07";

void expectShown(const Finished& finished, const std::string& what)
{
    for (const std::string* text : {&finished.out, &finished.err})
        EXPECT_EQ(*text, plan::printable(*text)) << what;
}

class HostileWords : public testing::Test {
protected:
    // A run whose record has those words in each of its texts.
    launch::RunRecord recorded() const
    {
        const Finished run = program.run({program.strategy(), "--steps", "2", "--json", "-"});
        EXPECT_EQ(run.code, 0) << run.err;
        auto record = launch::loadRunRecord(program.state / "bubblescope" / "runs"
                                            / json::parse(run.out)["run"].get<std::string>());
        EXPECT_TRUE(record);
        record->outcome = record->strategyName = record->strategy = record->device = kHostile;
        record->started = record->ended = record->viewerEndpoint = kHostile;
        EXPECT_TRUE(launch::writeAtomically(launch::RunRecord::file(record->directory),
                                            launch::toJson(*record)));
        return *record;
    }

    const Program program{BUBBLESCOPE_BIN};
};

} // namespace

TEST_F(HostileWords, OfARunRecordAreShownEscaped)
{
    const launch::RunRecord record = recorded();
    const std::string folder = record.directory;
    for (const std::vector<std::string>& command :
         std::vector<std::vector<std::string>>{{"list"},
                                               {"replay", folder},
                                               {"replay", record.run},
                                               {"attach", record.run},
                                               {"stop", record.run},
                                               {"pause", record.run},
                                               {"export", record.run, "--format", "csv"},
                                               {"recover", record.run}}) {
        const Finished finished = program.run(command);
        EXPECT_NE(finished.out + finished.err, "") << command.front();
        expectShown(finished, command.front());
    }
    EXPECT_NE(program.run({"list"}).out.find("\\u001b[31mred\\u000d\\u009b2J\\u202egnp.exe\\u0007"),
              std::string::npos);

    const Finished list = program.run({"list", "--json"});
    expectShown(list, "list --json");
    EXPECT_EQ(json::parse(list.out)[0]["strategy_name"], kHostile); // JSON means the same
    const Finished report = program.run({"replay", record.run, "--json", "-"});
    expectShown(report, "replay --json");
    EXPECT_TRUE(json::accept(report.out)) << report.out;
    const Finished chrome = program.run({"export", record.run, "--format", "chrome"});
    expectShown(chrome, "export");
    EXPECT_TRUE(json::accept(chrome.out));
}

TEST_F(HostileWords, OfFileNamesAreShownEscaped)
{
    const fs::path folder = program.root / kHostile;
    fs::create_directory(folder);
    const fs::path good = folder / "four.yaml";
    fs::copy(program.strategy(), good);
    const fs::path bad = folder / "bad.yaml";
    std::ofstream(bad) << "bubblescope: 1\nname: \"\\e[31m\\u202e\"\nparallel: {pipelines: 4}\n";
    const fs::path missing = folder / "\xff missing";
    for (const char* command : {"check", "estimate", "simulate", "compare", "convert"}) {
        for (const fs::path& file : {good, bad, missing})
            expectShown(program.run({command, file}, "bubblescope-plan"),
                        std::string(command) + " " + file.filename().string());
    }
    expectShown(program.run({std::string("--") + kHostile}, "bubblescope-plan"), "an option");
    for (const fs::path& file : {bad, missing})
        expectShown(program.run({file}), "run");
    expectShown(program.run({good, "--steps", "1", "--record", folder / "record"}), "record");
    expectShown(program.run({"replay", folder / "record"}), "replay");
    expectShown(program.run({"replay", missing}), "replay");
    expectShown(program.run({std::string("--") + kHostile}), "an option of run");
}

} // namespace launch_test
