// The first half of a transformer layer: y = x + projection(attention(norm(x))), cut over the
// tensor ranks by heads.

#pragma once

#include "engine/runtime/training/linear.h"
#include "engine/runtime/training/norm_layer.h"

namespace training {

// Of one microbatch, until its weight gradient is taken.
struct AttentionSaved {
    NormSaved norm;
    Held qkv;    // queries and keys turned, where positions are rotary
    Held out;    // of the attention, [rows, heads * size]
    Held logSum; // F32 [rows, heads]

    // From the input gradient, for the weight gradient.
    Held dOut;    // of the block
    Held dQkv;    // before the turning
    Held dNormed; // of the norm's result
};

class AttentionBlock {
public:
    NormLayer norm;
    Linear qkv;
    Linear projection;   // without its bias,
    Parameter outBias{}; // which is added once, after the sum over the tensor ranks
    float rotaryBase = 10000;

    // places: of the rows in the sequence; see placesInSequence(). next: the norm of y.
    void forward(Machinery& machinery, AttentionSaved& saved, const Matrix& y, const Matrix& x,
                 const IndexMatrix& places, const NextNorm& next) const;
    // d: the gradient of y, turned into that of x.
    void inputGrad(Machinery& machinery, AttentionSaved& saved, Held& d, const Matrix& x,
                   const IndexMatrix& places) const;
    void weightGrad(Machinery& machinery, AttentionSaved& saved, const Matrix& x) const;

    // Drops what restore() can make again from x and qkv: the attention itself and the norm.
    static void forget(AttentionSaved& saved);
    void restore(Machinery& machinery, AttentionSaved& saved, const Matrix& x) const;

private:
    void attend(Machinery& machinery, AttentionSaved& saved) const;
    void turn(Machinery& machinery, const Matrix& qkvRows, const IndexMatrix& places,
              bool back) const;
    // The same, of all columns, from one matrix into another of another type.
    void turnInto(Machinery& machinery, const Matrix& to, const Matrix& qkvRows,
                  const IndexMatrix& places, bool back) const;
};

} // namespace training
