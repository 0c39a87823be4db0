// Between the elements of a bucket, one after the other, and the tensors they belong to.

#pragma once

#include "engine/runtime/training/bucket.h"
#include "engine/runtime/training/tensor_slice.h"

#include <vector>

namespace training {

// Sets the weights that training starts from, and brings them to all. `store` is that of the
// bucket's memory.
void fillBucket(Bucket& bucket, engine::Store& store, int seed);

// What this rank's stretch of that state holds of the tensors of the model; `values` of the
// slices lie in `values`, a row of F32 for the stretch. With `primary`, only those of which this
// rank is the primary among the tensor ranks.
std::vector<TensorSlice> slicesOf(const Bucket& bucket, Bucket::State state, const Matrix& values,
                                  bool primary);

} // namespace training
