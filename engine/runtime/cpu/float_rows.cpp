#include "engine/runtime/cpu/float_rows.h"

namespace training {

extern const FloatRows kFloatRowsPlain;
const FloatRows* floatRowsPlain() { return &kFloatRowsPlain; }

#ifdef BUBBLESCOPE_X86_VECTORS

extern const FloatRows kFloatRowsAvx2;
extern const FloatRows kFloatRowsAvx512;

const FloatRows* floatRowsAvx2()
{
    // Asked of the processor and of the system, which must save the wider registers; a binary for
    // any x86-64 then picks by itself.
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kFloatRowsAvx2
                                                                           : nullptr;
}

const FloatRows* floatRowsAvx512()
{
    return floatRowsAvx2() != nullptr && __builtin_cpu_supports("avx512f")
            && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
            && __builtin_cpu_supports("avx512vl")
        ? &kFloatRowsAvx512
        : nullptr;
}

#else

const FloatRows* floatRowsAvx2() { return nullptr; }
const FloatRows* floatRowsAvx512() { return nullptr; }

#endif

const FloatRows& floatRows()
{
    // Once: results may differ between instruction sets, so a run must not change its own.
    static const FloatRows& widest = floatRowsAvx512() != nullptr ? *floatRowsAvx512()
        : floatRowsAvx2() != nullptr                              ? *floatRowsAvx2()
                                                                  : *floatRowsPlain();
    return widest;
}

} // namespace training
