// Tokens to vectors: a table cut by rows over the tensor ranks (Shoeybi et al. 2019, section
// 3), and learned positions, where there are any.

#pragma once

#include "engine/runtime/training/machinery.h"
#include "engine/runtime/training/parameter.h"

namespace training {

struct EmbeddingSaved {
    IndexMatrix tokens; // of the rows; kept by whoever keeps this
    Held dOut;          // from the input gradient, for the weight gradient
};

class Embedding {
public:
    Parameter tokens{};    // [local vocabulary, hidden]
    Parameter positions{}; // [sequence, hidden], or none

    // Fills x, the rows between the cut parts. places: of all rows; see placesInSequence().
    void forward(Machinery& machinery, const EmbeddingSaved& saved, const Matrix& x,
                 const IndexMatrix& places) const;
    void weightGrad(Machinery& machinery, const EmbeddingSaved& saved,
                    const IndexMatrix& places) const;
};

} // namespace training
