// The table of one instruction set; its name is BUBBLESCOPE_ROWS.

#include "engine/runtime/cpu/float_rows.h"
#include "engine/runtime/cpu/vector/activations.h"
#include "engine/runtime/cpu/vector/adamw.h"
#include "engine/runtime/cpu/vector/basic.h"
#include "engine/runtime/cpu/vector/norms.h"
#include "engine/runtime/cpu/vector/softmax.h"

namespace training {

extern const FloatRows BUBBLESCOPE_ROWS;
const FloatRows BUBBLESCOPE_ROWS = {
    .instructions = BUBBLESCOPE_INSTRUCTIONS,
    .fromBf16 = fromBf16,
    .toBf16 = toBf16,
    .add = add,
    .addScaled = addScaled,
    .blend = blend,
    .scale = scale,
    .addRows = addRows,
    .sum = sum,
    .dot = dot,
    .maximum = maximum,
    .sumOfSquares = sumOfSquares,
    .gelu = gelu,
    .geluGrad = geluGrad,
    .swiglu = swiglu,
    .swigluGrad = swigluGrad,
    .rotate = rotate,
    .spread = spread,
    .normalize = normalize,
    .normSums = normSums,
    .normInputGrad = normInputGrad,
    .normWeightGrad = normWeightGrad,
    .exponentials = exponentials,
    .scoreGrad = scoreGrad,
    .adamw = adamw,
};

} // namespace training
