#include "engine/launch/flight_records.h"

#include "tests/scratch_directory.h"

#include <gtest/gtest.h>

#include <fstream>

namespace launch {
namespace {

class FlightRecords : public testing::Test {
protected:
    void write(const std::string& name, const std::string& text)
    {
        std::ofstream(m_scratch / name) << text;
    }
    std::vector<std::string> sentences() const { return flightSentences(m_scratch.path(), 16); }

    tests::ScratchDirectory m_scratch;
};

constexpr const char* kHung = R"({"bubblescope_flight_record": 1, "rank": 10, "reason": "tp hangs",
 "communicators": [
  {"name": "dp", "rank": 0, "size": 2, "count": 1, "operations": [
   {"number": 1, "step": 0, "what": "warm-up", "bytes": 16, "queued_ns": 1, "state": "over"}]},
  {"name": "tp", "rank": 1, "size": 4, "count": 4, "operations": [
   {"number": 2, "step": 6, "what": "all-gather", "bytes": 8, "queued_ns": 1, "state": "over"},
   {"number": 3, "step": 7, "what": "all-reduce", "bytes": 400, "queued_ns": 2, "state": "started"},
   {"number": 4, "step": 7, "what": "shift", "bytes": 4, "queued_ns": 3, "state": "queued"}]},
  {"name": "2 to 3", "rank": 0, "size": 2, "count": 1, "operations": [
   {"number": 1, "step": 7, "what": "message", "bytes": 64, "queued_ns": 4, "state": "queued"}]}]})";

TEST_F(FlightRecords, SayWhatEachRankWasInInTheOrderOfTheRanks)
{
    write("flight-rank-10.json", kHung);
    write("flight-rank-9.json",
          R"({"bubblescope_flight_record": 1, "reason": "dp failed", "communicators": []})");
    EXPECT_EQ(sentences(),
              (std::vector<std::string>{
                  "rank 9 gave up: dp failed",
                  "rank 9 had nothing under way in its groups",
                  "rank 10 gave up: tp hangs",
                  "rank 10 was in all-reduce 3 of tp (rank 1 of 4), of 400 bytes in step 7: it had "
                  "started",
                  "rank 10 was in message 1 of 2 to 3 (rank 0 of 2), of 64 bytes in step 7: it "
                  "waited for what was computed before it",
              }));
}

// One rank's record: where it is, and operation 12 of "tp" among ranks 0 to 2 as it has it.
std::string recordOf(const std::string& where, const std::string& tensor)
{
    return R"({"bubblescope_flight_record": 1, "reason": "waited in vain", "late": true, )" + where
        + R"("communicators": [{"name": "tp", "identity": "a1", "rank": 0, "size": 3, "count": 12,
            "operations": [{"number": 11, "step": 7, "what": "all-gather", "bytes": 8, "state": "over"}
            )"
        + tensor + "]}]}";
}
constexpr const char* kStarted
    = R"(, {"number": 12, "step": 7, "what": "all-reduce", "bytes": 400, "state": "started"})";
constexpr const char* kQueued
    = R"(, {"number": 12, "step": 7, "what": "all-reduce", "bytes": 400, "state": "queued"})";
constexpr const char* kOther
    = R"(, {"number": 12, "step": 7, "what": "all-gather", "bytes": 8, "state": "started"})";

TEST_F(FlightRecords, TheMemberThatDidNotComeHeldUpTheOthers)
{
    write("flight-rank-0.json", recordOf(R"("step": 7, "op": "0F1", )", kStarted));
    write("flight-rank-1.json", recordOf(R"("step": 7, )", kStarted));
    write("flight-rank-2.json", recordOf(R"("step": 7, "op": "0F1", )", kQueued));
    const auto held = whoHeldUp(m_scratch.path(), 1, 3);
    ASSERT_TRUE(held);
    EXPECT_EQ(held->rank, 2);
    EXPECT_EQ(held->step, 7);
    EXPECT_EQ(
        held->why,
        "held up rank 1: its GPU did not end 0F1; its GPU had not come to all-reduce 12 of tp");
    EXPECT_EQ(sentences().back(), "rank 2 " + whoHeldUp(m_scratch.path(), 0, 3)->why);

    write("flight-rank-2.json", recordOf("", kOther));
    EXPECT_EQ(
        whoHeldUp(m_scratch.path(), 1, 3)->why,
        "held up rank 1: it was in all-gather 12 of tp of 8 bytes instead of all-reduce of 400");
    // It left without a word, and nobody else did.
    std::filesystem::remove(m_scratch.path() / "flight-rank-2.json");
    EXPECT_EQ(whoHeldUp(m_scratch.path(), 1, 3)->rank, 2);
    EXPECT_TRUE(whoHeldUp(m_scratch.path(), 1, 3)->leftNoRecord);
    EXPECT_FALSE(whoHeldUp(m_scratch.path(), 1, 4)) << "it may be either of two";
}

TEST_F(FlightRecords, WhoeverWaitedIsFollowedToTheOneThatDidNot)
{
    write("flight-rank-0.json", recordOf(R"("step": 7, "op": "1B2", "awaits": 1, )", ""));
    write("flight-rank-1.json", recordOf(R"("step": 7, "op": "2B2", "awaits": 2, )", ""));
    write("flight-rank-2.json", recordOf(R"("step": 7, "op": "2F5", )", ""));
    const auto held = whoHeldUp(m_scratch.path(), 0, 3);
    ASSERT_TRUE(held);
    EXPECT_EQ(held->rank, 2);
    EXPECT_EQ(held->why, "held up rank 1: its GPU did not end 2F5; its message 2B2 never came");
    // Each waits for the other: who began does not show.
    write("flight-rank-2.json", recordOf(R"("step": 7, "op": "0F5", "awaits": 0, )", ""));
    EXPECT_FALSE(whoHeldUp(m_scratch.path(), 0, 3));
}

TEST_F(FlightRecords, WhereAllCameToItNobodyIsToBlame)
{
    for (const char* file : {"flight-rank-0.json", "flight-rank-1.json", "flight-rank-2.json"})
        write(file, recordOf("", kStarted));
    const auto stuck = whoHeldUp(m_scratch.path(), 1, 3);
    ASSERT_TRUE(stuck);
    EXPECT_EQ(stuck->rank, 1);
    EXPECT_EQ(stuck->why,
              "all 3 ranks of tp had come to all-reduce 12, and none got through: look at what "
              "connects their GPUs");
}

TEST_F(FlightRecords, AFailureThatIsNoWaitingIsNobodyElsesFault)
{
    write("flight-rank-0.json",
          R"({"bubblescope_flight_record": 1, "reason": "memory", "late": false, "step": 7,
              "op": "1B2", "awaits": 1, "communicators": []})");
    EXPECT_FALSE(whoHeldUp(m_scratch.path(), 0, 2));
    EXPECT_FALSE(whoHeldUp(m_scratch.path(), 1, 2)) << "it has none";
    removeFlightRecords(m_scratch.path());
    EXPECT_TRUE(sentences().empty());
}

TEST_F(FlightRecords, OfAFolderWithoutAnyNothingIsSaid)
{
    write("flight-rank-.json", kHung);
    write("flight-rank-x.json", kHung);
    write("flight-rank-1.json.part", kHung);
    EXPECT_TRUE(sentences().empty());
    EXPECT_TRUE(flightSentences(m_scratch.path() / "gone", 16).empty());
}

TEST_F(FlightRecords, ThatCannotBeReadAreASentence)
{
    write("flight-rank-0.json", "{");
    write("flight-rank-1.json", R"({"bubblescope_flight_record": 2})");
    write("flight-rank-2.json", R"({"bubblescope_flight_record": 1, "communicators": [3, {}]})");
    std::filesystem::create_symlink("/dev/zero", m_scratch.path() / "flight-rank-3.json");
    const std::vector<std::string> said = sentences();
    ASSERT_EQ(said.size(), 5U);
    EXPECT_TRUE(said[0].starts_with(m_scratch / "flight-rank-0.json is no JSON")) << said[0];
    EXPECT_EQ(said[1], m_scratch / "flight-rank-1.json is not a flight record that is known here");
    EXPECT_EQ(said[2], "rank 2 gave up: ?");
    EXPECT_EQ(said[3], "rank 2 had nothing under way in its groups");
    EXPECT_TRUE(said[4].starts_with(m_scratch / "flight-rank-3.json")) << said[4];
}

} // namespace
} // namespace launch
