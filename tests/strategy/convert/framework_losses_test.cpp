// No loss is silent: whatever single field of a strategy is changed, a file either brings it back
// or a remark names it.

#include "engine/strategy/check.h"
#include "engine/strategy/convert/known_formats.h"
#include "tests/strategy/convert/fixture.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

Strategy withExperts()
{
    Strategy strategy;
    Model& model = strategy.model.emplace();
    model.layers = 16;
    model.experts = 8;
    model.expertsPerToken = 2;
    strategy.parallel.tensor = 2;
    strategy.parallel.pipeline = 4;
    strategy.parallel.data = 4;
    strategy.parallel.zero = 1;
    strategy.batch.global = 32;
    return strategy;
}

Strategy dense()
{
    Strategy strategy;
    Model& model = strategy.model.emplace();
    model.layers = 8;
    model.gatedMlp = true;
    model.norm = "rmsnorm";
    model.positions = "rotary";
    model.biases = false;
    strategy.parallel.data = 8;
    strategy.batch.global = 16;
    return strategy;
}

// Some of these suit each field; the others are problems.
const std::vector<std::string> kValues{"true",
                                       "false",
                                       "1",
                                       "2",
                                       "4",
                                       "16",
                                       "3",
                                       "0.5",
                                       "fp16",
                                       "fp32",
                                       "gpipe",
                                       "zbv",
                                       "interleaved",
                                       "all",
                                       "eager",
                                       "optimizer",
                                       "selective",
                                       "full",
                                       "block",
                                       "linear",
                                       "cosine",
                                       "unfused",
                                       "all_to_all",
                                       "skip",
                                       "sgd",
                                       "adam-bf16",
                                       "layernorm",
                                       "learned",
                                       "[2, 2, 2, 2]",
                                       "[8]",
                                       "tp-cp-ep-pp-dp",
                                       "a100-80gb",
                                       "bf16"};

std::vector<Node> itemsOf(const std::string& list)
{
    std::vector<Node> items;
    for (std::size_t at = 1; at < list.size(); at += 3)
        items.push_back(wordNode(list.substr(at, 1), 0));
    return items;
}

// Strategies with one field changed that check() accepts, with the field: a few of each.
std::vector<std::pair<std::string, Strategy>> neighbours(const Strategy& base)
{
    std::vector<std::pair<std::string, Strategy>> changed;
    for (const auto& [field, text] : fieldTexts(base)) {
        int accepted = 0;
        for (const std::string& value : kValues) {
            Strategy strategy = base;
            const bool list = value.starts_with('[');
            const bool takesList = text.starts_with('[');
            if (list != takesList || accepted == 2)
                continue;
            const auto set = setField(strategy, field, wordNode(value, 0),
                                      list ? itemsOf(value) : std::vector<Node>{});
            if (set && fieldTexts(strategy).at(field) != text && check(strategy).problems.empty()) {
                changed.emplace_back(field, strategy);
                ++accepted;
            }
        }
    }
    return changed;
}

bool isNamed(const std::vector<Remark>& remarks, const std::string& difference)
{
    const std::string field = difference.substr(0, difference.find(':'));
    const auto named = [&](std::string_view name) {
        return std::any_of(remarks.begin(), remarks.end(), [&](const Remark& remark) {
            return remark.key == name || name.starts_with(remark.key + '.');
        });
    };
    // Chunks that were not given are the schedule's own, and go with its name.
    return named(field) || (field == "parallel.chunks" && named("schedule.name"));
}

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
