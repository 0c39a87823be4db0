// Behind the last layer: the final norm, the logits over a vocabulary cut over the tensor
// ranks, and the softmax cross entropy (Shoeybi et al. 2019, section 3, the fused form: only a
// number a token is exchanged).

#pragma once

#include "engine/runtime/training/linear.h"
#include "engine/runtime/training/norm_layer.h"

namespace training {

struct HeadSaved {
    IndexMatrix targets; // of the rows: the token after each; kept by whoever keeps this
    Held x;              // what came in
    NormSaved norm;
    Held logits; // F32, for the gradient of the loss; its gradient after that, perhaps in BF16
    Held maxima; // of each row over the whole vocabulary, one column
    Held sums;   // of the exponentials, likewise

    // From the input gradient, for the weight gradient.
    Held dNormed;
};

class LossHead {
public:
    NormLayer norm;
    Linear logits; // [local vocabulary, hidden], no bias; perhaps the embedding's table

    // loss: set to the sum over this rank's rows of -log p(target), the same on all tensor ranks.
    void forward(Machinery& machinery, HeadSaved& saved, Slot loss) const;
    // The gradient of x, of `scale` times the loss.
    Held inputGrad(Machinery& machinery, HeadSaved& saved, float scale) const;
    void weightGrad(Machinery& machinery, HeadSaved& saved) const;
};

} // namespace training
