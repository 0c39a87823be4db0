#include "engine/runtime/training/checkpoint/load_checkpoint.h"
#include "tests/runtime/checkpoint/ranks.h"
#include "tests/runtime/checkpoint/small_model.h"

#include <gtest/gtest.h>

using namespace checkpoint_test;
using namespace training;

namespace {

plan::Outcome load(const std::filesystem::path& folder, Cut cut, int ranks, int scale = 1)
{
    return theOutcome(onRanks(ranks, [&](engine::HostCommunicator& world) -> plan::Outcome {
        Holding own(cut, world.rank(), ranks, scale);
        const auto found = findCheckpoint(folder, world);
        if (!found)
            return found.error();
        if (const auto read = loadCheckpoint(found->checkpoint, own.slices(), world); !read)
            return read;
        return own.filled() ? plan::done() : plan::Error{"other values than were saved"};
    }));
}

std::string messageOf(const plan::Outcome& outcome)
{
    return outcome ? "" : outcome.error().message;
}

TEST(Checkpoint, OfEveryLayoutIsReadByEveryOther)
{
    for (const Cut from : kCuts) {
        for (const int writers : {3, 4}) {
            const tests::ScratchDirectory scratch;
            ASSERT_EQ(messageOf(save(scratch.path(), 100, from, writers)), "");
            for (const Cut to : kCuts)
                for (const int readers : {1, 2, 4})
                    EXPECT_EQ(messageOf(load(scratch.path(), to, readers)), "");
        }
    }
}

TEST(Checkpoint, DoesNotDependOnTheLayoutThatWroteIt)
{
    const tests::ScratchDirectory one;
    const tests::ScratchDirectory four;
    ASSERT_TRUE(save(one.path(), 7));
    ASSERT_TRUE(save(four.path(), 7, Cut::Flat, 4));
    for (const char* file : {"model.safetensors", "optimizer.safetensors", "checkpoint.json"})
        EXPECT_EQ(contentOf(one.path() / "step-00000007" / file),
                  contentOf(four.path() / "step-00000007" / file))
            << file;
}

// Tensors larger than what is written and read at once.
TEST(Checkpoint, OfManyBlocks)
{
    const tests::ScratchDirectory scratch;
    ASSERT_EQ(messageOf(save(scratch.path(), 1, Cut::Columns, 2, 200)), "");
    EXPECT_EQ(messageOf(load(scratch.path(), Cut::Rows, 3, 200)), "");
    EXPECT_EQ(messageOf(load(scratch.path(), Cut::Quarters, 4, 200)), "");
    ASSERT_EQ(messageOf(save(scratch.path(), 1, Cut::Rows, 2, 200)), ""); // and replaces it
    EXPECT_EQ(messageOf(load(scratch.path(), Cut::Columns, 2, 200)), "");
}

TEST(Checkpoint, SaysWhatItIsOf)
{
    const tests::ScratchDirectory scratch;
    ASSERT_TRUE(save(scratch.path(), 100));
    const auto checkpoint = Checkpoint::open(scratch.path() / "step-00000100");
    ASSERT_TRUE(checkpoint) << checkpoint.error().message;
    EXPECT_EQ(checkpoint->info().step, 100);
    EXPECT_EQ(checkpoint->info().samples, 1600);
    EXPECT_EQ(checkpoint->info().seed, 42);
    EXPECT_EQ(checkpoint->info().strategy, infoOf(100).strategy);
    EXPECT_EQ(checkpoint->info().model, infoOf(100).model);
    EXPECT_EQ(checkpoint->tensors(), tensorsOf());
}

TEST(Checkpoint, OfAnotherShapeIsRefusedByName)
{
    const tests::ScratchDirectory scratch;
    ASSERT_TRUE(save(scratch.path(), 1));
    const auto refusal = [&](std::vector<WholeTensor> tensors) {
        return messageOf(
            theOutcome(onRanks(2, [&](engine::HostCommunicator& world) -> plan::Outcome {
                Holding own(tensors, Cut::Rows, world.rank(), 2);
                const auto found = findCheckpoint(scratch.path(), world);
                return found ? loadCheckpoint(found->checkpoint, own.slices(), world)
                             : found.error();
            })));
    };
    const std::string start
        = (scratch.path() / "step-00000001").string() + " cannot be resumed from: ";
    auto tensors = tensorsOf();
    tensors[2].size = {8, 8};
    EXPECT_EQ(
        refusal(tensors),
        start
            + "rank 0: model.layers.0.self_attn.o_proj.weight is 6 x 6 in the checkpoint, and "
              "the strategy needs 8 x 8");
    tensors = tensorsOf();
    tensors.push_back({"lm_head.weight", false, {7, 6}});
    EXPECT_EQ(refusal(tensors),
              start + "rank 0: lm_head.weight is not in the checkpoint, and the strategy needs it");
    tensors = tensorsOf();
    tensors.pop_back();
    EXPECT_EQ(
        refusal(tensors),
        start
            + "model.norm.weight of 6 is in the checkpoint, and the strategy has no place for "
              "it");
}

TEST(Checkpoint, ModelsAreComparedByWhatTheirWeightsAre)
{
    strategy::Model model = infoOf(1).model;
    strategy::Model same = model;
    same.kvHeads = model.heads;
    same.ffnHidden = same.expertFfnHidden = 4 * model.hidden;
    same.sequence = 2 * model.sequence;
    EXPECT_EQ(messageOf(checkSameModel(model, same)), "");
    same.hidden = 8;
    same.ffnHidden = 24;
    EXPECT_EQ(messageOf(checkSameModel(model, same)),
              "model.hidden is 6 in the checkpoint, and the strategy needs 8");
    model.positions = same.positions = strategy::Positions::Learned;
    same.hidden = 6;
    EXPECT_NE(messageOf(checkSameModel(model, same)).find("model.sequence"), std::string::npos);
}

} // namespace
