#include "engine/lesson/challenge_notes.h"

#include <gtest/gtest.h>

namespace lesson::test {
namespace {

struct Played {
    explicit Played(const Date& date = {2026, 2, 1})
        : challenge(challengeOf(date))
        , like(*Planned::make(challenge.strategy))
    {
    }

    Challenge challenge;
    PlannedPtr like;
};

TEST(ChallengeNotes, ComeBackAsTheyWere)
{
    ChallengeNotes notes{.player = "Ann \"A\" Ünal", .folder = "/class"};
    notes.laid[{2026, 2, 1}] = {{plan::forward(0, 0), plan::backward(0, 0)}, {}, {}};
    notes.laid[{2026, 2, 2}] = {{}, {plan::forward(1, 3)}};
    const auto read = challengeNotesOf(toJson(notes));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->player, notes.player);
    EXPECT_EQ(read->folder, notes.folder);
    EXPECT_EQ(read->laid, notes.laid);
}

TEST(ChallengeNotes, AreOfTheNewestDays)
{
    ChallengeNotes notes;
    for (int day = 1; day <= 28; ++day)
        notes.laid[{2026, 2, day}] = {{plan::forward(0, 0)}};
    const auto read = challengeNotesOf(toJson(notes));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->laid.size(), kMostNotedDays);
    EXPECT_EQ(read->laid.rbegin()->first, (Date{2026, 2, 28}));
}

TEST(ChallengeNotes, OfAnotherKindAreRefusedAndPartsThatAreNoneLeftOut)
{
    for (const char* text : {"", "[]", "{}", "{\"bubblescope_challenges\": 2}", "\xff"})
        EXPECT_FALSE(challengeNotesOf(text)) << text;
    const auto read = challengeNotesOf(
        R"({"bubblescope_challenges": 1, "player": 3, "laid": {"2026-02-30": [["0F0"]],
            "2026-02-01": [["0F0", 7, "0Z0", "1F0"], 5, ["1F99999"]], "2026-02-02": {"a": []}}})");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->player, "");
    ASSERT_EQ(read->laid.size(), 1u);
    EXPECT_EQ(read->laid.begin()->second.size(), 3u);
    const Played played;
    const BuildBoard board = relaid(played.challenge, played.like, read->laid.begin()->second);
    EXPECT_EQ(board.schedule().order,
              (std::vector<std::vector<plan::Op>>{{plan::forward(0, 0)}, {}, {}}));
}

TEST(ChallengeNotes, ABoardIsLaidAgainAsFarAsItWas)
{
    for (const Date& date : {Date{2026, 2, 1}, Date{2026, 11, 28}}) {
        const Played played(date);
        const plan::Schedule start = startOf(played.challenge);
        const BuildBoard whole = boardOf(played.challenge, played.like, &start);
        EXPECT_TRUE(whole.isComplete());
        EXPECT_EQ(relaid(played.challenge, played.like, start.order).schedule().order, start.order);
        auto part = start.order;
        for (std::size_t rank = 0; rank < part.size(); ++rank)
            part[rank].resize(part[rank].size() / (rank + 1));
        const BuildBoard board = relaid(played.challenge, played.like, part);
        EXPECT_EQ(board.schedule().order, part);
        EXPECT_FALSE(board.isComplete());
    }
}

TEST(ChallengeNotes, NothingThatBreaksTheCapIsLaidAgain)
{
    const Played played({2026, 5, 2}); // at most 2 in flight
    std::vector<plan::Op> forwards;
    forwards.reserve(4);
    for (int microbatch = 0; microbatch < 4; ++microbatch)
        forwards.push_back(plan::forward(0, microbatch));
    const BuildBoard board = relaid(played.challenge, played.like, {forwards});
    EXPECT_EQ(board.schedule().order.front().size(), 2u);
}

} // namespace
} // namespace lesson::test
