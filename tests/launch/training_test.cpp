// What is decided about a run that trains before it starts.

#include "engine/launch/checkpoint_folder.h"
#include "engine/launch/run_record.h"
#include "engine/launch/training_memory.h"
#include "tests/scratch_directory.h"

#include <fstream>

#include <gtest/gtest.h>

using namespace launch;

namespace fs = std::filesystem;

namespace {

strategy::Strategy small()
{
    strategy::Strategy strategy;
    strategy.model
        = strategy::Model{.layers = 2, .hidden = 100, .heads = 10, .vocab = 1000, .sequence = 50};
    strategy.parallel.pipeline = 2;
    return strategy;
}

fs::path writeCheckpoint(const fs::path& folder)
{
    fs::create_directories(folder);
    std::ofstream(folder / "checkpoint.json") << "{}";
    return folder;
}

} // namespace

TEST(TrainingMemory, CountsTheMatricesOfAModel)
{
    strategy::Model model = *small().model;
    // Two layers of 4 h^2 and 8 h^2, norms, embeddings and positions.
    const double dense = 2 * (12 * 10'000 + 400) + 1000 * 100 + 50 * 100;
    EXPECT_DOUBLE_EQ(parametersOf(model).dense, dense);
    EXPECT_DOUBLE_EQ(parametersOf(model).experts, 0);
    model.tiedEmbeddings = false;
    model.positions = strategy::Positions::Rotary;
    EXPECT_DOUBLE_EQ(parametersOf(model).dense, dense + 100'000 - 5000);
    model.experts = 4;
    model.denseLayers = 1;
    model.expertFfnHidden = 200;
    EXPECT_DOUBLE_EQ(parametersOf(model).experts, 4 * 2 * 100 * 200);
}

TEST(TrainingMemory, ReplicasHoldWhatIsNotShared)
{
    strategy::Strategy strategy = small();
    const double one = trainingBytes(strategy);
    EXPECT_DOUBLE_EQ(one, 16 * parametersOf(*strategy.model).dense);
    strategy.parallel.tensor = 2; // cut, not copied
    EXPECT_DOUBLE_EQ(trainingBytes(strategy), one);
    strategy.parallel.data = 4;
    EXPECT_DOUBLE_EQ(trainingBytes(strategy), 4 * one);
    strategy.parallel.zero = 1; // the optimizer, half of it, is shared out
    EXPECT_DOUBLE_EQ(trainingBytes(strategy), 2.5 * one);
    strategy.parallel.zero = 3;
    EXPECT_DOUBLE_EQ(trainingBytes(strategy), one);
    EXPECT_TRUE(checkTrainingMemory(strategy, std::uint64_t(one), "this machine has"));
    const auto refused = checkTrainingMemory(strategy, std::uint64_t(one) - 1, "this machine has");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("lower model.layers"), std::string::npos);
}

TEST(Checkpoint, IsFoundByItselfInItsFolderAndInThatOfItsRun)
{
    const tests::ScratchDirectory scratch;
    const fs::path run = scratch.path() / "run";
    const fs::path early = writeCheckpoint(run / "checkpoints" / "step-00000099");
    const fs::path late = writeCheckpoint(run / "checkpoints" / "step-00000100");
    fs::create_directories(run / "checkpoints" / "step-00000200"); // not whole
    writeCheckpoint(run / "checkpoints" / "step-300");             // no name of ours
    EXPECT_EQ(*findCheckpoint(early), early);
    EXPECT_EQ(*findCheckpoint(run / "checkpoints"), late);
    EXPECT_EQ(*findCheckpoint(run / "checkpoints/"), late);
    EXPECT_EQ(*findCheckpoint(run), late);
    EXPECT_FALSE(findCheckpoint(scratch.path()));
    EXPECT_FALSE(findCheckpoint(run / "none"));
    EXPECT_FALSE(findCheckpoint(late / "checkpoint.json"));
}

TEST(RunRecord, AStepTimeThatIsNotPredictedComesBackSo)
{
    RunRecord record;
    record.run = "20260131-235959-0abc";
    record.session = 7;
    const auto back = parseRunRecord(toJson(record));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_FALSE(back->predicted.stepSeconds);
    record.predicted.stepSeconds = 0.5;
    EXPECT_EQ(parseRunRecord(toJson(record))->predicted.stepSeconds, 0.5);
}
