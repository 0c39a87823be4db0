#include "engine/strategy/convert/torchtitan_models.h"

#include "engine/strategy/field_access.h"

#include <algorithm>
#include <array>

namespace strategy {
namespace {

struct Sizes {
    int layers;
    int hidden;
    int ffn;
    int heads;
    int kvHeads;
    int vocab;
};

Model titanDecoder(const Sizes& sizes, bool tied = false)
{
    Model model;
    model.layers = sizes.layers;
    model.hidden = sizes.hidden;
    model.ffnHidden = sizes.ffn;
    model.heads = sizes.heads;
    model.kvHeads = sizes.kvHeads;
    model.vocab = sizes.vocab;
    model.gatedMlp = true;
    model.tiedEmbeddings = tied;
    model.norm = Norm::RmsNorm;
    model.positions = Positions::Rotary;
    model.biases = false;
    return model;
}

Model titanQwen3(const Sizes& sizes, bool tied)
{
    Model model = titanDecoder(sizes, tied);
    model.headDim = 128;
    model.qkNorm = true;
    return model;
}

struct ExpertSizes {
    int experts;
    int perToken;
    int ffn;
    int shared;
    int dense;
};

Model titanExperts(Model model, const ExpertSizes& sizes)
{
    model.experts = sizes.experts;
    model.expertsPerToken = sizes.perToken;
    model.expertFfnHidden = sizes.ffn;
    model.sharedExperts = sizes.shared;
    model.denseLayers = sizes.dense;
    return model;
}

Model titanDeepSeek(const Sizes& sizes, int qLoraRank, const ExpertSizes& experts)
{
    Model model = titanExperts(titanDecoder(sizes), experts);
    model.kvLoraRank = 512;
    model.qLoraRank = qLoraRank;
    model.nopeHeadDim = 128;
    model.ropeHeadDim = 64;
    model.vHeadDim = 128;
    return model;
}

} // namespace

std::span<const ModelFlavor> modelFlavors()
{
    // Llama 2: arXiv 2307.09288; Llama 3: arXiv 2407.21783, table 3, and the model cards of 3.2;
    // Qwen 3: arXiv 2505.09388; DeepSeek-V2 and V3: arXiv 2405.04434, 2412.19437.
    static const std::array kFlavors = std::to_array<ModelFlavor>({
        {"llama2", "7B", titanDecoder({32, 4096, 11008, 32, 32, 32000})},
        {"llama2", "13B", titanDecoder({40, 5120, 13824, 40, 40, 32000})},
        {"llama2", "70B", titanDecoder({80, 8192, 28672, 64, 8, 32000})},
        {"llama3", "1B", titanDecoder({16, 2048, 8192, 32, 8, 128256}, true)},
        {"llama3", "3B", titanDecoder({28, 3072, 8192, 24, 8, 128256}, true)},
        {"llama3", "8B", titanDecoder({32, 4096, 14336, 32, 8, 128256})},
        {"llama3", "70B", titanDecoder({80, 8192, 28672, 64, 8, 128256})},
        {"llama3", "405B", titanDecoder({126, 16384, 53248, 128, 8, 128256})},
        {"qwen3", "0.6B", titanQwen3({28, 1024, 3072, 16, 8, 151936}, true)},
        {"qwen3", "1.7B", titanQwen3({28, 2048, 6144, 16, 8, 151936}, true)},
        {"qwen3", "4B", titanQwen3({36, 2560, 9728, 32, 8, 151936}, true)},
        {"qwen3", "8B", titanQwen3({36, 4096, 12288, 32, 8, 151936}, false)},
        {"qwen3", "14B", titanQwen3({40, 5120, 17408, 40, 8, 151936}, false)},
        {"qwen3", "32B", titanQwen3({64, 5120, 25600, 64, 8, 151936}, false)},
        {"qwen3", "30B-A3B",
         titanExperts(titanQwen3({48, 2048, 6144, 32, 4, 151936}, false), {128, 8, 768, 0, 0})},
        {"qwen3", "235B-A22B",
         titanExperts(titanQwen3({94, 4096, 12288, 64, 4, 151936}, false), {128, 8, 1536, 0, 0})},
        {"deepseek_v3", "16B",
         titanDeepSeek({27, 2048, 10944, 16, 16, 102400}, 0, {64, 6, 1408, 2, 1})},
        {"deepseek_v3", "236B",
         titanDeepSeek({60, 5120, 12288, 128, 128, 102400}, 1536, {160, 6, 1536, 2, 1})},
        {"deepseek_v3", "671B",
         titanDeepSeek({61, 7168, 18432, 128, 128, 129280}, 1536, {256, 8, 2048, 1, 3})},
    });
    return kFlavors;
}

const ModelFlavor* findModelFlavor(std::string_view name, std::string_view flavor)
{
    const auto flavors = modelFlavors();
    const auto found = std::find_if(flavors.begin(), flavors.end(), [&](const ModelFlavor& one) {
        const bool variant = name.size() > one.name.size() && name[one.name.size()] == '_'
            && name.starts_with(one.name);
        return one.flavor == flavor && (one.name == name || variant);
    });
    return found == flavors.end() ? nullptr : &*found;
}

const ModelFlavor* flavorOf(const Model& model)
{
    const auto resolvedModel = [&](Model one) {
        // Flavours are sizes: the length of a sample and of the position table are the run's
        // choice.
        one.sequence = model.sequence;
        one.maxPositions = 0;
        Strategy alone;
        alone.model = one;
        return *resolved(alone).model;
    };
    const Model whole = resolvedModel(model);
    const auto flavors = modelFlavors();
    const auto found = std::find_if(flavors.begin(), flavors.end(), [&](const ModelFlavor& one) {
        return resolvedModel(one.model) == whole;
    });
    return found == flavors.end() ? nullptr : &*found;
}

} // namespace strategy
