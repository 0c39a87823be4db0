// Where the activations pass between what every tensor rank has (or, under sequence
// parallelism, has its share of the tokens of) and the layers cut over the tensor ranks:
// the conjugate operators f, g of Shoeybi et al. 2019 (section 3), and their sequence-parallel
// forms of Korthikanti et al. 2022 (section 4.2.2). The gradient of enter() is leave(), and
// the other way round.

#pragma once

#include "engine/runtime/training/machinery.h"

namespace training {

// A matrix that is either somebody else's or scratch of its own.
struct Rows {
    Held own;
    Matrix view;
};

// The rows of all tensor ranks, from this one's. Under sequence parallelism gathered, else as
// they are.
Rows enter(Machinery& machinery, const Matrix& shard);

// y = the sum over the tensor ranks of what `product` writes, or y += it. `product` fills all
// rows of the matrix it is given (or adds to it) with this rank's part; y has the rows
// between the cut parts.
void leave(Machinery& machinery, const Matrix& y, Into into,
           const std::function<void(const Matrix& target, Into into)>& product);

} // namespace training
