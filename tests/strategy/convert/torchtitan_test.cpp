// What torchtitan recomputes and compiles, in its old TOML and in the recipes written for it.

#include "engine/strategy/convert/known_formats.h"
#include "tests/strategy/convert/fixture.h"

#include <gtest/gtest.h>

namespace strategy {
namespace {

Strategy imported(const std::string& text)
{
    const ImportResult result = kTorchtitan.import({text, {}});
    EXPECT_TRUE(result.strategy) << toText(result);
    return result.strategy.value_or(Strategy{});
}

ExportResult recipeOf(Recomputing granularity)
{
    Strategy strategy;
    strategy.recompute.granularity = granularity;
    return kTorchtitan.write(strategy, {});
}

bool says(const ExportResult& written, std::string_view text)
{
    return written.text.find(text) != std::string::npos;
}

TEST(Torchtitan, EveryGranularityIsWrittenOrNamed)
{
    EXPECT_TRUE(says(recipeOf(Recomputing::None), "activation_checkpoint=None"));
    EXPECT_TRUE(says(recipeOf(Recomputing::Full), "activation_checkpoint=FullAC.Config()"));
    // Its selection by operation is the one of ours that keeps every second multiplication.
    const ExportResult ops = recipeOf(Recomputing::Ops);
    EXPECT_TRUE(says(ops, "activation_checkpoint=SelectiveAC.Config()")) << ops.text;
    EXPECT_FALSE(toText(ops.remarks).find("recompute") != std::string::npos) << toText(ops.remarks);
    const ExportResult selective = recipeOf(Recomputing::Selective);
    EXPECT_TRUE(says(selective, "activation_checkpoint=SelectiveAC.Config()"));
    EXPECT_TRUE(hasRemark(selective.remarks, Remark::Kind::Approximated, "recompute.granularity"));
}

TEST(Torchtitan, SelectionByOperationIsReadAsSuch)
{
    const std::string mode = "[activation_checkpoint]\nmode = \"selective\"\n";
    EXPECT_EQ(imported(mode + "selective_ac_option = \"op\"\n").recompute.granularity,
              Recomputing::Ops);
    EXPECT_EQ(imported(mode + "selective_ac_option = \"1\"\n").recompute.granularity,
              Recomputing::Full);
}

TEST(Torchtitan, NothingIsCompiledUnlessAskedFor)
{
    EXPECT_EQ(imported("[compile]\nenable = true\n").kernels.fusion, Fusion::Fused);
    EXPECT_EQ(imported("[compile]\nenable = false\n").kernels.fusion, Fusion::Eager);
    const Strategy silent = imported("[model]\nname = \"llama3\"\nflavor = \"8B\"\n");
    EXPECT_EQ(silent.kernels.fusion, Fusion::Eager);
    EXPECT_TRUE(says(kTorchtitan.write(silent, {}), "CompileConfig(enable=False"));
}

} // namespace
} // namespace strategy
