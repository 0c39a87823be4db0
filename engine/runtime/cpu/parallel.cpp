#include "engine/runtime/cpu/parallel.h"

#include <algorithm>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace training {

int partsOf(int threads, std::int64_t count, std::int64_t grain)
{
    return static_cast<int>(std::clamp<std::int64_t>(count / std::max<std::int64_t>(grain, 1), 1,
                                                     std::max(threads, 1)));
}

#ifdef _OPENMP

void runParts(int parts, void (*body)(void*, int), void* context)
{
#pragma omp parallel for num_threads(parts) schedule(static, 1)
    for (int part = 0; part < parts; ++part)
        body(context, part);
}

void setProductThreads(int threads)
{
    if (omp_get_max_threads() != threads)
        omp_set_num_threads(threads);
}

#else

void runParts(int parts, void (*body)(void*, int), void* context)
{
    for (int part = 0; part < parts; ++part)
        body(context, part);
}

void setProductThreads(int) {}

#endif

} // namespace training
