// Megatron-LM's pipeline layout: which layers each stage holds, as one line of text.
//
// "E|(t|)*3,m|m||L": stages are separated by '|', and may be empty; E is the embedding,
// t a transformer layer, m a multi-token prediction layer, L the loss; x*n is x n times
// over, where x is a letter, a '|' or a group in parentheses; commas mean nothing. Groups
// do not nest. Read like that by --pipeline-model-parallel-layout.

#pragma once

#include "engine/plan/layers.h"
#include "engine/plan/result.h"

#include <string>
#include <string_view>

namespace strategy {

inline constexpr std::size_t kMaxLayoutText = 1 << 20; // bytes

// The stages the text lists, written out. Fails with the column (from 1) on anything that
// is not of the grammar, on more than one embedding or loss or either out of its place,
// on an MTP layer before a transformer layer, and on more than kMaxLayers layers or
// stages, however they are written; in time linear in the text and in that limit.
plan::Result<plan::LayerSplit> parseLayoutText(std::string_view text);

// A text that parseLayoutText() reads back as the same stages: repeats are written short,
// stages that return in rows of the same few too.
//
// Precondition: the split has a stage, the embedding before every layer and the loss
// behind; as those that layers.h and this file make have.
std::string toLayoutText(const plan::LayerSplit& split);

// What Megatron-LM demands besides the grammar of a layout on so many ranks: that the
// stages divide by them, and that all MTP layers stand together, on the last chunk of a
// rank. `layers`: the model's, without MTP.
plan::Outcome checkLayout(const plan::LayerSplit& split, int ranks, long long layers);

} // namespace strategy
