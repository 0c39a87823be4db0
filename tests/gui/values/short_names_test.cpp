// What tells strategies apart is said, and what is the same in all is not.

#include "gui/search/short_names.h"

#include <gtest/gtest.h>

namespace gui::test {
namespace {

strategy::Strategy interleaved()
{
    strategy::Strategy strategy;
    strategy.model.emplace();
    strategy.parallel.tensor = 2;
    strategy.parallel.pipeline = 4;
    strategy.parallel.chunks = 2;
    strategy.schedule.name = "interleaved";
    strategy.cluster.devices = 8;
    strategy.batch.micro = 1;
    return strategy;
}

TEST(ShortNames, HaveTheCutAndTheSchedule)
{
    const strategy::Strategy one = interleaved();
    EXPECT_EQ(shortNames({&one}), QStringList{"TP 2 · PP 4 · VP 2 · Interleaved 1F1B"});
    EXPECT_TRUE(shortNames({}).isEmpty());
}

TEST(ShortNames, HaveOfTheRestWhatTellsThemApart)
{
    const strategy::Strategy one = interleaved();
    strategy::Strategy other = one;
    other.batch.micro = 2;
    other.recompute.granularity = strategy::Recomputing::Full;
    EXPECT_EQ(shortNames({&one, &other}),
              (QStringList{"TP 2 · PP 4 · VP 2 · Interleaved 1F1B · MBS 1",
                           "TP 2 · PP 4 · VP 2 · Interleaved 1F1B · MBS 2 · recompute full"}));
    // Of as many devices the replicas follow.
    other = one;
    other.parallel.tensor = 1;
    EXPECT_EQ(
        shortNames({&one, &other}),
        (QStringList{"TP 2 · PP 4 · VP 2 · Interleaved 1F1B", "PP 4 · VP 2 · Interleaved 1F1B"}));
    other = one;
    other.cluster.devices = 16;
    EXPECT_EQ(shortNames({&one, &other}),
              (QStringList{"8 devices · TP 2 · PP 4 · VP 2 · Interleaved 1F1B",
                           "16 devices · TP 2 · PP 4 · VP 2 · DP 2 · Interleaved 1F1B"}));
}

} // namespace
} // namespace gui::test
