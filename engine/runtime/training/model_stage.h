// One stage of the pipeline, trained: the layers it holds, before them the embedding on the
// first stage, behind them the loss on the last.

#pragma once

#include "engine/runtime/training/embedding.h"
#include "engine/runtime/training/layer.h"
#include "engine/runtime/training/loss_head.h"
#include "engine/strategy/strategy.h"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace training {

// The tokens of a microbatch as this rank's rows see them; none where a stage needs none.
struct MicrobatchTokens {
    HeldIndices inputs;  // of the first stage: one column
    HeldIndices targets; // of the last: one column
};

// What a stage keeps of one microbatch from its forward to its last backward part.
struct StageSaved {
    MicrobatchTokens tokens;
    EmbeddingSaved embedding;
    std::vector<LayerSaved> layers;
    HeadSaved head;
};

class ModelStage {
public:
    std::optional<Embedding> embedding;
    std::vector<Layer> layers; // at least one, or an embedding or a head
    std::optional<LossHead> head;
    std::vector<Bucket*> embeddingBuckets;
    std::vector<Bucket*> headBuckets;

    // `machinery` must outlive this. `places` of the rows; see placesInSequence().
    // gradientScale: 1 / tokens of a step, what the loss of one token counts.
    ModelStage(Machinery& machinery, std::span<const int> places, strategy::Recompute recompute,
               float gradientScale);

    // input: what the stage before made, [shardRows, hidden], none on the first; output: what
    // goes to the next, none on the last. loss: of the last stage alone, set to the loss summed
    // over this rank's tokens, in nats.
    void forward(int microbatch, MicrobatchTokens tokens, const Matrix& input, const Matrix& output,
                 Slot loss);

    // The same once more: fills `output`, or sets `loss`, and leaves everything as it is.
    void repeatForward(const MicrobatchTokens& tokens, const Matrix& input, const Matrix& output,
                       Slot loss);

    // dOutput: none on the last stage; dInput: none on the first. A whole backward takes the
    // weight gradients layer by layer as it goes, and is then done with the microbatch.
    void inputGrad(int microbatch, const Matrix& dOutput, const Matrix& dInput, bool whole);
    void weightGrad(int microbatch);

    // Of an earlier forward that is kept: the input of the first layer, none on a first stage.
    const Matrix* inputOf(int microbatch) const;

private:
    enum class Keep : std::uint8_t { ForBackward, Nothing };
    void runForward(StageSaved& saved, const MicrobatchTokens& tokens, const Matrix& input,
                    const Matrix& output, Slot loss, Keep keep) const;
    void keepForBackward(LayerSaved& saved, std::size_t layer) const;
    bool recomputes(std::size_t layer) const; // in full
    bool keepsInput(std::size_t layer) const; // of those that are recomputed
    void prepareBackward(StageSaved& saved, std::size_t layer) const;

    Machinery& m_machinery;
    HeldIndices m_places; // one column
    strategy::Recompute m_recompute;
    float m_gradientScale;
    std::map<int, StageSaved> m_saved; // by microbatch
};

} // namespace training
