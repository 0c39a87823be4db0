// Strategies with a model, and models.

#pragma once

#include "engine/strategy/strategy.h"

namespace gui::test {

// One that this machine trains.
inline strategy::Model smallModel()
{
    strategy::Model model;
    model.layers = 4;
    model.hidden = 512;
    model.heads = 8;
    model.vocab = 4096;
    model.sequence = 256;
    return model;
}

// 8 billion parameters on 8 x 4 devices.
inline strategy::Strategy llama()
{
    strategy::Strategy made;
    strategy::Model model;
    model.layers = 32;
    model.hidden = 4096;
    model.heads = 32;
    model.kvHeads = 8;
    model.ffnHidden = 14336;
    model.vocab = 128256;
    model.sequence = 8192;
    model.gatedMlp = true;
    model.tiedEmbeddings = false;
    model.norm = strategy::Norm::RmsNorm;
    model.positions = strategy::Positions::Rotary;
    model.biases = false;
    made.model = model;
    made.parallel.tensor = 2;
    made.parallel.pipeline = 4;
    made.parallel.data = 4;
    made.parallel.sequence = true;
    made.parallel.zero = 1;
    made.batch.global = 32;
    return made;
}

// The same with 16 experts a layer, of which 4 expert ranks have 4 each.
inline strategy::Strategy withExperts()
{
    strategy::Strategy made = llama();
    made.model->experts = 16;
    made.model->expertsPerToken = 2;
    made.model->expertFfnHidden = 1024;
    made.model->sharedExperts = 1;
    made.model->denseLayers = 2;
    made.parallel.expert = 4;
    made.parallel.expertTensor = 1;
    return made;
}

// llama() with few layers: searched and swept at once.
inline strategy::Strategy small()
{
    strategy::Strategy made = llama();
    made.model->layers = 8;
    made.parallel.data = 1;
    return made;
}

} // namespace gui::test
