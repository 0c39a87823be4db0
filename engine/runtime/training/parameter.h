// One tensor of weights as a rank holds it.

#pragma once

#include "engine/runtime/training/matrix.h"

#include <cstdint>
#include <string>
#include <vector>

namespace training {

// A rectangle of a parameter and where it lies in a tensor of the model. A parameter that
// stands for several tensors (queries, keys and values) has one for each.
struct Piece {
    std::string name;           // of the tensor, as in a checkpoint
    bool vector = false;        // one-dimensional there
    std::int64_t wholeRows = 0; // of the tensor
    std::int64_t wholeColumns = 0;
    std::int64_t firstRow = 0; // of the rectangle, in the tensor
    std::int64_t firstColumn = 0;
    std::int64_t localRow = 0; // of the rectangle, in the parameter
    std::int64_t localColumn = 0;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};

// What a rank must know to make, train and save one parameter.
struct ParameterSpec {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::vector<Piece> pieces{}; // what they leave out is padding: it stays 0
    float deviation = 0;         // of the normal distribution it starts from;
    float constant = 0;          // or, where that is 0, what it starts with
    bool decays = true;          // weight decay

    // How the tensor ranks share it. 0: each has its own part, or all compute the same
    // gradient. Else there are `slots` different parts among them, this rank has number
    // `slot`, and a gradient is the sum over the ranks of that slot.
    int slots = 0;
    int slot = 0;
    // Of the tensor ranks that hold the same part one is the primary: its part is counted in norms
    // and saved in checkpoints.
    bool primary = true;

    std::int64_t size() const { return rows * columns; }
};

class Bucket;

// A parameter in its bucket, or several neighbours that are multiplied with as one: matrices of
// the same columns one below the other, or vectors side by side. An empty one (no bias) is
// none.
struct Parameter {
    Bucket* bucket = nullptr;
    int index = 0; // of the first
    int count = 1;

    explicit operator bool() const { return bucket != nullptr; }
    Matrix weight() const;   // while the bucket's weights are here
    Matrix gradient() const; // F32, while the bucket's gradients are open
};

} // namespace training
