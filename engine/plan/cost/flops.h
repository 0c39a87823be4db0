// Floating-point operations of a step, over all devices: what the model asks for, and what
// the hardware does with recomputation.
//
// arXiv 2205.05198, appendix A, generalised: 2 for each weight and token of a product, thrice
// with the backward, and 2 * sequence for each token and number of its heads' queries and
// values. Of causal attention half of the pairs count, where `causal` asks for it; published
// figures mostly count all ("full").

#pragma once

#include "engine/plan/cost/job.h"

namespace plan {

enum class AttentionCount : std::uint8_t { Full, Causal };

// Of one forward of that many samples.
double forwardFlops(const Transformer& model, double samples, AttentionCount count);

// Of a step: three forwards; and with what is computed again.
double modelFlops(const Job& job, AttentionCount count);
double hardwareFlops(const Job& job, AttentionCount count);

// The same as published HFU count selective recomputation (arXiv 2205.05198, appendix A:
// 72 B L s h^2 (1 + s / 3h + v / 12hL)): the attention thrice over, where one forward of it runs.
double publishedHardwareFlops(const Job& job, AttentionCount count);

// What one device can do at most in the type the job computes in, a second.
double peakFlops(const Job& job);

} // namespace plan
