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

// "attention*40" is a list of so many words.
std::string valueText(const std::string& value)
{
    if (const std::size_t times = value.find('*'); times != value.npos) {
        std::string list;
        for (int i = std::stoi(value.substr(times + 1)); i > 0; --i)
            list += (list.empty() ? "\"" : ", \"") + value.substr(0, times) + '"';
        return '[' + list + ']';
    }
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

// What the hub counts of Llama 4 and of GLM-4.5-Air beside the layers of the language model.
TEST(HuggingFaceModels, TheTotalsOfTheHubAreTheseAndWhatIsLeftOut)
{
    // vision_config: 34 layers of width 1408 with biases and an MLP of 5632, patches of 14 x 14 in
    // three colours, 24 x 24 of them and one more position; then 5632 to 4096 to 4096 to 5120.
    constexpr std::int64_t kWidth = 1408;
    constexpr std::int64_t kInner = 5632;
    constexpr std::int64_t kVisionLayer
        = 4 * (kWidth * kWidth + kWidth) + (2 * kWidth * kInner + kInner + kWidth) + 4 * kWidth;
    constexpr std::int64_t kVision = 34 * kVisionLayer + 14 * 14 * 3 * kWidth + kWidth
        + (24 * 24 + 1) * kWidth + 4 * kWidth + kInner * 4096 + 4096 * 4096 + 4096 * 5120;
    const auto read = [](const std::string& model) {
        for (const Published& published : publishedModels())
            if (published.model == model)
                return parametersOf(configOf(published));
        ADD_FAILURE() << model;
        return std::int64_t{0};
    };
    EXPECT_EQ(read("meta-llama/Llama-4-Scout-17B-16E") + kVision, 108'641'793'536);
    EXPECT_EQ(read("meta-llama/Llama-4-Maverick-17B-128E") + kVision, 401'583'781'376);

    // One more layer with a product of two widths, three norms and a copy of both embeddings; and
    // a number for each expert that weighs it.
    const std::int64_t air = parametersOf(
        R"({"model_type": "glm4_moe", "hidden_size": 4096, "num_hidden_layers": 46,
            "num_attention_heads": 96, "num_key_value_heads": 8, "head_dim": 128,
            "intermediate_size": 10944, "moe_intermediate_size": 1408, "n_routed_experts": 128,
            "num_experts_per_tok": 8, "n_shared_experts": 1, "first_k_dense_replace": 1,
            "attention_bias": true, "use_qk_norm": false, "vocab_size": 151552,
            "num_nextn_predict_layers": 1, "tie_word_embeddings": false})");
    constexpr std::int64_t kHidden = 4096;
    constexpr std::int64_t kAttention
        = 2 * kHidden * 96 * 128 + 2 * kHidden * 8 * 128 + (96 + 2 * 8) * 128;
    constexpr std::int64_t kPrediction = kAttention + 129 * 3 * kHidden * 1408 + 128 * kHidden
        + 2 * kHidden + 2 * kHidden * kHidden + 3 * kHidden + 2 * 151552 * kHidden;
    EXPECT_EQ(air + kPrediction + 46 * 128, 110'468'824'832);
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
