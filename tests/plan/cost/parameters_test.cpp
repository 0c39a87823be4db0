// Parameters against the counts that the published weights have.

#include "engine/plan/cost/parameters.h"
#include "tests/plan/cost/published_models.h"

#include <gtest/gtest.h>

namespace plan {
namespace {

TEST(Parameters, OfGptModels)
{
    EXPECT_EQ(parameters(gpt(12, 768, 12, 50257, 1024)), 124'439'808);
    EXPECT_EQ(parameters(gpt(48, 1600, 25, 50257, 1024)), 1'557'611'200);
    EXPECT_EQ(parameters(gpt(96, 12288, 96, 50257, 2048)), 174'604'259'328); // "175 billion"
}

TEST(Parameters, OfLlama)
{
    EXPECT_EQ(parameters(llama(32, 4096, 32, 32, 11008, 32000)), 6'738'415'616);
    EXPECT_EQ(parameters(llama(40, 5120, 40, 40, 13824, 32000)), 13'015'864'320);
    EXPECT_EQ(parameters(llama(80, 8192, 64, 8, 28672, 32000)), 68'976'648'192);
    EXPECT_EQ(parameters(llama(32, 4096, 32, 8, 14336, 128256)), 8'030'261'248);
    EXPECT_EQ(parameters(llama(80, 8192, 64, 8, 28672, 128256)), 70'553'706'496);
    EXPECT_EQ(parameters(llama(126, 16384, 128, 8, 53248, 128256)), 405'853'388'800);
}

TEST(Parameters, OfMixtral)
{
    const Transformer small = withExperts(llama(32, 4096, 32, 8, 14336, 32000),
                                          {.count = 8, .perToken = 2, .ffn = 14336});
    EXPECT_EQ(parameters(small), 46'702'792'704);
    EXPECT_EQ(activeParameters(small), 12'879'925'248);
    const Transformer large = withExperts(llama(56, 6144, 48, 8, 16384, 32768),
                                          {.count = 8, .perToken = 2, .ffn = 16384});
    EXPECT_EQ(parameters(large), 140'630'071'296);
}

// Without the router's balancing bias, which no gradient changes.
TEST(Parameters, OfDeepSeek)
{
    const Transformer second
        = deepSeek(60, 5120, 12288, 102400,
                   {.count = 160, .perToken = 6, .ffn = 1536, .shared = 2, .denseLayers = 1});
    EXPECT_EQ(parameters(second), 235'741'434'880);
    const Transformer third
        = deepSeek(61, 7168, 18432, 129280,
                   {.count = 256, .perToken = 8, .ffn = 2048, .shared = 1, .denseLayers = 3});
    EXPECT_EQ(parameters(third), 671'026'404'352);
    EXPECT_NEAR(double(activeParameters(third)), 37e9, 1e9);
}

TEST(Parameters, OfQwen)
{
    Transformer second = llama(28, 3584, 28, 4, 18944, 152064);
    second.qkvBiases = true;
    EXPECT_EQ(parameters(second), 7'615'616'512);
    Transformer large = llama(80, 8192, 64, 8, 29568, 152064);
    large.qkvBiases = true;
    EXPECT_EQ(parameters(large), 72'706'203'648);
    Transformer third = llama(36, 4096, 32, 8, 12288, 151936);
    third.qkNorm = true;
    EXPECT_EQ(parameters(third), 8'190'735'360);
    Transformer experts = withExperts(llama(48, 2048, 32, 4, 6144, 151936),
                                      {.count = 128, .perToken = 8, .ffn = 768});
    experts.headDim = 128;
    experts.qkNorm = true;
    EXPECT_EQ(parameters(experts), 30'532'122'624);
}

// OPT-350M, arXiv 2205.01068: its embedding is half as wide. It has two more positions, and a final
// norm less, which are as many numbers.
TEST(Parameters, OfAnEmbeddingOfAnotherWidth)
{
    Transformer narrow = gpt(24, 1024, 16, 50272, 2048);
    const std::int64_t wide = parameters(narrow);
    narrow.embedding = 512;
    EXPECT_EQ(parameters(narrow), 331'196'416);
    EXPECT_EQ(wide - parameters(narrow), 50272 * 512 - 2 * 512 * 1024);
    EXPECT_EQ(embeddingParameters(narrow), 50272 * 512);
    EXPECT_EQ(projectionParameters(narrow), 512 * 1024);
    narrow.tied = false;
    EXPECT_EQ(parameters(narrow), 331'196'416 + 50272 * 512);
}

} // namespace
} // namespace plan
