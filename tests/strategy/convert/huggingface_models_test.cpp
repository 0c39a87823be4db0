// Published models, read from what their config.json says: the parameters counted are those that
// are published.
//
// huggingface_models.csv has one model a line. The texts are made of it here: facts of the models,
// not their files.

#include "engine/plan/cost/parameters.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/cost_job.h"
#include "tests/strategy/convert/fixture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

namespace strategy {
namespace {

struct Published {
    std::string model;
    double parameters = 0;
    std::string source;
    std::string fields; // "hidden_size=4096 text_config.vocab_size=32000"
};

std::vector<Published> publishedModels()
{
    std::ifstream file(CONVERT_HUGGINGFACE_MODELS);
    std::vector<Published> all;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        std::istringstream cells(line);
        Published one;
        std::string count;
        std::getline(cells, one.model, ',');
        std::getline(cells, count, ',');
        std::getline(cells, one.source, ',');
        std::getline(cells, one.fields);
        one.parameters = std::stod(count);
        all.push_back(one);
    }
    return all;
}

std::string valueText(const std::string& value)
{
    const bool isWord = value != "true" && value != "false" && value != "null"
        && value.find_first_not_of("0123456789.") != std::string::npos;
    return isWord ? '"' + value + '"' : value;
}

// A config.json with those fields; a key with a point is one of a section.
std::string configOf(const Published& published)
{
    std::map<std::string, std::string> sections;
    std::istringstream fields(published.fields);
    for (std::string field; fields >> field;) {
        const std::size_t equals = field.find('=');
        const std::string path = field.substr(0, equals);
        const std::size_t point = path.find('.');
        std::string& section = sections[point == path.npos ? "" : path.substr(0, point)];
        section += (section.empty() ? "\"" : ", \"")
            + path.substr(point == path.npos ? 0 : point + 1)
            + "\": " + valueText(field.substr(equals + 1));
    }
    std::string text = "{" + sections[""];
    for (const auto& [name, inside] : sections)
        if (!name.empty())
            text += ", \"" + name + "\": {" + inside + "}";
    return text + "}";
}

// By how much the count is off, as a share of the published one.
double deviation(const Published& published)
{
    const ImportResult result = kHuggingFace.import({configOf(published), {}});
    EXPECT_TRUE(result.strategy) << published.model << '\n' << toText(result);
    if (!result.strategy)
        return 1;
    const auto count = plan::parameters(transformerOf(*result.strategy->model));
    return static_cast<double>(count) / published.parameters - 1;
}

TEST(HuggingFaceModels, HaveThePublishedNumberOfParameters)
{
    const auto models = publishedModels();
    EXPECT_GE(models.size(), 60u);
    for (const Published& published : models)
        EXPECT_LE(std::abs(deviation(published)), 0.0005)
            << published.model << " is off by " << deviation(published);
}

std::int64_t parametersOf(const std::string& config)
{
    const ImportResult result = kHuggingFace.import({config, {}});
    EXPECT_TRUE(result.strategy) << toText(result);
    return result.strategy ? plan::parameters(transformerOf(*result.strategy->model)) : 0;
}

// Of models whose authors give a rounded number only: worked out by hand from their layers.
TEST(HuggingFaceModels, HaveTheNumberOfParametersWorkedOutByHand)
{
    // DBRX, "132B": 8 of 48 heads for keys and values, 16 experts of three matrices, a router.
    constexpr std::int64_t kDbrxLayer
        = 6144LL * (6144 + 2 * 1024 + 6144) + 16LL * 3 * 6144 * 10752 + 16LL * 6144 + 2LL * 6144;
    EXPECT_NEAR(static_cast<double>(parametersOf(
                    R"({"model_type": "dbrx", "d_model": 6144, "n_heads": 48, "n_layers": 40,
                        "vocab_size": 100352, "max_seq_len": 32768, "attn_config": {"kv_n_heads": 8},
                        "ffn_config": {"ffn_hidden_size": 10752, "moe_num_experts": 16,
                                       "moe_top_k": 4}})")),
                static_cast<double>(40 * kDbrxLayer + 2LL * 100352 * 6144 + 6144), 1e6);
    // Falcon-40B: the newer decoder counts its heads for keys and values.
    constexpr std::int64_t kFalconLayer
        = 8192LL * (8192 + 2 * 8 * 64 + 8192) + 2LL * 8192 * 32768 + 4LL * 8192;
    EXPECT_EQ(parametersOf(
                  R"({"model_type": "falcon", "hidden_size": 8192, "num_hidden_layers": 60,
                      "num_attention_heads": 128, "num_kv_heads": 8, "vocab_size": 65024,
                      "new_decoder_architecture": true, "multi_query": true, "bias": false})"),
              60 * kFalconLayer + 65024LL * 8192 + 2 * 8192);
}

TEST(HuggingFaceModels, AreOfAKnownTypeAndReadWithoutAnUnknownKey)
{
    for (const Published& published : publishedModels()) {
        const ImportResult result = kHuggingFace.import({configOf(published), {}});
        for (const Remark& remark : result.remarks) {
            EXPECT_NE(remark.kind, Remark::Kind::Unknown) << published.model << ": " << remark.key;
            EXPECT_EQ(remark.sentence.find("not a type known here"), std::string::npos)
                << published.model;
        }
    }
}

TEST(HuggingFaceModels, ComeBackFromTheirOwnFormat)
{
    for (const Published& published : publishedModels()) {
        const ImportResult first = kHuggingFace.import({configOf(published), {}});
        ASSERT_TRUE(first.strategy);
        const ExportResult written = kHuggingFace.write(*first.strategy, first.kept);
        const ImportResult again = kHuggingFace.import({written.text, {}});
        ASSERT_TRUE(again.strategy) << published.model << toText(again) << written.text;
        EXPECT_EQ(differences(*first.strategy, *again.strategy), std::vector<std::string>{})
            << published.model << '\n'
            << written.text;
    }
}

} // namespace
} // namespace strategy
