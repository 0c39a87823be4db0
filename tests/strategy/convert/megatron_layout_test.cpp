// Megatron-LM's pipeline layout, in and out.

#include "engine/strategy/convert/megatron_layout.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace strategy {
namespace {

// Each stage's letters, separated by spaces; '-' for an empty one.
std::string spelt(std::string_view layout)
{
    const auto split = parseLayoutText(layout);
    if (!split)
        return split.error().message;
    std::string text;
    for (const plan::StageLayers& stage : split->stages)
        text += (text.empty() ? "" : " ") + std::string(stage.embedding ? "E" : "")
            + std::string(std::size_t(stage.layers), 't')
            + std::string(std::size_t(stage.mtpLayers), 'm') + (stage.loss ? "L" : "")
            + (stage.empty() ? "-" : "");
    return text;
}

TEST(LayoutText, ReadsWhatMegatronReads)
{
    EXPECT_EQ(spelt("E|(t|)*3,m|m||L"), "E t t t m m - L");
    EXPECT_EQ(spelt("Et*3|(tt|)*3,m|L"), "Ettt tt tt tt m L");
    EXPECT_EQ(spelt("Ettt|(tt|)*2tL"), "Ettt tt tt tL");
    EXPECT_EQ(spelt("E(t|t)*3L"), "Et tt tt tL");
    EXPECT_EQ(spelt("E(|t*2)*2,tL"), "E tt tttL");
    EXPECT_EQ(spelt("E(tt)*3L"), "EttttttL");
    EXPECT_EQ(spelt("E|*3tL"), "E - - tL");
    EXPECT_EQ(spelt("|E,,|,t,*,2|,L,"), "- E tt L");
    EXPECT_EQ(spelt("Et*0|t*1(t)*0L"), "E tL");
    EXPECT_EQ(spelt("Et(,t)*2L|"), "EtttL -");
    EXPECT_EQ(spelt("EtL"), "EtL");
}

TEST(LayoutText, RefusesTheRestByColumn)
{
    EXPECT_EQ(spelt(""), "column 1: there is no embedding; begin with an E");
    EXPECT_EQ(spelt("Ett"), "column 4: there is no loss; end with an L");
    EXPECT_EQ(spelt("Et|x|L"),
              "column 4: 'x' is not a layer; write E, t, m or L, and '|' between stages");
    EXPECT_EQ(spelt("Et |L"),
              "column 3: ' ' is not a layer; write E, t, m or L, and '|' between stages");
    EXPECT_EQ(spelt("Et\n|L"),
              "column 3: a layout is of E, t, m, L, '|', ',', '*', parentheses and digits");
    EXPECT_EQ(spelt("E((t|)*2,t)*3L"), "column 3: groups do not nest; write the inner one out");
    EXPECT_EQ(spelt("E(t|)L"), "column 5: a group is repeated; write '*n' behind it");
    EXPECT_EQ(spelt("E(t|"), "column 2: this group has no end; close it with ')' and a '*n'");
    EXPECT_EQ(spelt("E()*3L"), "column 2: this group is empty");
    EXPECT_EQ(spelt("Et)*3L"), "column 3: ')' closes no group");
    EXPECT_EQ(spelt("Et*|L"), "column 3: '*' is followed by how often, as in t*3");
    EXPECT_EQ(spelt("Et*-1|L"), "column 3: '*' is followed by how often, as in t*3");
    EXPECT_EQ(spelt("Et*2*3|L"),
              "column 5: '*' repeats what stands right before it: a letter, a '|' or a group");
    EXPECT_EQ(spelt("E(*2t)*2L"),
              "column 3: '*' repeats what stands right before it: a letter, a '|' or a group");
    EXPECT_EQ(spelt("E3tL"), "column 2: '3' stands alone; a number follows a '*'");
    const std::string order = "the embedding comes first, then transformer layers, MTP layers and "
                              "the loss; E and L once";
    EXPECT_EQ(spelt("tE|L"), "column 2: " + order);
    EXPECT_EQ(spelt("E*2|tL"), "column 1: " + order);
    EXPECT_EQ(spelt("Em|tL"), "column 4: " + order);
    EXPECT_EQ(spelt("EtL|t"), "column 5: " + order);
    EXPECT_EQ(spelt("Et|L|L"), "column 6: " + order);
}

TEST(LayoutText, BombsAreRefusedQuickly)
{
    EXPECT_EQ(spelt("E((((t*9999)*9999)*9999)*9999)L"),
              "column 3: groups do not nest; write the inner one out");
    EXPECT_EQ(spelt("E(t*1048576)*1048576L"), "column 3: there are more than 1048576 layers");
    EXPECT_EQ(spelt("E(|*1048576)*1048576L"), "column 3: there are more than 1048576 stages");
    EXPECT_EQ(spelt("Et*99999999999999999999L"), "column 4: more than 1048576 times is too often");
    EXPECT_EQ(spelt("Et*1048577L"), "column 4: more than 1048576 times is too often");
    // A long group that stands for little is read once, not once a round.
    const std::string commas(500'000, ',');
    EXPECT_EQ(spelt("E(" + commas + "t*0)*1048576tL"), "EtL");
    EXPECT_EQ(spelt("E(t" + commas + ")*1048576L"), "column 3: there are more than 1048576 layers");
    EXPECT_EQ(spelt("E" + std::string(1 << 20, ',') + "L").substr(0, 32),
              "the layout is longer than 104857");
}

TEST(LayoutText, WritesRepeatsShort)
{
    const auto again
        = [](std::string_view layout) { return toLayoutText(*parseLayoutText(layout)); };
    EXPECT_EQ(again("E|t|t|t|m|m||L"), "E|(t|)*3,(m|)*2|L");
    EXPECT_EQ(again("Ettt|tt|tt|tt|m|L"), "Ettt|(tt|)*3,m|L");
    EXPECT_EQ(again("Etttttt|t|tt|t|tt|t|ttL"), "Et*6|(t|tt|)*2,t|ttL");
    EXPECT_EQ(again("E||||tL"), "E||*3,tL");
    EXPECT_EQ(again("EtL"), "EtL");
}

TEST(LayoutText, IsCheckedAgainstTheRanks)
{
    const auto checked = [](std::string_view layout, int ranks, long long layers) {
        const auto sound = checkLayout(*parseLayoutText(layout), ranks, layers);
        return sound ? std::string("sound") : sound.error().message;
    };
    EXPECT_EQ(checked("E|(t|)*3,m|m||L", 4, 3), "the MTP layers stand on 2 stages; put all on one");
    EXPECT_EQ(checked("E|(t|)*3,mm|||L", 4, 3), "sound");
    EXPECT_EQ(checked("E|(t|)*3L", 5, 3), "sound");
    EXPECT_EQ(
        checked("E|(t|)*3L", 4, 3),
        "the layout has 5 stages, which are not divisible by 4 ranks; an empty stage is written "
        "as '||'");
    EXPECT_EQ(checked("E|(t|)*3L", 5, 4),
              "the layout has 3 transformer layers, but the model has 4");
    EXPECT_EQ(checked("Ett|m||L", 2, 2),
              "the MTP layers stand on stage 1, chunk 0 of rank 1; put them on the last chunk of a "
              "rank, stages 2 to 3");
}

RC_GTEST_PROP(LayoutTextProperty, RoundTrips, ())
{
    plan::LayerSplit split;
    const auto count = *rc::gen::inRange<std::size_t>(1, 40);
    const auto mostLayers = *rc::gen::inRange(1, 6);
    for (std::size_t i = 0; i < count; ++i)
        split.stages.push_back({.layers = *rc::gen::inRange(0, mostLayers)});
    // Often the same few return.
    const auto period = *rc::gen::inRange<std::size_t>(1, 12);
    for (std::size_t i = period; i < count; ++i)
        if (*rc::gen::inRange(0, 4) > 0)
            split.stages[i] = split.stages[i - period];
    split.stages.back().mtpLayers = *rc::gen::inRange(0, 3);
    split.stages.front().embedding = true;
    split.stages.back().loss = true;

    const std::string text = toLayoutText(split);
    const auto read = parseLayoutText(text);
    RC_ASSERT(bool(read));
    RC_ASSERT(*read == split);
    RC_ASSERT(toLayoutText(*read) == text);
}

} // namespace
} // namespace strategy
