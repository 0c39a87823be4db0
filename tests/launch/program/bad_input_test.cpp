// bubblescope-run against a world that does not fit: each time a sentence, the exit code that
// was promised, and nothing left behind. The engine and mpirun are stand-ins here.

#include "engine/launch/process_tree.h"
#include "engine/launch/run_record.h"
#include "tests/launch/stand_ins.h"

#include <csignal>
#include <fstream>
#include <future>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using launch_test::BadInput;
using launch_test::Finished;
using launch_test::Program;
using launch_test::writeScript;

namespace fs = std::filesystem;

TEST_F(BadInput, NoMpirun)
{
    program.path = (program.root / "nothing").string();
    const Finished run = program.run({program.strategy()});
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.err.find("there is no mpirun in PATH: install Open MPI"), std::string::npos);
    EXPECT_EQ(run.out, "");
    expectNothingLeft();
}

TEST_F(BadInput, NoEngine)
{
    fs::remove(program.bin / "bubblescope-engine");
    const Finished run = program.run({program.strategy()});
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.err.find("bubblescope-engine: is missing"), std::string::npos);
    expectNothingLeft();
}

TEST_F(BadInput, StrategiesThatCannotRun)
{
    const fs::path file = program.root / "bad.yaml";
    const auto refused = [&](const std::string& parallel) {
        std::ofstream(file) << "bubblescope: 1\nparallel: {" << parallel
                            << "}\nbatch: {micro: 1, global: 1024}\nschedule: {name: 1f1b}\n";
        const Finished run = program.run({file});
        EXPECT_NE(run.err, "") << parallel;
        return run.code;
    };
    EXPECT_EQ(refused("pipeline: 1000000000"), 2);
    EXPECT_EQ(refused("pipeline: 0"), 2);
    EXPECT_EQ(refused("pipeline: -4"), 2);
    EXPECT_EQ(refused("pipelines: 4"), 2);
    EXPECT_EQ(refused("pipeline: 257"), 2); // more than one machine is asked to carry
    EXPECT_EQ(program.run({program.root / "missing.yaml"}).code, 2);
    EXPECT_EQ(program.run({program.strategy(), "--steps", "0"}).code, 2);
    EXPECT_EQ(program.run({program.strategy(), "--device", "cuda"}).code, 2);
    EXPECT_EQ(program.run({program.strategy(), "--listen", "tcp://eth0:1"}).code, 2);
    EXPECT_EQ(program.run({program.strategy(), "--json", "/nowhere/out"}).code, 2);
    expectNothingLeft();
}

TEST_F(BadInput, StrategiesThatCannotTrain)
{
    const fs::path file = program.root / "train.yaml";
    const auto refused = [&](const std::string& text, const std::vector<std::string>& more = {}) {
        std::ofstream(file) << "bubblescope: 1\n" << text << "\nschedule: {name: 1f1b}\n";
        std::vector<std::string> arguments = {file, "--device", "cpu"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished run = program.run(arguments);
        EXPECT_EQ(run.code, 2) << run.err;
        return run.err;
    };
    const std::string small
        = "model: {layers: 4, hidden: 64, heads: 4, vocab: 256, sequence: 32}\n";
    EXPECT_NE(refused("parallel: {pipeline: 2}\nbatch: {micro: 1, global: 8}")
                  .find("model: is missing; a run that trains needs one"),
              std::string::npos);
    EXPECT_NE(refused(small + "parallel: {pipeline: 4, data: 128}\nbatch: {micro: 1, global: 1024}")
                  .find("512 ranks are more than the 256"),
              std::string::npos);
    EXPECT_NE(refused("model: {layers: 96, hidden: 16384, heads: 128, vocab: 51200, sequence: 64}\n"
                      "parallel: {pipeline: 4}\nbatch: {micro: 1, global: 8}")
                  .find("weights, gradients and optimizer of 3.1"),
              std::string::npos);
    const std::string fits
        = small + "parallel: {pipeline: 2, data: 2}\nbatch: {micro: 1, global: 8}";
    EXPECT_NE(refused(fits, {"--resume", "/nowhere"}).find("--resume /nowhere: is not a folder"),
              std::string::npos);
    EXPECT_NE(refused(fits, {"--resume", program.root}).find("holds no checkpoint"),
              std::string::npos);
    EXPECT_NE(refused(fits, {"--flip-bit", "4:0:0F0"}).find("there is no rank 4 in a run of 4"),
              std::string::npos);
    EXPECT_NE(refused(fits, {"--flip-bit", "1:10:0F0"})
                  .find("there is no step 10 in this run, whose steps are 0 to 9"),
              std::string::npos);
    EXPECT_NE(refused(fits, {"--slow", "4:0:2"}).find("--slow: there is no rank 4 in a run of 4"),
              std::string::npos);
    EXPECT_NE(refused(fits, {"--slow", "1:10:2"}).find("--slow: there is no step 10 in this run"),
              std::string::npos);
    EXPECT_NE(refused(fits + "\nprecision: {compute: fp16}")
                  .find("train.yaml:5: precision.compute: "
                        "training computes in fp32 or bf16"),
              std::string::npos);
    EXPECT_NE(
        refused(fits + "\ntraining: {data: nowhere.txt}").find("train.yaml:5: training.data: "),
        std::string::npos);
    EXPECT_EQ(program.run({file, "--device", "cuda"}).code, 2);
    expectNothingLeft();
}

// The stand-in for mpirun writes down what it was given.
TEST_F(BadInput, TheEngineGetsWhatItTrainsWith)
{
    writeScript(program.bin / "mpirun",
                "printf '%s\\n' \"$@\"; while [ $# -gt 1 ]; do\n"
                "[ \"$1\" = --connection ] && stat -c '%a %F' \"$2\"\n"
                "shift; done; exit 3\n");
    const fs::path file = program.root / "train.yaml";
    std::ofstream(file) << "bubblescope: 1\nmodel: {layers: 4, hidden: 64, heads: 4, vocab: 256, "
                           "sequence: 32}\nparallel: {pipeline: 2, tensor: 2}\n"
                           "batch: {micro: 1, global: 8}\nschedule: {name: 1f1b}\n";
    const Finished run = program.run(
        {file, "--device", "cpu", "--threads", "2", "--flip-bit", "3:1:0F0", "--json", "-"});
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.err.find("the step time is not predicted"), std::string::npos) << run.err;
    const auto report = nlohmann::json::parse(run.out);
    EXPECT_EQ(report["device"], "cpu");
    EXPECT_EQ(report["ranks"], 4);
    EXPECT_TRUE(report["predicted"]["step_seconds"].is_null());
    ASSERT_EQ(program.runs().size(), 1U);
    const fs::path folder = program.state / "bubblescope/runs" / program.runs().front();
    std::ifstream log(folder / "run.log");
    const std::string said((std::istreambuf_iterator<char>(log)), {});
    for (const std::string& words :
         {std::string("-np\n4\n"), std::string("--device\ncpu\n"), std::string("--threads\n2\n"),
          "--checkpoints\n" + (folder / "checkpoints").string() + "\n",
          std::string("/connection.json\n"), std::string("--flip-bit\n3:1:0F0\n"),
          std::string("600 regular file\n")})
        EXPECT_NE(said.find(words), std::string::npos) << words << " in " << said;
    EXPECT_FALSE(fs::exists(folder / "checkpoints")); // none was written
    const auto record = launch::loadRunRecord(folder);
    ASSERT_TRUE(record) << record.error().message;
    EXPECT_FALSE(record->predicted.stepSeconds);

    const Finished late = program.run({"pause", "last"});
    EXPECT_EQ(late.code, 2);
    EXPECT_NE(late.err.find("is not live (failed), so it takes no commands"), std::string::npos);
}

// Nobody of the run ever asks for commands; its end is their answer.
TEST_F(BadInput, CommandsToARunThatEndsAreAnswered)
{
    writeScript(program.bin / "mpirun", "sleep 300\n");
    const auto start
        =
            [&](const char* device) {
                const fs::path file = program.root / "train.yaml";
                std::ofstream(file)
                    << "bubblescope: 1\nmodel: {layers: 4, hidden: 64, heads: 4, vocab: 256, "
                       "sequence: 32}\nparallel: {pipeline: 2}\n"
                       "batch: {micro: 1, global: 8}\nschedule: {name: 1f1b}\n";
                const Finished started = program.run({file, "--device", device, "--detach"});
                EXPECT_EQ(started.code, 0) << started.err;
                return nlohmann::json::parse(started.out)["run"].get<std::string>();
            };
    const std::string run = start("cpu");
    std::vector<std::future<Finished>> asked;
    for (const char* command : {"pause", "checkpoint"})
        asked.push_back(std::async(std::launch::async, [&, command] {
            return program.run({command, run});
        }));
    const Finished stopped = program.run({"stop", run});
    EXPECT_EQ(stopped.code, 0) << stopped.err;
    for (auto& one : asked) {
        const Finished finished = one.get();
        // 2 where it came after the run had ended.
        EXPECT_TRUE(finished.code == 1 || finished.code == 2) << finished.err;
        EXPECT_TRUE(finished.err.find("the run has ended; the command was not carried out")
                        != std::string::npos
                    || finished.err.find("the run ended before it answered") != std::string::npos
                    || finished.err.find("is not live") != std::string::npos
                    || finished.err.find("connection.json") != std::string::npos)
            << finished.err;
    }

    const std::string emulated = start("emulated");
    const Finished refused = program.run({"slow", emulated, "0", "2"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("is emulated and takes no commands but stop"), std::string::npos);
    EXPECT_EQ(program.run({"stop", emulated}).code, 0);
}

TEST_F(BadInput, AnOccupiedOrImpossibleRecordDirectory)
{
    const Finished occupied = program.run({program.strategy(), "--record", program.root});
    EXPECT_EQ(occupied.code, 2);
    EXPECT_NE(occupied.err.find("is not empty"), std::string::npos);
    EXPECT_EQ(program.run({program.strategy(), "--record", program.strategy()}).code, 2);
    EXPECT_EQ(program.run({program.strategy(), "--record", "/proc/record"}).code, 2);
    EXPECT_EQ(program.run({program.strategy(), "--record", program.root / "a" / "b"}).code, 2);
    expectNothingLeft();
}

TEST_F(BadInput, AnMpirunThatEndsWithoutRanks)
{
    writeScript(program.bin / "mpirun", "echo no slots >&2; exit 7\n");
    const Finished run = program.run({program.strategy(), "--json", "-"});
    EXPECT_EQ(run.code, 1);
    const auto report = nlohmann::json::parse(run.out);
    EXPECT_TRUE(report["outcome"].get<std::string>().starts_with(
        "failed: mpirun ended with exit code 7 when 0 of 4 ranks had finished"))
        << report["outcome"];
    EXPECT_EQ(report["steps"].size(), 0U);
    ASSERT_EQ(program.runs().size(), 1U);
    std::ifstream log(program.state / "bubblescope/runs" / program.runs().front() / "run.log");
    std::string line;
    EXPECT_TRUE(std::getline(log, line));
    EXPECT_EQ(line, "no slots");
}

TEST_F(BadInput, StubbornRanksOfADetachedRunAreEndedByStop)
{
    writeScript(program.bin / "mpirun",
                "trap '' TERM INT HUP\n"
                "( ( trap '' TERM; setsid sleep 300 & ) & )\n"
                "setsid bash -c 'trap \"\" TERM; while :; do sleep 1; done' &\n"
                "while :; do sleep 1; done\n");
    const Finished started = program.run({program.strategy(), "--detach"});
    ASSERT_EQ(started.code, 0) << started.err;
    const std::string run = nlohmann::json::parse(started.out)["run"];
    const Finished stopped = program.run({"stop", run});
    EXPECT_EQ(stopped.code, 0) << stopped.err;
    EXPECT_NE(stopped.err.find("has ended: stopped"), std::string::npos) << stopped.err;
    EXPECT_TRUE(launch::processesOfRun(run).empty());
    const auto list = nlohmann::json::parse(program.run({"list", "--json"}).out);
    ASSERT_EQ(list.size(), 1U);
    EXPECT_EQ(list[0]["state"], "stopped");
}

TEST_F(BadInput, StopBelievesNoForeignRecord)
{
    const pid_t bystander = fork();
    if (bystander == 0) {
        pause();
        _exit(0);
    }
    launch::RunRecord record;
    record.run = "forged";
    record.directory = program.root / "forged";
    record.session = 1;
    record.supervisor = launch::ownIdentity();
    record.supervisor.pid = bystander;
    record.supervisor.startTicks = launch::readProcess(bystander)->startTicks;
    fs::create_directory(record.directory);
    ASSERT_TRUE(launch::saveRunRecord(record));
    const auto stop = [&] { return program.run({"stop", record.directory}); };

    const Finished other = stop();
    EXPECT_EQ(other.code, 2);
    EXPECT_NE(other.err.find("is no bubblescope-run of this user"), std::string::npos) << other.err;

    fs::permissions(record.directory, fs::perms::all);
    const Finished open = stop();
    EXPECT_EQ(open.code, 2);
    EXPECT_NE(open.err.find("can be written by one"), std::string::npos) << open.err;

    fs::permissions(record.directory, fs::perms::owner_all);
    fs::permissions(launch::RunRecord::file(record.directory), fs::perms(0660));
    EXPECT_EQ(stop().code, 2);
    if (geteuid() == 0) {
        fs::permissions(launch::RunRecord::file(record.directory), fs::perms(0600));
        EXPECT_EQ(chown(record.directory.c_str(), 12345, 12345), 0);
        EXPECT_EQ(stop().code, 2);
    }
    EXPECT_TRUE(launch::isRunning(record.supervisor));
    kill(bystander, SIGKILL);
    waitpid(bystander, nullptr, 0);
}

TEST_F(BadInput, MessagesThatNoMachineCarries)
{
    const auto refused = [this](const std::string& sizes) {
        std::ofstream(program.strategy())
            << "bubblescope: 1\nmodel: {layers: 4, hidden: 65536, " << sizes << "}\n"
            << "parallel: {pipeline: 4}\nbatch: {micro: 1, global: 8}\nschedule: {name: 1f1b}\n"
            << "costs: {forward: 1000, input_grad: 1000, weight_grad: 1000}\n"; // sent as they are
        const Finished run = program.run({program.strategy()});
        EXPECT_EQ(run.code, 2) << run.err;
        expectNothingLeft();
        return run.err;
    };
    EXPECT_NE(refused("sequence: 32768").find("one message must stay under 2 GiB"),
              std::string::npos);
}
