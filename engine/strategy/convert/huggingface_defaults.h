// What a configuration class of Hugging Face's transformers has by itself, by model type: the
// numbers that a file means which leaves a key out. Internal to this folder.

#pragma once

#include "engine/strategy/strategy.h"

namespace strategy {

// The sizes that most classes state, in the order of their arguments.
struct DecoderSizes {
    int layers = 0;
    int hidden = 0;
    int ffn = 0; // 0: four times hidden
    int heads = 0;
    int kvHeads = 0; // 0: as many as heads
    int vocab = 0;
    int length = 0; // the most positions
};

// Like Llama's: normalised by the root mean square, gated, rotary, untied, without biases.
Model rotaryDecoder(const DecoderSizes& sizes);

// Like GPT-2's: layer norms, biases, learned positions, tied, not gated.
Model learnedDecoder(const DecoderSizes& sizes);

// Between the two, as many are: layer norms and rotary positions; not gated, untied.
Model layerNormDecoder(const DecoderSizes& sizes, bool biases);

// The model with that changed.
Model gated(Model model);
Model tied(Model model);
Model withQkvBiases(Model model);
Model withQkNorm(Model model);
Model withHeadDim(Model model, int width);
Model withDropout(Model model); // its rate costs nothing, only its masks do
Model withExperts(Model model, int experts, int perToken, int ffn = 0);
Model withSharedExperts(Model model, int shared, int denseLayers);
Model withLatentAttention(Model model); // of DeepSeek-V2's and V3's widths

} // namespace strategy
