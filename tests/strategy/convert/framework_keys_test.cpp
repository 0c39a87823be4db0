// Every key that a framework has itself is known here: taken, or in the table of its format with
// what becomes of it. Nothing else is in a table, and a key that nobody has is unknown.
//
// The lists under framework_keys/ are facts of the frameworks, with the commit they were read at.

#include "engine/strategy/convert/exporting.h"
#include "engine/strategy/convert/known_formats.h"
#include "engine/strategy/convert/known_keys/framework_keys.h"
#include "tests/strategy/convert/fixture.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

namespace strategy {
namespace {

struct Reviewed {
    const char* name; // of the list
    const Format* format;
    std::span<const KeyGroup> (*groups)();
    // What stands beside the key: readers ask for some keys only where others are given.
    std::vector<std::string> beside;
};

const std::vector<Reviewed>& reviewed()
{
    static const std::vector<Reviewed> kReviewed{
        {"accelerate",
         &kAccelerate,
         accelerateGroups,
         {"distributed_type=FSDP", "distributed_type=DEEPSPEED", "distributed_type=MEGATRON_LM",
          "distributed_type=MULTI_GPU"}},
        {"deepspeed",
         &kDeepSpeed,
         deepSpeedGroups,
         {"", "optimizer.type=Adam", "scheduler.type=WarmupDecayLR", "bf16.enabled=true"}},
        {"huggingface",
         &kHuggingFace,
         huggingFaceGroups,
         {"model_type=llama", "model_type=falcon", "model_type=mpt", "model_type=deepseek_v3",
          "model_type=gpt2", "model_type=other"}},
        {"nanotron", &kNanotron, nanotronGroups, {"", "model.model_config.is_llama_config=true"}},
        {"paddle", &kPaddle, paddleGroups, {"hybrid_configs.dp_degree=2", "dp_degree=2"}},
        {"paddlenlp", &kPaddleNlp, paddleNlpGroups, {"", "hidden_size=64"}},
        {"torchtitan",
         &kTorchtitan,
         torchtitanGroups,
         {"", "parallelism.pipeline_parallel_degree=2", "checkpoint.enable=true"}},
    };
    return kReviewed;
}

std::vector<std::string> listOf(const Reviewed& one)
{
    std::ifstream file(std::string(CONVERT_FRAMEWORK_KEYS) + '/' + one.name + ".txt");
    std::vector<std::string> keys;
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && line.front() != '#')
            keys.push_back(line);
    return keys;
}

// "a.b.c=1" as JSON with its sections, or as TOML.
std::string fileOf(const Reviewed& one, const std::vector<KeptKey>& keys)
{
    if (one.format != &kTorchtitan)
        return jsonOf(keys);
    std::string text;
    for (const KeptKey& key : keys) {
        const std::size_t point = key.key.rfind('.');
        text += '[' + key.key.substr(0, point) + "]\n" + key.key.substr(point + 1) + " = "
            + key.text + '\n';
    }
    return text;
}

// Whether a file with that key calls it unknown, whatever its value.
bool isUnknown(const Reviewed& one, const std::string& beside, const std::string& key)
{
    const std::size_t equals = beside.find('=');
    for (const char* value : {"1", "true", "\"none\"", "[1]"}) {
        std::vector<KeptKey> settings;
        if (equals != std::string::npos && beside.substr(0, equals) != key) {
            const std::string text = beside.substr(equals + 1);
            const bool isWord = text != "true" && text.find_first_not_of("0123456789") == 0;
            settings.push_back({beside.substr(0, equals), isWord ? '"' + text + '"' : text});
        }
        settings.push_back({key, value});
        const ImportResult result = one.format->import({fileOf(one, settings), {}});
        const bool says
            = std::any_of(result.remarks.begin(), result.remarks.end(), [&](const Remark& remark) {
                  return remark.kind == Remark::Kind::Unknown && remark.key == key;
              });
        if (!says)
            return false;
    }
    return true;
}

TEST(FrameworkKeys, AreAllKnown)
{
    for (const Reviewed& one : reviewed()) {
        const auto keys = listOf(one);
        EXPECT_GT(keys.size(), 60u) << one.name;
        for (const std::string& beside : one.beside)
            for (const std::string& key : keys)
                EXPECT_FALSE(isUnknown(one, beside, key))
                    << one.name << ": " << key << (beside.empty() ? "" : " beside " + beside);
    }
}

TEST(FrameworkKeys, HaveNoOtherInTheirTables)
{
    for (const Reviewed& one : reviewed()) {
        const auto keys = listOf(one);
        const std::set<std::string> known(keys.begin(), keys.end());
        std::set<std::string> seen;
        for (const KeyGroup& group : one.groups()) {
            EXPECT_FALSE(group.reason.empty()) << one.name << ": " << group.keys;
            std::istringstream words{std::string(group.keys)};
            for (std::string key; words >> key;) {
                EXPECT_TRUE(seen.insert(key).second) << one.name << " has twice " << key;
                EXPECT_TRUE(known.contains(key) || key.ends_with('*'))
                    << one.name << " does not have " << key;
            }
        }
    }
}

TEST(FrameworkKeys, OfNobodyAreUnknown)
{
    for (const Reviewed& one : reviewed())
        EXPECT_TRUE(isUnknown(one, one.beside.front(), "training.nobody_has_this_key")) << one.name;
}

} // namespace
} // namespace strategy
