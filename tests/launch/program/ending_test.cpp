// How a run ended is told in the same words wherever one asks.

#include "engine/launch/process_tree.h"
#include "tests/launch/cpu_strategy.h"
#include "tests/launch/until.h"

#include <csignal>
#include <fstream>
#include <future>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/inotify.h>
#include <unistd.h>

namespace launch_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string contentOf(const fs::path& file)
{
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

Json parsed(const std::string& text) { return Json::parse(text, nullptr, false); }

// Stands for the engine and ends with exit code 3 where SIGUSR1 tells it to.
void putWrapper(const fs::path& bin)
{
    fs::create_directory(bin);
    fs::copy_file(fs::path(BUBBLESCOPE_BIN) / "bubblescope-run", bin / "bubblescope-run");
    std::ofstream(bin / "bubblescope-engine")
        << "#!/bin/bash\n"
        << (fs::path(BUBBLESCOPE_BIN) / "bubblescope-engine").string() << " \"$@\" &\n"
        << "engine=$!\n"
           "trap 'kill -9 $engine; exit 3' USR1\n"
           "trap 'kill -15 $engine; wait $engine; exit 1' TERM\n"
           "wait $engine\n";
    fs::permissions(bin / "bubblescope-engine", fs::perms::owner_all);
}

class EndingOfARun : public testing::Test {
protected:
    // In the background, with a step done.
    void start(const fs::path& file)
    {
        const Finished started
            = program.run({file, "--device", "cpu", "--steps", "1000000", "--detach"});
        ASSERT_EQ(started.code, 0) << started.err;
        const Json line = parsed(started.out);
        run = line["run"];
        directory = line["directory"].get<std::string>();
        ASSERT_TRUE(until(
            [&] { return contentOf(directory / "run.log").find("step 0") != std::string::npos; }));
    }

    // The process that mpirun started as that rank.
    pid_t processOf(int rank) const
    {
        const std::string wanted = "OMPI_COMM_WORLD_RANK=" + std::to_string(rank);
        for (const auto& process : launch::processesOfRun(run)) {
            const std::string parent = contentOf(
                "/proc/" + std::to_string(launch::readProcess(process.pid)->parent) + "/comm");
            const std::string environment
                = contentOf("/proc/" + std::to_string(process.pid) + "/environ");
            if (parent == "mpirun\n" && environment.find(wanted + '\0') != std::string::npos)
                return process.pid;
        }
        return -1;
    }

    // Kills it while somebody watches, and gives the report that this one got.
    Json watchedEnd(pid_t victim, int signal)
    {
        const auto progress = program.root / "progress";
        fs::remove(progress);
        auto watching = std::async(std::launch::async, [&] {
            return program.run({"attach", run, "--json", "-"}, "bubblescope-run", progress);
        });
        EXPECT_TRUE(
            until([&] { return contentOf(progress).find("] step ") != std::string::npos; }));
        EXPECT_GT(victim, 1);
        if (victim > 1)
            kill(victim, signal);
        const Finished watched = watching.get();
        EXPECT_EQ(watched.code, 1) << watched.err;
        return parsed(watched.out);
    }

    // What run.json, report.json, list and replay say, the last with and without the run's folder.
    void expectEverywhere(const Json& watched)
    {
        const Json list = parsed(program.run({"list", "--json"}).out);
        const Finished replay = program.run({"replay", run, "--json", "-"});
        EXPECT_EQ(replay.code, 0) << replay.err;
        const Finished late = program.run({"attach", run});
        EXPECT_EQ(late.code, 2);
        EXPECT_NE(late.err.find("is not live (" + watched["outcome"].get<std::string>() + ')'),
                  std::string::npos)
            << late.err;
        const fs::path log = program.root / "alone.bslog";
        fs::copy_file(directory / "events.bslog", log, fs::copy_options::overwrite_existing);
        const Finished alone = program.run({"replay", log, "--json", "-"});
        const std::vector<std::pair<const char*, Json>> told
            = {{"run.json", parsed(contentOf(directory / "run.json"))},
               {"report.json", parsed(contentOf(directory / "report.json"))},
               {"list", list[0]},
               {"replay", parsed(replay.out)},
               {"replay of the log alone", parsed(alone.out)}};
        for (const auto& [where, json] : told) {
            EXPECT_EQ(json["outcome"], watched["outcome"]) << where;
            EXPECT_EQ(json["ending"], watched["ending"]) << where;
        }
        const std::string outcome = watched["outcome"];
        for (const char* command : {"list", "replay"}) {
            const Finished said = command == std::string("list") ? program.run({"list"})
                                                                 : program.run({"replay", run});
            EXPECT_NE((said.out + said.err).find(outcome), std::string::npos)
                << command << ":\n"
                << said.out << said.err;
        }
        EXPECT_TRUE(launch::processesOfRun(run).empty());
    }

    Program program{BUBBLESCOPE_BIN};
    std::string run;
    fs::path directory;
};

TEST_F(EndingOfARun, NamesTheRankThatASignalKilled)
{
    const fs::path file = write(program, "a.yaml");
    const int ranks = 2;
    for (const int signal : {SIGKILL, SIGSEGV})
        for (int rank = 0; rank < ranks; ++rank) {
            SCOPED_TRACE("signal " + std::to_string(signal) + " to rank " + std::to_string(rank));
            start(file);
            ASSERT_FALSE(HasFatalFailure());
            const Json report = watchedEnd(processOf(rank), signal);
            const Json& ending = report["ending"];
            EXPECT_EQ(ending["rank"], rank) << ending;
            EXPECT_EQ(ending["signal"], signal) << ending;
            EXPECT_TRUE(ending["exit_code"].is_null()) << ending;
            EXPECT_TRUE(ending["step"].is_number() && ending["op"].is_string()) << ending;
            EXPECT_TRUE(ending["host"].is_string()) << ending;
            EXPECT_EQ(report["outcome"].get<std::string>().find(
                          "failed: rank " + std::to_string(rank) + " was killed by signal "
                          + std::to_string(signal) + " in step "),
                      0U)
                << report["outcome"];
            expectEverywhere(report);
        }
}

TEST_F(EndingOfARun, NamesTheRankThatLeftByAnExitCode)
{
    putWrapper(program.root / "bin");
    program.bin = program.root / "bin";
    const fs::path file = write(program, "a.yaml");
    for (int rank = 0; rank < 2; ++rank) {
        SCOPED_TRACE("rank " + std::to_string(rank));
        start(file);
        ASSERT_FALSE(HasFatalFailure());
        const Json report = watchedEnd(processOf(rank), SIGUSR1);
        EXPECT_EQ(report["ending"]["rank"], rank) << report["ending"];
        EXPECT_EQ(report["ending"]["exit_code"], 3) << report["ending"];
        expectEverywhere(report);
    }
}

TEST_F(EndingOfARun, NamesTheRankThatSomebodyToldToStop)
{
    start(write(program, "a.yaml"));
    ASSERT_FALSE(HasFatalFailure());
    const Json report = watchedEnd(processOf(1), SIGTERM);
    EXPECT_EQ(report["ending"]["rank"], 1) << report["ending"];
    EXPECT_EQ(report["ending"]["signal"], SIGTERM) << report["ending"];
    expectEverywhere(report);
}

TEST_F(EndingOfARun, SaysThatItsSupervisorIsGone)
{
    start(write(program, "a.yaml"));
    ASSERT_FALSE(HasFatalFailure());
    const pid_t supervisor
        = parsed(contentOf(directory / "run.json"))["supervisor"]["pid"].get<pid_t>();
    const Json report = watchedEnd(supervisor, SIGKILL);
    const std::string outcome = report["outcome"];
    EXPECT_EQ(outcome.find("lost: the supervisor of the run is gone"), 0U) << outcome;
    EXPECT_EQ(report["ending"]["state"], "lost");
    const Json list = parsed(program.run({"list", "--json"}).out);
    EXPECT_EQ(list[0]["outcome"], outcome);
    EXPECT_EQ(list[0]["ending"], report["ending"]);
    const Json replay = parsed(program.run({"replay", run, "--json", "-"}).out);
    EXPECT_EQ(replay["outcome"], outcome);
    EXPECT_EQ(replay["ending"], report["ending"]);
    EXPECT_TRUE(until([&] { return launch::processesOfRun(run).empty(); }));
}

TEST_F(EndingOfARun, TellsWhatCompletedOrWasStoppedLikewise)
{
    const Finished good = program.run({program.strategy(), "--steps", "2", "--json", "-"});
    EXPECT_EQ(good.code, 0) << good.err;
    EXPECT_EQ(parsed(good.out)["outcome"], "completed");
    EXPECT_EQ(parsed(good.out)["ending"]["state"], "completed");
    const fs::path log
        = program.state / "bubblescope" / "runs" / program.runs().front() / "events.bslog";
    fs::copy_file(log, program.root / "alone.bslog");
    const Finished alone = program.run({"replay", program.root / "alone.bslog", "--json", "-"});
    EXPECT_EQ(parsed(alone.out)["outcome"], "completed");
    EXPECT_EQ(parsed(alone.out)["telemetry"]["bad_frames"], 0);
}

// Whoever reads of the end may ask for the report at once.
TEST_F(EndingOfARun, IsSaidOnceItsReportIsThere)
{
    const fs::path folder = program.root / "record";
    fs::create_directory(folder);
    const int changes = inotify_init1(IN_CLOEXEC);
    ASSERT_GE(inotify_add_watch(changes, folder.c_str(), IN_MOVED_TO), 0);
    const Finished ran = program.run({program.strategy(), "--steps", "2", "--record", folder});
    EXPECT_EQ(ran.code, 0) << ran.err;
    alignas(inotify_event) char events[4096];
    const ssize_t bytes = read(changes, events, sizeof events);
    close(changes);
    std::vector<std::string> written;
    for (ssize_t at = 0; at < bytes;) {
        const auto* event = reinterpret_cast<const inotify_event*>(events + at);
        written.emplace_back(event->name);
        at += ssize_t(sizeof *event) + event->len;
    }
    ASSERT_GE(written.size(), 2U);
    EXPECT_EQ(written.back(), "run.json");
    EXPECT_EQ(written[written.size() - 2], "report.json");
}

} // namespace
} // namespace launch_test
