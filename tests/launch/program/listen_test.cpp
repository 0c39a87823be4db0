// `--listen`: where viewers meet a run, and what lies there already.

#include "tests/launch/program/program_run.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace launch_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Listen : public testing::Test {
protected:
    Listen()
    {
        fs::create_directory(place);
        fs::permissions(place, fs::perms::owner_all);
    }
    Finished started(const char* steps, const fs::path& at) const
    {
        return program.run(
            {program.strategy(), "--steps", steps, "--detach", "--listen", "ipc://" + at.string()});
    }

    const Program program{BUBBLESCOPE_BIN};
    const fs::path place = program.root / "meeting";
};

} // namespace

TEST_F(Listen, AFileAtThePathStaysAndNothingIsStarted)
{
    std::ofstream(place / "thesis") << "a person's work";
    const Finished run = started("2", place / "thesis");
    EXPECT_EQ(run.code, 2) << run.err;
    EXPECT_NE(run.err.find("thesis is there already and is not a socket; it stays"),
              std::string::npos)
        << run.err;
    std::string kept;
    std::getline(std::ifstream(place / "thesis"), kept);
    EXPECT_EQ(kept, "a person's work");
    EXPECT_TRUE(program.runs().empty());
}

TEST_F(Listen, ASecondRunAtOneEndpointIsRefusedAndTheFirstGoesOn)
{
    const Finished first = started("1000000", place / "v");
    ASSERT_EQ(first.code, 0) << first.err;
    const Finished second = started("2", place / "v");
    EXPECT_EQ(second.code, 2) << second.err;
    EXPECT_NE(second.err.find("is in use by another run"), std::string::npos) << second.err;
    EXPECT_EQ(program.runs().size(), 1U);

    const std::string run = json::parse(first.out)["run"];
    EXPECT_EQ(program.run({"stop", run}).code, 0);
    EXPECT_FALSE(fs::exists(place / "v"));
}

TEST_F(Listen, AttachShowsNoOtherRun)
{
    const Finished first = started("1000000", place / "v");
    ASSERT_EQ(first.code, 0) << first.err;
    const std::string run = json::parse(first.out)["run"];
    fs::remove(place / "v"); // somebody clears up, and another run meets its viewers there
    const Finished second = started("1000000", place / "v");
    ASSERT_EQ(second.code, 0) << second.err;
    const Finished attached = program.run({"attach", run});
    EXPECT_EQ(attached.code, 1) << attached.err;
    EXPECT_NE(attached.err.find("another run answers at"), std::string::npos) << attached.err;
    EXPECT_EQ(attached.err.find("step "), std::string::npos) << attached.err;
}

} // namespace launch_test
