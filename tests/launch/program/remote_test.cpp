// Runs of another machine, which here is this one behind a stand-in for ssh.

#include "telemetry/connection_file.h"
#include "telemetry/endpoint.h"
#include "telemetry/viewer.h"
#include "tests/launch/program/program_run.h"
#include "tests/launch/until.h"

#include <csignal>
#include <fstream>
#include <future>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace launch_test {
namespace {

namespace fs = std::filesystem;

std::string textIn(const fs::path& file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

class Remote : public testing::Test {
protected:
    Remote()
    {
        const fs::path programs = program.root / "bin";
        fs::create_directory(programs);
        fs::copy_file(BUBBLESCOPE_SSH_STAND_IN, programs / "ssh");
        fs::permissions(programs / "ssh", fs::perms::owner_all);
        program.path = programs.string() + ":" + program.path;
        program.environment = {"SSH_TOLD=" + told.string(),
                               "BUBBLESCOPE_REMOTE=" BUBBLESCOPE_BIN "/bubblescope-run"};
    }

    void start(const std::vector<std::string>& more = {})
    {
        std::vector<std::string> arguments = {program.strategy(), "--steps", "100000", "--detach"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished started = program.run(arguments);
        ASSERT_EQ(started.code, 0) << started.err;
        run = nlohmann::json::parse(started.out)["run"];
    }

    // Of the tunnel that is open; empty: none is.
    fs::path tunnelFolder() const
    {
        std::error_code none;
        for (const auto& item : fs::directory_iterator(
                 program.root / ("bubblescope-" + std::to_string(getuid())), none))
            if (item.path().filename().string().starts_with("tunnel-")
                && fs::exists(item.path() / "tunnel.json"))
                return item.path();
        return {};
    }

    // As Ctrl+C does; the stand-in knows who has started it.
    void endTunnel() const
    {
        const std::string parent = textIn(told.string() + ".parent");
        ASSERT_GT(std::atoi(parent.c_str()), 1);
        kill(std::atoi(parent.c_str()), SIGINT);
    }

    std::future<Finished> openTunnel(const std::string& name)
    {
        return std::async(std::launch::async, [this, name] {
            return program.run({"tunnel", name}, "bubblescope-run", program.root / "tunnel.err");
        });
    }

    // Frames come through it from the run, and with the key where it has one.
    void expectFrames(const nlohmann::json& entry)
    {
        telemetry::LiveOptions options;
        options.endpoint = entry["viewer_endpoint"];
        options.run = std::stoull(entry["session"].get<std::string>(), nullptr, 16);
        const fs::path keys
            = fs::path(entry["directory"].get<std::string>()) / telemetry::kConnectionFileName;
        if (fs::exists(keys)) {
            const auto connection = telemetry::readConnection(keys.string());
            ASSERT_TRUE(connection) << connection.error().message;
            options.curve = connection->asViewer();
            EXPECT_TRUE(connection->rank.secretKey.empty());
            EXPECT_TRUE(connection->controller.secretKey.empty());
        }
        const auto source = telemetry::openLive(options);
        ASSERT_TRUE(source) << source.error().message;
        std::vector<telemetry::Frame> frames;
        EXPECT_TRUE(until([&] { return (*source)->drain(frames, 100) > 0; }));
    }

    Program program{BUBBLESCOPE_BIN};
    fs::path told = program.root / "told"; // what the stand-in was given
    std::string run;
};

// Both ways in which a run serves its viewers; over tcp with the key that ssh has brought.
TEST_F(Remote, AreWatchedThroughATunnelThatIsOpenedAgain)
{
    for (const std::string& listen : {std::string(), std::string("tcp://127.0.0.1:*")}) {
        SCOPED_TRACE(listen);
        listen.empty() ? start() : start({"--listen", listen});
        auto open = openTunnel("user@login:" + run);
        ASSERT_TRUE(until([&] { return !tunnelFolder().empty(); }));
        const fs::path folder = tunnelFolder();
        ASSERT_TRUE(until([&] { return fs::exists(folder / "viewers"); }));
        const auto entry = nlohmann::json::parse(textIn(folder / "tunnel.json"));
        EXPECT_EQ(entry["run"], run);
        EXPECT_EQ(entry["remote"], "user@login");
        EXPECT_EQ(entry["directory"], folder.string());
        EXPECT_EQ(entry["state"], "running");
        EXPECT_EQ(fs::exists(folder / telemetry::kConnectionFileName), !listen.empty());
        EXPECT_EQ(fs::status(folder).permissions(), fs::perms::owner_all);
        EXPECT_EQ(textIn(folder / "strategy.yaml"),
                  textIn(program.state / "bubblescope/runs" / run / "strategy.yaml"));
        expectFrames(entry);

        const std::ofstream over(told.string() + ".over");
        ASSERT_TRUE(over);
        ASSERT_TRUE(until([&] {
            return textIn(program.root / "tunnel.err").find("trying again in 1 s")
                != std::string::npos
                && !fs::exists(told.string() + ".over") && fs::exists(folder / "viewers");
        }));
        expectFrames(entry);

        // No key was an argument of anything.
        if (!listen.empty()) {
            const auto keys
                = telemetry::readConnection((folder / telemetry::kConnectionFileName).string());
            ASSERT_TRUE(keys);
            EXPECT_EQ(textIn(told).find(keys->viewer.secretKey), std::string::npos);
        }
        endTunnel();
        const Finished ended = open.get();
        EXPECT_EQ(ended.code, 0) << textIn(program.root / "tunnel.err");
        EXPECT_EQ(nlohmann::json::parse(ended.out), entry);
        EXPECT_FALSE(fs::exists(folder));
        EXPECT_EQ(program.run({"stop", run}).code, 0);
    }
}

TEST_F(Remote, TakeCommandsThatAreCarriedOutThere)
{
    start();
    const Finished list = program.run({"list", "--json", "--host", "user@login"});
    ASSERT_EQ(list.code, 0) << list.err;
    EXPECT_EQ(nlohmann::json::parse(list.out),
              nlohmann::json::parse(program.run({"list", "--json"}).out));
    const Finished paused = program.run({"pause", "user@login:last"});
    EXPECT_EQ(paused.code, 2); // an emulated run takes no such command, and says so from there
    EXPECT_NE(paused.err.find("takes no commands but stop"), std::string::npos) << paused.err;
    const Finished stopped = program.run({"stop", "user@login:" + run});
    EXPECT_EQ(stopped.code, 0) << stopped.err;
    EXPECT_NE(
        textIn(told).find("-T\tuser@login\t" BUBBLESCOPE_BIN "/bubblescope-run\tstop\t" + run),
        std::string::npos);
    const Finished gone = program.run({"tunnel", "user@login:" + run});
    EXPECT_EQ(gone.code, 1);
    EXPECT_NE(gone.err.find("is not live (stopped"), std::string::npos) << gone.err;
    EXPECT_NE(gone.err.find("user@login could not describe run " + run), std::string::npos);
    EXPECT_TRUE(tunnelFolder().empty());
}

TEST_F(Remote, HostsAndWordsThatAShellWouldReadAreNotSent)
{
    for (const char* name : {"-oProxyCommand=x:last", "a b:last", "user@:last", "@login:last",
                             "login:-x", "login:a;b", "login:$(x)", "login:a b", "a@b@c:last"})
        for (const char* command : {"tunnel", "attach", "stop"}) {
            const Finished done = program.run({command, name});
            EXPECT_EQ(done.code, 2) << command << ' ' << name << done.err;
        }
    EXPECT_EQ(program.run({"list", "--host", "-oProxyCommand=x"}).code, 2);
    EXPECT_EQ(program.run({"attach", "user@login:last", "--json", "x.json"}).code, 2);
    EXPECT_FALSE(fs::exists(told)); // ssh was never started

    const Finished unknown = program.run({"tunnel", "elsewhere:last"});
    EXPECT_EQ(unknown.code, 1);
    EXPECT_NE(unknown.err.find("ssh does not reach elsewhere"), std::string::npos) << unknown.err;
    program.environment.back() = "BUBBLESCOPE_REMOTE=no-such-program";
    const Finished missing = program.run({"tunnel", "user@login:last"});
    EXPECT_NE(missing.err.find("there is no bubblescope-run in the PATH of user@login"),
              std::string::npos)
        << missing.err;
}

} // namespace
} // namespace launch_test
