// What every part of the model works with on a rank.

#pragma once

#include "engine/runtime/training/dims.h"
#include "engine/runtime/training/group.h"
#include "engine/runtime/training/kernels.h"
#include "engine/runtime/training/memory.h"

#include <functional>

namespace training {

// All of it outlives the parts of the model.
struct Machinery {
    const Dims& dims;
    Kernels& kernels;
    Memory& memory;
    Trace& trace;
    Group tensor;
    Group context;
    Group expert;
    // Called between products, so that messages move while the rank computes. May be empty.
    std::function<void()> progressTransfers{};

    void progress() const
    {
        if (progressTransfers)
            progressTransfers();
    }

    // The first token of the vocabulary whose row of the table this rank has.
    int firstToken() const { return tensor.rank() * dims.localVocab(); }

    // Contiguous, of any content: scratch() is gone by the end of the op, activation() may stay
    // until the backward; memory is counted by which of the two it is.
    Held scratch(std::int64_t rows, std::int64_t columns, Type type) const
    {
        return memory.matrix(rows, columns, type, Use::Buffers);
    }
    Held activation(std::int64_t rows, std::int64_t columns, Type type) const
    {
        return memory.matrix(rows, columns, type, Use::Activations);
    }
};

} // namespace training
