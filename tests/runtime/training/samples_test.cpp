// The text of a run, which every rank opens for itself.

#include "engine/runtime/training/samples.h"
#include "tests/runtime/checkpoint/ranks.h"
#include "tests/scratch_directory.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace training {
namespace {

namespace fs = std::filesystem;

class TextOfRanks : public ::testing::Test {
protected:
    // What all ranks say, each of which has one of the texts; "" for nothing.
    std::string agree(const std::vector<std::string>& texts)
    {
        for (std::size_t rank = 0; rank < texts.size(); ++rank)
            std::ofstream(fileOf(rank), std::ios::binary) << texts[rank];
        const auto outcome = checkpoint_test::theOutcome(checkpoint_test::onRanks(
            static_cast<int>(texts.size()), [&](engine::HostCommunicator& world) -> plan::Outcome {
                auto own = textSamples(fileOf(static_cast<std::size_t>(world.rank())), 256, 8, 1);
                if (!own)
                    return own.error();
                return agreeOnSamples(**own, world);
            }));
        return outcome ? "" : outcome.error().message;
    }

private:
    fs::path fileOf(std::size_t rank) const { return m_scratch / std::to_string(rank); }

    const tests::ScratchDirectory m_scratch;
};

TEST_F(TextOfRanks, MayBeTheSame)
{
    EXPECT_EQ(agree({"some text of a run", "some text of a run"}), "");
    const std::string large(1'000'000, 'x');
    EXPECT_EQ(agree({large, large, large}), "");
}

TEST_F(TextOfRanks, OfAnotherSizeIsNamed)
{
    EXPECT_EQ(agree({"some text of a run", "some text of a run", "some text of a run "}),
              "training.data: rank 2 has a text of 19 bytes, and rank 0 one of 18; give all "
              "machines the same file");
}

TEST_F(TextOfRanks, OfTheSameSizeIsNamed)
{
    const std::string text(1'000'000, 'x');
    for (const std::size_t at : {std::size_t{0}, text.size() - 1}) {
        std::string other = text;
        other[at] = 'y';
        EXPECT_EQ(agree({text, other, text}),
                  "training.data: rank 1 has another text than rank 0, of the same size; give all "
                  "machines the same file");
    }
    EXPECT_EQ(agree({"same bytes, other order", "other bytes, same order"}),
              "training.data: rank 1 has another text than rank 0, of the same size; give all "
              "machines the same file");
}

TEST_F(TextOfRanks, OfTheBuiltInTaskIsAlwaysTheSame)
{
    const auto outcomes
        = checkpoint_test::onRanks(2, [](engine::HostCommunicator& world) -> plan::Outcome {
              return agreeOnSamples(*permutationTask(61, 1), world);
          });
    EXPECT_TRUE(checkpoint_test::theOutcome(outcomes));
}

} // namespace
} // namespace training
