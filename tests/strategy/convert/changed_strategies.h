// Strategies that differ in one field from a usual one: what an export has to say or to name.

#pragma once

#include "engine/strategy/check.h"
#include "engine/strategy/convert/settings.h"
#include "tests/strategy/convert/fixture.h"

namespace strategy {

inline Strategy withExperts()
{
    Strategy strategy;
    Model& model = strategy.model.emplace();
    model.layers = 16;
    model.experts = 8;
    model.expertsPerToken = 2;
    strategy.parallel.tensor = 2;
    strategy.parallel.pipeline = 4;
    strategy.parallel.data = 4;
    strategy.parallel.zero = 1;
    strategy.batch.global = 32;
    return strategy;
}

inline Strategy dense()
{
    Strategy strategy;
    Model& model = strategy.model.emplace();
    model.layers = 8;
    model.gatedMlp = true;
    model.norm = Norm::RmsNorm;
    model.positions = Positions::Rotary;
    model.biases = false;
    strategy.parallel.data = 8;
    strategy.batch.global = 16;
    return strategy;
}

// Some of these suit each field; the others are problems.
inline const std::vector<std::string> kValues{
    "true",        "false",        "1",         "2",
    "4",           "16",           "3",         "0.5",
    "fp16",        "fp32",         "gpipe",     "zbv",
    "interleaved", "all",          "eager",     "optimizer",
    "selective",   "ops",          "full",      "block",
    "linear",      "cosine",       "unfused",   "all_to_all",
    "skip",        "sgd",          "adam-bf16", "layernorm",
    "learned",     "[2, 2, 2, 2]", "[8]",       "tp-cp-ep-pp-dp",
    "a100-80gb",   "bf16",         "fp8",       "separate",
    "compiled",    "graph",        "row",       "flash-1",
    "flash-2"};

inline std::vector<Node> itemsOf(const std::string& list)
{
    std::vector<Node> items;
    for (std::size_t at = 1; at < list.size(); at += 3)
        items.push_back(wordNode(list.substr(at, 1), 0));
    return items;
}

// Strategies with one field changed that check() accepts, with the field: a few of each.
inline std::vector<std::pair<std::string, Strategy>> neighbours(const Strategy& base)
{
    std::vector<std::pair<std::string, Strategy>> changed;
    for (const auto& [field, text] : fieldTexts(base)) {
        int accepted = 0;
        for (const std::string& value : kValues) {
            Strategy strategy = base;
            const bool list = value.starts_with('[');
            const bool takesList = text.starts_with('[');
            if (list != takesList || accepted == 2)
                continue;
            const auto set = setField(strategy, field, wordNode(value, 0),
                                      list ? itemsOf(value) : std::vector<Node>{});
            if (set && fieldTexts(strategy).at(field) != text && check(strategy).problems.empty()) {
                changed.emplace_back(field, strategy);
                ++accepted;
            }
        }
    }
    return changed;
}

} // namespace strategy
