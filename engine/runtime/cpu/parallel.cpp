#include "engine/runtime/cpu/parallel.h"

#include <algorithm>

#ifdef _OPENMP
#include <exception>
#include <mutex>

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
    // An exception must not leave the region it was thrown in.
    std::exception_ptr thrown;
    std::mutex mutex;
#pragma omp parallel for num_threads(parts) schedule(static, 1)
    for (int part = 0; part < parts; ++part) {
        try {
            body(context, part);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!thrown)
                thrown = std::current_exception();
        }
    }
    if (thrown)
        std::rethrow_exception(thrown);
}

void setProductThreads(int threads)
{
    // oneDNN takes as many threads as OpenMP has set for the thread that calls it.
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
