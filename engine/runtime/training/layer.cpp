#include "engine/runtime/training/layer.h"

namespace training {

namespace {

// The weights of a layer, here while this lives.
class Needed {
public:
    explicit Needed(const std::vector<Bucket*>& buckets)
        : m_buckets(buckets)
    {
        for (Bucket* bucket : m_buckets)
            bucket->needWeights();
    }
    ~Needed()
    {
        for (Bucket* bucket : m_buckets)
            bucket->doneWithWeights();
    }
    Needed(const Needed&) = delete;
    Needed& operator=(const Needed&) = delete;

private:
    const std::vector<Bucket*>& m_buckets;
};

// Calls `work` with the block and what it saved, whichever the two are.
template <class Blocks, class Saved, class Work>
void withMlp(Blocks& blocks, Saved& saved, const Work& work)
{
    if (auto* dense = std::get_if<MlpBlock>(&blocks))
        work(*dense, std::get<MlpSaved>(saved));
    else
        work(std::get<ExpertsBlock>(blocks), std::get<ExpertsSaved>(saved));
}

} // namespace

void Layer::forward(Machinery& machinery, LayerSaved& saved, const Matrix& y,
                    const IndexMatrix& places) const
{
    const Needed needed(buckets);
    const Matrix& x = saved.x.view;
    saved.middle = machinery.activation(x.rows, x.columns, x.type);
    if (std::holds_alternative<ExpertsBlock>(mlp))
        saved.mlp.emplace<ExpertsSaved>();
    withMlp(mlp, saved.mlp, [&](const auto& block, auto& own) {
        attention.forward(machinery, saved.attention, saved.middle.view, x, places,
                          {block.norm, own.norm});
        block.forward(machinery, own, y, saved.middle.view);
    });
}

void Layer::inputGrad(Machinery& machinery, LayerSaved& saved, Held& d,
                      const IndexMatrix& places) const
{
    const Needed needed(buckets);
    withMlp(mlp, saved.mlp, [&](const auto& block, auto& own) {
        block.inputGrad(machinery, own, d, saved.middle.view);
    });
    attention.inputGrad(machinery, saved.attention, d, saved.x.view, places);
}

void Layer::weightGrad(Machinery& machinery, LayerSaved& saved) const
{
    for (Bucket* bucket : buckets)
        bucket->openGradients();
    withMlp(mlp, saved.mlp, [&](const auto& block, auto& own) {
        block.weightGrad(machinery, own, saved.middle.view);
    });
    attention.weightGrad(machinery, saved.attention, saved.x.view);
    for (Bucket* bucket : buckets)
        bucket->closeGradients();
}

void Layer::forget(LayerSaved& saved) const
{
    AttentionBlock::forget(saved.attention);
    withMlp(mlp, saved.mlp, [](const auto& block, auto& own) { block.forget(own); });
}

void Layer::restore(Machinery& machinery, LayerSaved& saved) const
{
    const Needed needed(buckets);
    attention.restore(machinery, saved.attention, saved.x.view);
    withMlp(mlp, saved.mlp, [&](const auto& block, auto& own) {
        block.restore(machinery, own, saved.middle.view);
    });
}

} // namespace training
