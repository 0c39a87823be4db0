#include "engine/runtime/training/model_stage.h"

#include <algorithm>
#include <cassert>

namespace training {

namespace {

// Weights and gradients of embedding or head.
void need(const std::vector<Bucket*>& buckets)
{
    for (Bucket* bucket : buckets)
        bucket->needWeights();
}

void doneWith(const std::vector<Bucket*>& buckets)
{
    for (Bucket* bucket : buckets)
        bucket->doneWithWeights();
}

template <class Work>
void withGradients(const std::vector<Bucket*>& buckets, const Work& work)
{
    for (Bucket* bucket : buckets)
        bucket->openGradients();
    work();
    for (Bucket* bucket : buckets)
        bucket->closeGradients();
}

} // namespace

ModelStage::ModelStage(Machinery& machinery, std::span<const int> places,
                       strategy::Recompute recompute, float gradientScale)
    : m_machinery(machinery)
    , m_places(machinery.memory.uploaded(places, Use::Buffers))
    , m_recompute(recompute)
    , m_gradientScale(gradientScale)
{
}

// Of full recomputation: all layers, or the first so many of the stage ("block").
bool ModelStage::recomputes(std::size_t layer) const
{
    if (m_recompute.granularity != strategy::Recomputing::Full)
        return false;
    return m_recompute.method != strategy::RecomputeMethod::Block || m_recompute.layers == 0
        || layer < static_cast<std::size_t>(m_recompute.layers);
}

// The first of each group of layers that are made again together ("uniform").
bool ModelStage::keepsInput(std::size_t layer) const
{
    const bool grouped
        = m_recompute.method == strategy::RecomputeMethod::Uniform && m_recompute.layers > 1;
    return !grouped || layer % static_cast<std::size_t>(m_recompute.layers) == 0;
}

void ModelStage::forward(int microbatch, MicrobatchTokens tokens, const Matrix& input,
                         const Matrix& output, Slot loss)
{
    // By microbatch, because a schedule may have many in flight and end them in any order.
    StageSaved& saved = m_saved[microbatch];
    saved.tokens = std::move(tokens);
    runForward(saved, saved.tokens, input, output, loss, Keep::ForBackward);
}

void ModelStage::repeatForward(const MicrobatchTokens& tokens, const Matrix& input,
                               const Matrix& output, Slot loss)
{
    StageSaved saved;
    runForward(saved, tokens, input, output, loss, Keep::Nothing);
}

// Drops what the backward will make again.
void ModelStage::keepForBackward(LayerSaved& saved, std::size_t layer) const
{
    if (recomputes(layer)) {
        Held x = std::move(saved.x);
        saved = {};
        if (keepsInput(layer))
            saved.x = std::move(x);
    } else if (m_recompute.granularity == strategy::Recomputing::Selective) {
        layers[layer].forget(saved);
    }
}

void ModelStage::runForward(StageSaved& saved, const MicrobatchTokens& tokens, const Matrix& input,
                            const Matrix& output, Slot loss, Keep keep) const
{
    const Dims& dims = m_machinery.dims;
    Held x = m_machinery.activation(dims.shardRows(), dims.hidden, dims.type);
    if (embedding) {
        saved.embedding.tokens = tokens.inputs.view;
        need(embeddingBuckets);
        embedding->forward(m_machinery, saved.embedding, x.view, m_places.view);
        doneWith(embeddingBuckets);
    } else {
        // A copy: the message's memory goes back when the op is over, the input stays until the
        // backward.
        m_machinery.kernels.copy(x.view, input);
    }
    saved.layers.resize(layers.size());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        LayerSaved& layer = saved.layers[i];
        layer.x = std::move(x);
        x = m_machinery.activation(dims.shardRows(), dims.hidden, dims.type);
        layers[i].forward(m_machinery, layer, x.view, m_places.view);
        // At once, so that no more than one layer has all of it.
        if (keep == Keep::Nothing)
            layer = {};
        else
            keepForBackward(layer, i);
    }
    if (!head) {
        m_machinery.kernels.copy(output, x.view);
        return;
    }
    saved.head.targets = tokens.targets.view;
    saved.head.x = std::move(x);
    need(headBuckets);
    head->forward(m_machinery, saved.head, loss);
    doneWith(headBuckets);
}

const Matrix* ModelStage::inputOf(int microbatch) const
{
    const auto found = m_saved.find(microbatch);
    if (found == m_saved.end() || found->second.layers.empty()
        || !found->second.layers.front().x.block)
        return nullptr;
    return &found->second.layers.front().x.view;
}

// Makes again what the backward of `layer` needs, and with it what the rest of its group needs.
void ModelStage::prepareBackward(StageSaved& saved, std::size_t layer) const
{
    LayerSaved& own = saved.layers[layer];
    const bool whole = recomputes(layer);
    if (whole ? bool(own.middle.block)
              : m_recompute.granularity != strategy::Recomputing::Selective)
        return; // all there
    const Trace::Again began = m_machinery.trace.beginAgain();
    if (!whole) {
        layers[layer].restore(m_machinery, own);
    } else {
        std::size_t first = layer;
        // Inputs within a group were dropped; the group is made again from its first layer on.
        while (!keepsInput(first))
            --first;
        for (std::size_t i = first; i <= layer; ++i) {
            LayerSaved& again = saved.layers[i];
            const Matrix& x = again.x.view;
            Held y = m_machinery.activation(x.rows, x.columns, x.type);
            layers[i].forward(m_machinery, again, y.view, m_places.view);
            if (i < layer)
                saved.layers[i + 1].x = std::move(y);
        }
    }
    m_machinery.trace.endAgain(began);
}

void ModelStage::inputGrad(int microbatch, const Matrix& dOutput, const Matrix& dInput, bool whole)
{
    const Dims& dims = m_machinery.dims;
    StageSaved& saved = m_saved.at(microbatch);
    Held d;
    if (head) {
        need(headBuckets);
        d = head->inputGrad(m_machinery, saved.head, m_gradientScale);
        doneWith(headBuckets);
        if (whole) {
            withGradients(headBuckets, [&] { head->weightGrad(m_machinery, saved.head); });
            saved.head = {};
        }
    } else {
        d = m_machinery.activation(dims.shardRows(), dims.hidden, dims.type);
        m_machinery.kernels.copy(d.view, dOutput);
    }
    for (std::size_t i = layers.size(); i-- > 0;) {
        prepareBackward(saved, i);
        layers[i].inputGrad(m_machinery, saved.layers[i], d, m_places.view);
        if (whole) {
            layers[i].weightGrad(m_machinery, saved.layers[i]);
            saved.layers[i] = {};
        }
    }
    if (embedding)
        saved.embedding.dOut = std::move(d);
    else
        m_machinery.kernels.copy(dInput, d.view);
    if (!whole)
        return;
    if (embedding)
        withGradients(embeddingBuckets,
                      [&] { embedding->weightGrad(m_machinery, saved.embedding, m_places.view); });
    m_saved.erase(microbatch);
}

void ModelStage::weightGrad(int microbatch)
{
    StageSaved& saved = m_saved.at(microbatch);
    if (head)
        withGradients(headBuckets, [&] { head->weightGrad(m_machinery, saved.head); });
    for (std::size_t i = layers.size(); i-- > 0;) {
        layers[i].weightGrad(m_machinery, saved.layers[i]);
        // As soon as the layer is done with, so that its activations make room for the gradients of
        // the next.
        saved.layers[i] = {};
    }
    if (embedding)
        withGradients(embeddingBuckets,
                      [&] { embedding->weightGrad(m_machinery, saved.embedding, m_places.view); });
    m_saved.erase(microbatch);
}

} // namespace training
