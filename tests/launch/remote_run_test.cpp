#include "engine/launch/remote/remote_run.h"

#include "engine/launch/remote_call.h"
#include "engine/launch/remote_description.h"

#include <gtest/gtest.h>

namespace launch {
namespace {

using Words = std::vector<std::string>;

TEST(RemoteRun, IsAHostAndARun)
{
    EXPECT_EQ(*parseRemoteRun("login:last"), (RemoteRun{"login", "last"}));
    EXPECT_EQ(*parseRemoteRun("user@login.example.org:2026-a"),
              (RemoteRun{"user@login.example.org", "2026-a"}));
    EXPECT_EQ(*parseRemoteRun("login:"), (RemoteRun{"login", "last"}));
    EXPECT_EQ(*parseRemoteRun("login:/home/user/run:1"), (RemoteRun{"login", "/home/user/run:1"}));
    for (const char* wrong : {"login", "", ":", ":last", "@login:x", "user@:x", "-x:last",
                              "user@-x:last", "lo gin:last", "login:-x", "login:a b", "login:$a",
                              "login:`a`", "login:a;b", "login:a'b", "login:a\nb", "login:~/x"})
        EXPECT_FALSE(parseRemoteRun(wrong)) << wrong;
    EXPECT_TRUE(meansRemote("user@login:last"));
    for (const char* here : {"last", "./a:b", "/a/b:c", "a/b:c", ""})
        EXPECT_FALSE(meansRemote(here)) << here;
}

// Whatever is typed: what would be sent has no character that a shell reads as more than itself.
// One character of anything among plain ones: what would be sent has none that a shell reads as
// more than itself.
TEST(RemoteRun, NothingThatAShellReadsIsSent)
{
    const std::string read = " \t\n\r\\'\"`$;&|<>()*?[]{}~!#%^";
    int accepted = 0;
    for (int byte = 0; byte < 256; ++byte) {
        const char odd = static_cast<char>(byte);
        const bool isRead = byte == 0 || byte > 126 || read.find(odd) != std::string::npos;
        const std::string word = std::string("a") + odd + "b";
        for (const std::string& text : {"login:" + word, word + ":last", word + "@login:last"}) {
            const bool isSent = parseRemoteRun(text).operator bool();
            EXPECT_FALSE(isSent && isRead) << text;
            accepted += isSent ? 1 : 0;
        }
        EXPECT_FALSE(isPlainWord(word) && isRead) << word;
    }
    EXPECT_GT(accepted, 3 * 62);
}

TEST(RemoteRun, SshIsGivenTheHostAndTheWordsAsTheyAre)
{
    EXPECT_EQ(sshCommand("/usr/bin/ssh", "user@login", {"bubblescope-run", "stop", "last"}),
              (Words{"/usr/bin/ssh", "-T", "user@login", "bubblescope-run", "stop", "last"}));
}

TEST(RemoteRun, ATunnelLeadsFromASocketToWhereTheRunServesViewers)
{
    const auto way = [](const std::string& local, const std::string& endpoint) {
        const auto command = tunnelCommand("/usr/bin/ssh", "login", local, endpoint);
        return command ? command->at(command->size() - 2) : "";
    };
    EXPECT_EQ(way("/run/a/viewers", "tcp://10.0.0.1:4000"), "/run/a/viewers:10.0.0.1:4000");
    EXPECT_EQ(way("/run/a/viewers", "tcp://[fd00::1]:4000"), "/run/a/viewers:[fd00::1]:4000");
    EXPECT_EQ(way("/run/a/viewers", "ipc:///run/b/viewers"), "/run/a/viewers:/run/b/viewers");
    for (const char* endpoint : {"tcp://login:4000", "tcp://10.0.0.1:*", "ipc:///run/b:c/viewers",
                                 "ipc://viewers", "ipc:///a b", "udp://10.0.0.1:4000", ""})
        EXPECT_EQ(way("/run/a/viewers", endpoint), "") << endpoint;
    EXPECT_EQ(way("/run/a:b/viewers", "tcp://10.0.0.1:4000"), "");
    const auto command
        = *tunnelCommand("/usr/bin/ssh", "login", "/run/a/viewers", "tcp://10.0.0.1:4000");
    EXPECT_EQ(command.front(), "/usr/bin/ssh");
    EXPECT_EQ(command.back(), "login");
}

TEST(ForwardedCommand, IsOneWhoseRunIsElsewhere)
{
    const auto words = [](const Words& arguments) {
        const auto command = forwardedIn(arguments);
        if (!command)
            return Words{"refused"};
        return *command ? (*command)->words : Words{};
    };
    EXPECT_EQ(words({"slow", "login:last", "1", "1.5"}), (Words{"slow", "last", "1", "1.5"}));
    EXPECT_EQ(words({"stop", "--after-step", "user@login:a"}),
              (Words{"stop", "--after-step", "a"}));
    EXPECT_EQ(words({"attach", "login:last", "--json", "-"}),
              (Words{"attach", "last", "--json", "-"}));
    EXPECT_EQ(words({"attach", "login:last", "--json", "x.json"}), Words{"refused"});
    EXPECT_EQ(words({"attach", "login:last", "--json=x.json"}), Words{"refused"});
    EXPECT_EQ(words({"attach", "login:last", "--json=-"}), (Words{"attach", "last", "--json=-"}));
    EXPECT_EQ(words({"stop", "login:=ls"}), Words{"refused"});
    for (const Words& here :
         {Words{}, Words{"stop"}, Words{"stop", "last"}, Words{"a:b.yaml"},
          Words{"export", "login:last"}, Words{"attach", "last", "--json", "a:b"},
          Words{"describe", "login:last"}, Words{"stop", "./a:b"}})
        EXPECT_EQ(words(here), Words{});
}

TEST(RemoteProgram, IsAPlainWord)
{
    EXPECT_EQ(*remoteProgram({}), "bubblescope-run");
    EXPECT_EQ(*remoteProgram({"BUBBLESCOPE_REMOTE=/opt/b/bin/bubblescope-run"}),
              "/opt/b/bin/bubblescope-run");
    EXPECT_FALSE(remoteProgram({"BUBBLESCOPE_REMOTE=a;b"}));
    EXPECT_FALSE(remoteProgram({"BUBBLESCOPE_REMOTE=--help"}));
    EXPECT_FALSE(remoteProgram({"BUBBLESCOPE_REMOTE=A=b"}));
}

class Described : public testing::Test {
protected:
    Described()
    {
        auto keys = *telemetry::makeRunKeys();
        described.record.run = "20261128-101500-1a2b";
        described.record.strategy = "/home/user/four.yaml";
        described.record.ranks = 4;
        described.record.steps = 100;
        described.record.device = "cpu";
        described.record.session = 0xfedcba9876543210;
        described.record.directory = "/home/user/runs/a";
        described.record.started = "2026-11-28T10:15:00Z";
        described.record.viewerEndpoint = "tcp://10.0.0.1:4000";
        described.strategy = "bubblescope: 1\nname: \xe5\x9b\x9b\n";
        described.curve = keys.connection.asViewer();
    }

    RemoteDescription described;
};

TEST_F(Described, ComesOverAsItWas)
{
    const auto read = parseRemoteDescription(toJson(described));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->strategy, described.strategy);
    ASSERT_TRUE(read->curve);
    EXPECT_EQ(read->curve->serverKey, described.curve->serverKey);
    EXPECT_EQ(read->curve->own, described.curve->own);
    EXPECT_EQ(read->record.directory, described.record.directory);
    EXPECT_EQ(toJson(read->record), toJson(described.record));

    described.record.viewerEndpoint = "ipc:///run/user/0/bubblescope/a/viewers";
    described.curve.reset();
    EXPECT_EQ(toJson(*parseRemoteDescription(toJson(described))), toJson(described));
}

TEST_F(Described, WhatOthersSayIsLookedAt)
{
    const std::string good = toJson(described);
    const auto refused = [&](const std::string& what, const std::string& with) {
        std::string text = good;
        const auto at = text.find(what);
        EXPECT_NE(at, std::string::npos) << what;
        return !parseRemoteDescription(text.replace(at, what.size(), with));
    };
    EXPECT_TRUE(refused("\"bubblescope_description\":1", "\"bubblescope_description\":2"));
    EXPECT_TRUE(refused(described.curve->own.secretKey, std::string(40, 'a')));
    EXPECT_TRUE(refused("tcp://10.0.0.1:4000", "tcp://10.0.0.1:4001")); // not what was summed
    EXPECT_TRUE(refused("\"strategy\":", "\"else\":"));
    for (std::size_t size = 0; size + 2 < good.size(); size += 7)
        ASSERT_FALSE(parseRemoteDescription(good.substr(0, size))) << size;
    described.curve.reset(); // over tcp there are keys
    EXPECT_FALSE(parseRemoteDescription(toJson(described)));
}

} // namespace
} // namespace launch
