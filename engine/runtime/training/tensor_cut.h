// Where the activations pass between what every tensor rank has (or, under sequence
// parallelism, has its share of the tokens of) and the layers cut over the tensor ranks:
// the conjugate operators f, g of Shoeybi et al. 2019 (section 3), and their sequence-parallel
// forms of Korthikanti et al. 2022 (section 4.2.2). The gradient of enter() is leave(), and
// the other way round.

#pragma once

#include "engine/runtime/training/machinery.h"
#include "engine/runtime/training/norm_layer.h"

#include <functional>
#include <optional>

namespace training {

// A matrix that is either somebody else's or scratch of its own.
struct Rows {
    Held own;
    Matrix view;
};

// The rows of all tensor ranks, from this one's. Under sequence parallelism gathered, else as
// they are.
Rows enter(Machinery& machinery, const Matrix& shard);

// Writes this rank's part of a result, in all rows of the matrix it is given.
using CutProduct = std::function<void(const Matrix& target)>;
// The same, with a bias and a residual added, each of which may be none.
using ResidualProduct
    = std::function<void(const Matrix& target, const Parameter& bias, const Matrix& residual)>;

// y = the sum over the tensor ranks of what `product` writes; y has the rows between the cut parts.
void leave(Machinery& machinery, const Matrix& y, const CutProduct& product);
// y = residual + outBias + that sum; and, where one is given, the norm of y, in whatever passes
// over memory are the fewest.
void leaveOnto(Machinery& machinery, const Matrix& y, const Matrix& residual,
               const Parameter& outBias, const ResidualProduct& product,
               const std::optional<NextNorm>& next = {});

} // namespace training
