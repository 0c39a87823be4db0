// What software that does not fuse spends between products. Internal to the cost model.

#pragma once

namespace plan {

// What one fused kernel does takes so many in software that does not fuse, and so much more
// traffic, as each writes what the next one reads. A layer norm or an activation function of one
// operand is one kernel anywhere.
inline constexpr double kEagerNorm = 2.5;     // squared, averaged, scaled twice, converted
inline constexpr double kEagerGate = 5.0 / 3; // the function, then the product with the other half
inline constexpr double kEagerRotary = 2.5;   // halves turned, two products, their sum
inline constexpr double kEagerDropout = 2;    // dropped, then added
inline constexpr double kEagerScores = 2;     // masked, scaled and converted both ways

} // namespace plan
