#include "engine/strategy/convert/recognise.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace strategy {
namespace {

// How a text is written, as far as its keys are concerned.
enum class Style { Script, Toml, Tree };

// One mark of a format. A key of a tree counts at any depth, "^key" only where no other is around
// it; in TOML "[table]" is a header. Of a script, any text.
struct Mark {
    std::string_view text;
    int weight;
};

struct Signature {
    std::string_view format;
    Style style;
    std::vector<Mark> marks;
};

constexpr int kEnough = 5;

const std::vector<Signature>& signatures()
{
    static const std::vector<Mark> kMegatron{
        {"--tensor-model-parallel-size", 3},
        {"--pipeline-model-parallel-size", 3},
        {"--num-layers", 3},
        {"--hidden-size", 3},
        {"--micro-batch-size", 3},
        {"--global-batch-size", 2},
        {"pretrain_gpt.py", 3},
    };
    static const std::vector<Signature> kAll = [] {
        std::vector<Mark> mindSpeed = kMegatron;
        for (const Mark& mark :
             {Mark{"NPUS_PER_NODE", 5}, Mark{"ASCEND", 4}, Mark{"mindspeed", 5},
              Mark{"--use-fused-", 4}, Mark{"--schedules-method", 5}, Mark{"--num-layer-list", 5},
              Mark{"--noop-layers", 5}, Mark{"--distributed-backend", 2},
              Mark{"--padded-vocab-size", 4}, Mark{"--swap-optimizer", 4},
              Mark{"--context-parallel-algo", 4}, Mark{"posttrain_gpt.py", 5}})
            mindSpeed.push_back(mark);
        return std::vector<Signature>{
            {"bubblescope", Style::Tree, {{"^bubblescope", 100}}},
            {"accelerate",
             Style::Tree,
             {{"^distributed_type", 6},
              {"^compute_environment", 3},
              {"^num_processes", 3},
              {"^fsdp_config", 3},
              {"^megatron_lm_config", 3},
              {"^deepspeed_config", 3}}},
            {"deepspeed",
             Style::Tree,
             {{"^train_micro_batch_size_per_gpu", 6},
              {"^train_batch_size", 4},
              {"^zero_optimization", 6},
              {"^gradient_accumulation_steps", 1}}},
            {"huggingface",
             Style::Tree,
             {{"^model_type", 5},
              {"^architectures", 3},
              {"^num_hidden_layers", 2},
              {"^hidden_size", 1},
              {"^vocab_size", 1}}},
            {"megatron-args", Style::Script, kMegatron},
            {"mindspeed-llm", Style::Script, mindSpeed},
            {"megatron-bridge",
             Style::Tree,
             {{"^model", 1},
              {"^train", 4},
              {"^ddp", 3},
              {"^strategy", 2},
              {"^mixed_precision", 2},
              {"_target_", 2},
              {"^data", 1},
              {"config", 2},
              {"seq_length", 2},
              {"num_layers", 1},
              {"tensor_model_parallel_size", 2},
              {"pipeline_model_parallel_size", 2}}},
            {"nemo-yaml",
             Style::Tree,
             {{"^model", 1},
              {"^trainer", 3},
              {"^exp_manager", 4},
              {"encoder_seq_length", 4},
              {"mcore_gpt", 3},
              {"num_layers", 1},
              {"tensor_model_parallel_size", 2},
              {"pipeline_model_parallel_size", 2}}},
            {"megatron-yaml", Style::Tree, {{"^language_model", 8}, {"^model_parallel", 8}}},
            {"mindspeed-rl",
             Style::Tree,
             {{"^megatron_training", 8}, {"^actor_config", 8}, {"^rl_config", 4}}},
            {"nanotron",
             Style::Tree,
             {{"^parallelism", 4},
              {"^tokens", 4},
              {"^general", 2},
              {"^data_stages", 3},
              {"model_config", 3}}},
            {"paddle",
             Style::Tree,
             {{"^hybrid_configs", 6},
              {"mp_degree", 4},
              {"pp_degree", 3},
              {"dp_degree", 2},
              {"^pipeline_configs", 4}}},
            {"paddlenlp",
             Style::Tree,
             {{"^tensor_parallel_degree", 5},
              {"^pipeline_parallel_degree", 5},
              {"^sharding_parallel_degree", 5},
              {"^per_device_train_batch_size", 4},
              {"^sharding", 2},
              {"^fp16_opt_level", 2},
              {"^pipeline_schedule_mode", 3}}},
            {"torchtitan",
             Style::Toml,
             {{"[parallelism]", 5},
              {"[model]", 2},
              {"[training]", 3},
              {"[experimental]", 3},
              {"[job]", 2}}},
        };
    }();
    return kAll;
}

bool isWordPart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
        || c == '-';
}

std::string_view withoutSpace(std::string_view line)
{
    const auto first = line.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view() : line.substr(first);
}

// What of a text is looked at: the keys of a tree, the headers of TOML.
struct Keys {
    Style style = Style::Tree;
    std::set<std::string, std::less<>> found; // those at the top twice: "key" and "^key"
};

// Keys of YAML in either style, and of JSON, told by the ':' behind them. Strings and comments are
// not told apart from the rest: a mark that stands in one counts, too.
void takeKeys(Keys& keys, std::string_view text)
{
    const bool isJson = withoutSpace(text.substr(0, text.find('{') + 1)) == "{";
    int depth = 0;
    std::size_t lineBegin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n')
            lineBegin = i + 1;
        else if (c == '{' || c == '[')
            ++depth;
        else if (c == '}' || c == ']')
            --depth;
        if (c != ':')
            continue;
        std::size_t end = i;
        while (end > lineBegin
               && (text[end - 1] == ' ' || text[end - 1] == '"' || text[end - 1] == '\''))
            --end;
        std::size_t begin = end;
        while (begin > lineBegin && isWordPart(text[begin - 1]))
            --begin;
        if (begin == end)
            continue;
        const std::string key(text.substr(begin, end - begin));
        const bool isTop = isJson ? depth == 1 : depth == 0 && begin == lineBegin;
        if (isTop)
            keys.found.insert('^' + key);
        keys.found.insert(key);
    }
}

Keys keysOf(std::string_view text)
{
    Keys keys;
    std::size_t flags = 0;
    std::size_t headers = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = withoutSpace(text.substr(at, end - at));
        at = end + 1;
        if (line.starts_with('#'))
            continue;
        flags += line.starts_with("--") || line.find(" --") != std::string_view::npos;
        const std::size_t close = line.find(']');
        if (line.starts_with('[') && close != std::string_view::npos && close > 1
            && isWordPart(line[1]) && line.find(',') == std::string_view::npos) {
            ++headers;
            keys.found.insert(std::string(line.substr(0, close + 1)));
        }
    }
    const std::string_view first = withoutSpace(text);
    if (headers > 0 && !first.starts_with('{'))
        keys.style = Style::Toml;
    else if (flags > 0 && !first.starts_with('{'))
        keys.style = Style::Script;
    if (keys.style != Style::Tree)
        return keys;
    keys.found.clear();
    takeKeys(keys, text);
    return keys;
}

} // namespace

const Format* recogniseFormat(std::string_view text)
{
    const Keys keys = keysOf(text);
    const Format* best = nullptr;
    int most = kEnough - 1;
    for (const Signature& signature : signatures()) {
        if (signature.style != keys.style)
            continue;
        int score = 0;
        for (const Mark& mark : signature.marks) {
            const bool has = keys.style == Style::Script
                ? text.find(mark.text) != std::string_view::npos
                : keys.found.contains(mark.text);
            score += has ? mark.weight : 0;
        }
        const Format* format = findFormat(signature.format);
        if (score > most && format != nullptr && format->import != nullptr) {
            most = score;
            best = format;
        }
    }
    return best;
}

} // namespace strategy
