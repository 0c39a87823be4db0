// Every fixture read, written and read again says the same: its strategy, and the keys that
// mean nothing to one.

#include "engine/strategy/convert/known_formats.h"
#include "tests/strategy/convert/fixture.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

class FrameworkRoundTrip : public testing::TestWithParam<const Format*> {};

TEST_P(FrameworkRoundTrip, SaysTheSameAgain)
{
    const Format& format = *GetParam();
    const auto fixtures = fixturesOf(std::string(format.name).c_str());
    EXPECT_GE(fixtures.size(), 5u);
    for (const Fixture& fixture : fixtures) {
        SCOPED_TRACE(fixture.path);
        const ImportResult first = format.import({fixture.text, fixture.folder});
        ASSERT_TRUE(first.strategy) << toText(first);
        const ExportResult written = format.write(*first.strategy, first.kept);
        const ImportResult again = format.import({written.text, {}});
        ASSERT_TRUE(again.strategy) << toText(again) << written.text;
        EXPECT_EQ(differences(*first.strategy, *again.strategy), std::vector<std::string>{})
            << written.text;
        for (const KeptKey& key : first.kept)
            EXPECT_NE(std::find(again.kept.begin(), again.kept.end(), key), again.kept.end())
                << key.key << ": " << key.text << '\n'
                << written.text;
        EXPECT_EQ(format.write(*again.strategy, again.kept).text, written.text);
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, FrameworkRoundTrip,
                         testing::Values(&kAccelerate, &kHuggingFace, &kDeepSpeed, &kNanotron,
                                         &kPaddle, &kPaddleNlp),
                         [](const auto& tested) { return std::string(tested.param->name); });

// An imported strategy is a strategy: our own file holds it.
TEST(Frameworks, WhatIsImportedIsWrittenAsOurs)
{
    for (const Format* format : {&kAccelerate, &kHuggingFace, &kDeepSpeed, &kNanotron, &kPaddle,
                                 &kPaddleNlp, &kTorchtitan})
        for (const Fixture& fixture : fixturesOf(std::string(format->name).c_str())) {
            SCOPED_TRACE(fixture.path);
            const ImportResult first = format->import({fixture.text, fixture.folder});
            ASSERT_TRUE(first.strategy) << toText(first);
            const ReadResult read = readStrategy(writeStrategy(*first.strategy));
            ASSERT_TRUE(read.strategy);
            EXPECT_EQ(*read.strategy, *first.strategy);
        }
}

} // namespace
} // namespace strategy
