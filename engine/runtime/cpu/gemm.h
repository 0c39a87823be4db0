// The matrix product of floats. oneDNN's: on large products it is as fast as OpenBLAS, on the
// 64 to 256 rows of an attention block a third faster (tests/bench/bench_gemm), and it finds
// AVX2, AVX-512 and AMX by itself.
//
// oneDNN can multiply BF16 by itself, on processors with AVX512_BF16 or AMX only and through
// another interface (the matmul primitive). It is not used: BF16 is converted to F32 first, which
// is right everywhere.

#pragma once

#include "engine/runtime/training/kernels.h"

#include <string>

namespace training {

// c = factor op(a) op(b), or c += that. All F32. Uses the threads that parallel.h set for the
// calling thread; one within a parallel loop. Throws Failure where the library refuses.
void multiplyFloats(Matrix c, Matrix a, Flip flipA, Matrix b, Flip flipB, float factor, Into into);

std::string gemmLibrary(); // "oneDNN 2.6.3"

} // namespace training
