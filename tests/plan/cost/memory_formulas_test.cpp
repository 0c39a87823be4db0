// Memory against the formulas and the tables of arXiv 2205.05198 and 1910.02054.

#include "engine/plan/catalog.h"
#include "engine/plan/cost/flops.h"
#include "engine/plan/cost/layer_memory.h"
#include "engine/plan/cost/step_memory.h"
#include "tests/golden/tables.h"
#include "tests/plan/cost/published_models.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>

namespace plan {
namespace {

constexpr double kGib = 1024.0 * 1024 * 1024;

// As in the paper: dropout, scores that are written, sequences of 2048.
Job paperJob(int layers, int hidden, int heads, int tensor, int micro)
{
    Job job;
    job.model = gpt(layers, hidden, heads, 51200, 2048);
    job.model.dropout = true;
    job.cut.tensor = tensor;
    job.micro = micro;
    job.flash = false;
    return job;
}

double keptOf(const Job& job) { return LayerMemories(job).layer(false).kept; }

// s, b, h, a and t of the paper.
struct Sizes {
    double s, b, h, a, t;
};

TEST(MemoryFormulas, OfOneLayer)
{
    for (const int tensor : {1, 2, 8}) {
        Job job = paperJob(48, 6144, 64, tensor, 4);
        const Sizes p{2048, 4, 6144, 64, double(tensor)};
        const double sbh = p.s * p.b * p.h;
        EXPECT_DOUBLE_EQ(keptOf(job), sbh * (10 + 24 / p.t + 5 * p.a * p.s / (p.h * p.t)));
        const LayerMemory plain = LayerMemories(job).layer(false);
        EXPECT_DOUBLE_EQ(plain.kept - plain.core, sbh * (10 + 24 / p.t)); // selective
        EXPECT_DOUBLE_EQ(plain.input, 2 * sbh);                           // full
        job.cut.sequence = true;
        EXPECT_DOUBLE_EQ(keptOf(job), sbh / p.t * (34 + 5 * p.a * p.s / p.h));
        const LayerMemory cut = LayerMemories(job).layer(false);
        EXPECT_DOUBLE_EQ(cut.kept - cut.core, 34 * sbh / p.t);
    }
}

// Megatron-LM's theoretical_memory_usage: sequence parallelism, selective recomputation and an
// inner width f: s b h (18 + 4 f / h) / t a layer.
TEST(MemoryFormulas, AsMegatronReportsThem)
{
    for (const int inner : {2, 3, 4, 8}) {
        Job job = paperJob(32, 4096, 32, 4, 2);
        job.model.ffn = inner * 4096;
        job.cut.sequence = true;
        const LayerMemory layer = LayerMemories(job).layer(false);
        EXPECT_DOUBLE_EQ(layer.kept - layer.core, 2048.0 * 2 * 4096 * (18 + 4 * inner) / 4);
    }
}

TEST(MemoryFormulas, OfTheLossWithoutAPipeline)
{
    Job job = paperJob(48, 6144, 64, 8, 4);
    job.cut.sequence = true;
    const double sbh = 2048.0 * 4 * 6144;
    EXPECT_DOUBLE_EQ(LayerMemories(job).loss().kept, 4 * sbh / 8 * (1 + 51200.0 / 6144));
    EXPECT_DOUBLE_EQ(LayerMemories(job).embedding().kept, sbh / 8); // its dropout
}

TEST(MemoryFormulas, ModelFlopsOfAStep)
{
    Job job = paperJob(96, 12288, 96, 8, 1);
    job.microbatches = 64;
    const double B = 64;
    const double L = 96;
    const double s = 2048;
    const double h = 12288;
    const double v = 51200;
    EXPECT_NEAR(modelFlops(job, AttentionCount::Full)
                    / (72 * B * L * s * h * h * (1 + s / (6 * h) + v / (12 * h * L))),
                1, 1e-12);
    job.recomputing = Recomputing::Full;
    EXPECT_NEAR(hardwareFlops(job, AttentionCount::Full) - modelFlops(job, AttentionCount::Full),
                24 * B * L * s * h * h * (1 + s / (6 * h)), 1e9);
    EXPECT_EQ(publishedHardwareFlops(job, AttentionCount::Full),
              hardwareFlops(job, AttentionCount::Full));
    // What runs again is the two products of the attention once; the paper adds them thrice.
    job.recomputing = Recomputing::Selective;
    job.flash = false;
    EXPECT_NEAR(publishedHardwareFlops(job, AttentionCount::Full)
                    / (72 * B * L * s * h * h * (1 + s / (3 * h) + v / (12 * h * L))),
                1, 1e-12);
    EXPECT_NEAR(hardwareFlops(job, AttentionCount::Full) - modelFlops(job, AttentionCount::Full),
                4 * B * L * s * s * h, 1e9);
}

// The fullest first stage of the four models, with the layers of the schedule that ran.
TEST(MemoryFormulas, ActivationsOfThePublishedModels)
{
    const std::map<std::string, std::array<int, 3>> models{{"22B", {48, 6144, 64}},
                                                           {"175B", {96, 12288, 96}},
                                                           {"530B", {105, 20480, 128}},
                                                           {"1T", {128, 25600, 160}}};
    int checked = 0;
    for (auto& row : golden::readTable(BUBBLESCOPE_GOLDEN "/tables/activation_memory_gib.csv")) {
        const auto number = [&](const char* column) { return std::stod(row[column]); };
        const auto& [layers, hidden, heads] = models.at(row["model"]);
        const int pipeline = int(number("PP"));
        const int chunks = int(number("VPP"));
        Job job = paperJob(layers, hidden, heads, int(number("TP")), int(number("micro_batch")));
        job.cut.pipeline = pipeline;
        job.microbatches = 4 * pipeline;
        const auto schedule
            = makeSchedule(chunks > 1 ? "interleaved" : "1f1b",
                           {.ranks = pipeline, .chunks = chunks, .microbatches = job.microbatches});
        ASSERT_TRUE(schedule);
        const auto split = splitLayers(layers, schedule->shape, schedule->placement);
        ASSERT_TRUE(split);
        const auto first = [&] {
            LayerSplit alone = *split; // the layers only
            alone.stages.front().embedding = alone.stages.back().loss = false;
            return stepMemory(job, *schedule, alone).front().activations / kGib;
        };
        EXPECT_NEAR(first(), number("activations_baselineTP_norecompute_GiB"),
                    0.0051) // printed digits
            << row["model"];
        job.cut.sequence = true;
        job.recomputing = Recomputing::Selective;
        EXPECT_NEAR(first(), number("activations_SP_selective_GiB"), 0.0051) << row["model"];
        // 18 bytes a parameter of the layers' matrices.
        EXPECT_NEAR(18.0 * 12 * hidden * hidden * layers / pipeline / number("TP") / kGib,
                    number("params_grads_optimizer_GiB"), 1e-3);
        ++checked;
    }
    EXPECT_EQ(checked, 4);
}

// Bytes of all states a parameter takes, in the recipe of 2 + 2 + 12 bytes.
double stateBytes(int zero, int data)
{
    Job job = paperJob(2, 256, 4, 1, 1);
    job.cut.zero = zero;
    job.cut.data = data;
    job.recipe = {.weight = 2, .moved = 2, .gradient = 2, .optimizer = 12};
    const auto schedule = makeSchedule("1f1b", {.ranks = 1, .chunks = 1, .microbatches = 1});
    const auto split = splitLayers(2, schedule->shape, schedule->placement);
    const double all = stepMemory(job, *schedule, *split).front().state();
    job.cut.zero = 0;
    const double whole = stepMemory(job, *schedule, *split).front().weights / 2;
    return all / whole;
}

TEST(MemoryFormulas, ZeroDividesStates)
{
    int checked = 0;
    for (auto& row : golden::readTable(BUBBLESCOPE_GOLDEN "/tables/zero_memory_gb.csv")) {
        const double billions = std::stod(row["params_B"]);
        const int data = std::stoi(row["DP"]);
        for (int zero = 1; zero <= 3; ++zero, ++checked)
            EXPECT_NEAR(billions * stateBytes(zero, data),
                        std::stod(row["formula_stage" + std::to_string(zero)]), 0.0051)
                << billions << " billion over " << data << ", ZeRO-" << zero;
    }
    EXPECT_EQ(checked, 54);
}

} // namespace
} // namespace plan
