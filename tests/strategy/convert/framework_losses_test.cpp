// No loss is silent: whatever single field of a strategy is changed, a file either brings it back
// or a remark names it.

#include "engine/strategy/convert/known_formats.h"
#include "tests/strategy/convert/changed_strategies.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

class Losses : public testing::TestWithParam<const Format*> {};

TEST_P(Losses, AreAllNamed)
{
    const Format& format = *GetParam();
    std::size_t seen = 0;
    for (const Strategy& base : {dense(), withExperts()})
        for (const auto& [field, strategy] : neighbours(base)) {
            SCOPED_TRACE(field + ": " + fieldText(strategy, field));
            const ExportResult written = format.write(strategy, {});
            const ImportResult back = format.import({written.text, {}});
            ASSERT_TRUE(back.strategy) << toText(back) << written.text;
            for (const std::string& difference : differences(strategy, *back.strategy))
                EXPECT_TRUE(isNamed(written.remarks, difference)) << difference;
            ++seen;
        }
    EXPECT_GT(seen, 100u);
}

INSTANTIATE_TEST_SUITE_P(Formats, Losses,
                         testing::Values(&kAccelerate, &kHuggingFace, &kDeepSpeed, &kNanotron,
                                         &kPaddle, &kPaddleNlp),
                         [](const auto& tested) { return std::string(tested.param->name); });

// Nothing reads a recipe back, so a change must be seen in its text or be named.
TEST(Losses, OfATorchtitanRecipeToo)
{
    for (const Strategy& base : {dense(), withExperts()}) {
        const ExportResult before = kTorchtitan.write(base, {});
        for (const auto& [field, strategy] : neighbours(base)) {
            const ExportResult written = kTorchtitan.write(strategy, {});
            // What the recipe means anyway was named before.
            EXPECT_TRUE(written.text != before.text || isNamed(written.remarks, field)
                        || isNamed(before.remarks, field) || differences(base, strategy).empty())
                << field << ": " << fieldText(strategy, field);
        }
    }
}

} // namespace
} // namespace strategy
