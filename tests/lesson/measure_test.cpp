#include "engine/lesson/measure.h"

#include <gtest/gtest.h>

#include <array>

namespace lesson::test {
namespace {

constexpr std::array<std::string_view, 3> kThreeStates{"gpipe", "1f1b-64", "small"};

std::string measureError(const char* text)
{
    const auto measure = measureOf(text, kThreeStates);
    return measure ? "none" : measure.error().message;
}

TEST(Measure, IsReadAndWrittenAlike)
{
    for (const char* text :
         {"makespan", "gpipe.makespan", "1f1b-64.peak.0", "peak", "place.2.before_first",
          "gpipe.phase_ops.0.warm_up", "ledger.exposed_transfer", "memory.0.activations",
          "warned.parallel.zero", "slack.0F7", "measured.step", "tensor_group.5", "layers.3",
          "crosses.pipeline"}) {
        const auto measure = measureOf(text, kThreeStates);
        ASSERT_TRUE(measure) << text << ": " << measure.error().message;
        EXPECT_EQ(toText(*measure), text);
    }
}

TEST(Measure, EveryKindStandsWhereItsIdSays)
{
    const auto kinds = measureKinds();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(kinds[i].id), i) << kinds[i].name;
        EXPECT_TRUE(isMeasureName(kinds[i].name));
    }
    EXPECT_FALSE(isMeasureName("gpipe"));
}

TEST(Measure, WhatIsNoneIsToldWithWhatWasMeant)
{
    EXPECT_EQ(measureError("peek.0"), "names no state: 'peek'");
    EXPECT_EQ(measureError("gpipe.peek.0"), "'peek' is no measure; did you mean 'peak'?");
    EXPECT_EQ(measureError("smal.makespan"), "names no state: 'smal'; did you mean 'small'?");
    EXPECT_EQ(measureError("makespam"), "'makespam' is no measure; did you mean 'makespan'?");
    EXPECT_EQ(measureError("gpipe.peak.x"), "'peak' needs a rank: peak.0");
    EXPECT_EQ(measureError("idle"), "'idle' needs a rank: idle.0");
    EXPECT_EQ(measureError("layers"), "'layers' needs a stage: layers.0");
    EXPECT_EQ(measureError("slack.7"), "'slack' needs an op: slack.0F7");
    EXPECT_EQ(measureError("warned"), "'warned' needs a field: warned.parallel.zero");
    EXPECT_EQ(measureError("place.0.middle"),
              "'place' has no 'middle', but before_first, before_steady, in_steady, after_steady, "
              "after_last");
    EXPECT_EQ(measureError("makespan.0"), "'0' stands behind 'makespan' and means nothing there");
    EXPECT_EQ(measureError("gpipe.measured.step"),
              "'measured' is of the run of its step, and stands without a state");
}

} // namespace
} // namespace lesson::test
