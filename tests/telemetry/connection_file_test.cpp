#include "telemetry/connection_file.h"
#include "tests/telemetry/records.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

namespace telemetry {
namespace {

using namespace test;

Connection connectionOfARun()
{
    Connection connection = makeRunKeys()->connection;
    connection.run = 0xfedcba9876543210;
    connection.rankEndpoint = "tcp://10.0.0.1:4000";
    connection.viewerEndpoint = "tcp://[fd00::1]:4001";
    connection.controlEndpoint = "ipc:///run/user/0/r/control";
    return connection;
}

std::string replaced(std::string text, const std::string& what, const std::string& with)
{
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

std::string refusalOf(const std::string& text)
{
    const auto parsed = parseConnection(text);
    return parsed ? "accepted" : parsed.error().message;
}

TEST(CurveKeys, AreFreshPairs)
{
    std::set<std::string> seen;
    for (int i = 0; i < 3; ++i) {
        const RunKeys keys = *makeRunKeys();
        const Connection& shared = keys.connection;
        EXPECT_EQ(shared.serverKey, keys.server.publicKey);
        for (const CurvePair& pair : {keys.server, shared.rank, shared.viewer, shared.controller}) {
            EXPECT_TRUE(isCurvePair(pair));
            seen.insert(pair.publicKey);
            seen.insert(pair.secretKey);
        }
        EXPECT_EQ(toText(shared).find(keys.server.secretKey), std::string::npos);
    }
    EXPECT_EQ(seen.size(), 24u);
}

TEST(CurveKeys, WhatIsNoKeyIsRefused)
{
    const CurvePair pair = *makeCurvePair();
    for (const std::string& wrong :
         {std::string(), pair.publicKey.substr(1), pair.publicKey + "0", std::string(40, '"'),
          std::string(40, '\\'), std::string(40, '\xff'), std::string(40, '\0'),
          std::string(40, '#')}) // beyond 32 bits a group
        EXPECT_FALSE(isCurveKey(wrong)) << wrong;
    EXPECT_FALSE(isCurvePair({pair.secretKey, pair.publicKey}));
    EXPECT_FALSE(isCurvePair({makeCurvePair()->publicKey, pair.secretKey}));
    const std::optional good(CurveClient{pair.publicKey, pair});
    EXPECT_FALSE(checkKeys("tcp://127.0.0.1:1", good));
    EXPECT_FALSE(checkKeys("ipc:///x", std::optional<CurveClient>()));
    EXPECT_NE(checkKeys("tcp://127.0.0.1:1", std::optional<CurveClient>())
                  ->message.find("there are no keys for it"),
              std::string::npos);
    const std::optional bad(CurveServer{pair, "x"});
    EXPECT_NE(checkKeys("tcp://127.0.0.1:1", bad)->message.find("are no keys of a run"),
              std::string::npos);
}

TEST(ConnectionFile, ComesBackAsItWasAndIsPrivate)
{
    const tests::ScratchDirectory place;
    const Connection connection = connectionOfARun();
    const std::string path = place / kConnectionFileName;
    const mode_t before = ::umask(0277);
    EXPECT_FALSE(writeConnection(path, connection));
    ::umask(before);
    struct stat found {};
    ASSERT_EQ(::stat(path.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 07777, 0600u);
    const auto read = readConnection(path);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, connection);

    // What is there already stays, and nothing else does.
    const auto again = writeConnection(path, connectionOfARun());
    ASSERT_TRUE(again);
    EXPECT_NE(again->message.find("cannot be written: File exists"), std::string::npos);
    EXPECT_EQ(*readConnection(path), connection);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(place.path()), {}), 1);
    EXPECT_TRUE(writeConnection(place / "no/folder", connection));
}

TEST(ConnectionFile, ALinkIsNeitherWrittenThroughNorRead)
{
    const tests::ScratchDirectory place;
    const Connection connection = connectionOfARun();
    ASSERT_FALSE(writeConnection(place / "real", connection));
    std::filesystem::create_symlink(place / "real", place / "link");
    std::filesystem::create_symlink(place / "nothing", place / "dangling");
    EXPECT_EQ(readConnection(place / "link").error().message,
              (place / "link") + " is a symbolic link, so it is not used");
    EXPECT_TRUE(writeConnection(place / "link", connection));
    EXPECT_TRUE(writeConnection(place / "dangling", connection));
    EXPECT_FALSE(std::filesystem::exists(place / "nothing"));
}

TEST(ConnectionFile, OfOthersOrForOthersIsRefused)
{
    const tests::ScratchDirectory place;
    const std::string path = place / kConnectionFileName;
    ASSERT_FALSE(writeConnection(path, connectionOfARun()));
    for (const mode_t mode : {0640, 0604, 0620, 0602, 0610, 0601, 0666}) {
        ASSERT_EQ(::chmod(path.c_str(), mode), 0);
        EXPECT_NE(readConnection(path).error().message.find("can be read by others"),
                  std::string::npos);
    }
    ASSERT_EQ(::chmod(path.c_str(), 0400), 0);
    EXPECT_TRUE(readConnection(path));
    ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
    std::filesystem::create_directory(place / "folder");
    EXPECT_EQ(readConnection(place / "folder").error().message,
              (place / "folder") + " is not a file");
    ASSERT_EQ(::mkfifo((place / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(readConnection(place / "pipe").error().message, (place / "pipe") + " is not a file");
    EXPECT_NE(readConnection(place / "none").error().message.find("No such file"),
              std::string::npos);
    if (::geteuid() != 0)
        GTEST_SKIP() << "only root can give a file to another user";
    ASSERT_EQ(::chown(path.c_str(), 12345, 12345), 0);
    EXPECT_EQ(readConnection(path).error().message, path + " is another user's, so it is not used");
}

TEST(ConnectionFile, WhatIsNotExactlyAConnectionIsRefused)
{
    const Connection connection = connectionOfARun();
    const std::string good = toText(connection);
    ASSERT_EQ(refusalOf(good), "accepted");
    EXPECT_NE(refusalOf(replaced(good, "connection\": 1", "connection\": 2"))
                  .find("is of version 2, and this program reads version 1"),
              std::string::npos);
    const std::string run = R"("run": 18364758544493064720,)";
    EXPECT_EQ(refusalOf(replaced(good, run, run + run)), "run stands there twice");
    EXPECT_EQ(refusalOf(replaced(good, run, "")), "run is missing");
    for (const char* wrong :
         {"-1", "1.5", "\"1\"", "null", "true", "[1]", "{}", "1e400", "99999999999999999999999"})
        EXPECT_NE(refusalOf(replaced(good, "18364758544493064720", wrong)), "accepted") << wrong;
    EXPECT_EQ(refusalOf(replaced(good, run, run + R"("extra": "x",)")),
              "has a field that this version does not know");
    EXPECT_EQ(refusalOf(replaced(good, connection.serverKey, connection.serverKey.substr(1))),
              "server_public_key has a value that it cannot have");
    EXPECT_EQ(refusalOf(replaced(good, connection.viewer.secretKey, connection.rank.secretKey)),
              "viewer_public_key and _secret_key are not a pair of keys");
    EXPECT_EQ(refusalOf(replaced(good, "\"control_key\": \"", "\"control_key\": \"0")),
              "control_key has a value that it cannot have");
    EXPECT_NE(refusalOf(replaced(good, "10.0.0.1", "node-1")).find("not a name"),
              std::string::npos);
    EXPECT_NE(refusalOf(replaced(good, "tcp://10.0.0.1:4000", "")), "accepted");
    EXPECT_EQ(refusalOf(good + "{}"), "is cut short or damaged");
    for (const std::string& other :
         {std::string(), std::string("{}"), std::string("[]"), std::string("\"x\""),
          std::string("1"), std::string("null"), std::string(100'000, '['),
          "{\"run\":" + std::string(9, '{'), good + std::string(kMostConnectionBytes, ' '),
          std::string("\xff\xfe{}"), std::string(64, '\0')})
        EXPECT_NE(refusalOf(other), "accepted") << other.substr(0, 40);
    // Cut or changed at any place: never accepted as something else, and no sentence holds a key.
    for (std::size_t size = 0; size + 2 < good.size(); ++size)
        ASSERT_NE(refusalOf(good.substr(0, size)), "accepted") << size;
    for (std::size_t at = 0; at < good.size(); ++at) {
        std::string changed = good;
        changed[at] = char(changed[at] ^ 1);
        const auto parsed = parseConnection(changed);
        if (parsed)
            continue; // of an endpoint, the run or the control key
        for (const CurvePair& pair : {connection.rank, connection.viewer, connection.controller})
            ASSERT_EQ(parsed.error().message.find(pair.secretKey.substr(0, 8)), std::string::npos);
    }
}

TEST(ConnectionFile, AnEndpointThatNobodyCanConnectToIsNotWritten)
{
    const tests::ScratchDirectory place;
    Connection connection = connectionOfARun();
    connection.rankEndpoint = "tcp://0.0.0.0:*";
    ASSERT_TRUE(writeConnection(place / "x", connection));
    EXPECT_FALSE(std::filesystem::exists(place / "x"));
}

// What a machine that only watches holds.
TEST(ConnectionFile, MayBeOfTheViewersAlone)
{
    const Connection whole = connectionOfARun();
    Connection connection;
    connection.run = whole.run;
    connection.viewerEndpoint = whole.viewerEndpoint;
    connection.serverKey = whole.serverKey;
    connection.viewer = whole.viewer;
    const auto read = parseConnection(toText(connection));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, connection);

    Connection nobodys = connection;
    nobodys.viewerEndpoint.clear();
    EXPECT_EQ(problemOf(nobodys)->message, "has no endpoint");
    Connection keyless = connection;
    keyless.viewer = {};
    EXPECT_EQ(problemOf(keyless)->message,
              "viewer_public_key and _secret_key are not a pair of keys");
    Connection half = whole;
    half.rank = {};
    EXPECT_EQ(problemOf(half)->message, "rank_public_key and _secret_key are not a pair of keys");
}

} // namespace
} // namespace telemetry
