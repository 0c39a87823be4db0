#include "engine/runtime/cuda/kernels/attention.h"

#include "engine/runtime/cuda/kernels/attention_float.h"
#include "engine/runtime/cuda/kernels/attention_half.h"

#include <initializer_list>

namespace gpu {

namespace {

// Whether all rows begin at multiples of as many bytes.
bool aligned(const View& view, std::uintptr_t bytes)
{
    const auto row = static_cast<std::uintptr_t>(view.stride) * (view.half ? 2 : 4);
    return (reinterpret_cast<std::uintptr_t>(view.data) | row) % bytes == 0;
}

bool takesHalf(const AttentionShape& shape, std::initializer_list<const View*> read,
               std::initializer_list<const View*> written)
{
    for (const View* view : read)
        if (!view->half || !aligned(*view, 16))
            return false;
    for (const View* view : written)
        if (!aligned(*view, view->half ? 4 : 8)) // of two elements
            return false;
    return shape.size % 8 == 0;
}

} // namespace

bool takesHalf(const AttentionShape& shape, const Attention& views)
{
    return takesHalf(shape, {&views.q, &views.k, &views.v}, {&views.out});
}

bool takesHalf(const AttentionShape& shape, const AttentionGrad& views)
{
    return takesHalf(shape, {&views.q, &views.k, &views.v, &views.dOut},
                     {&views.dq, &views.dk, &views.dv});
}

void attend(cudaStream_t stream, const AttentionShape& shape, const Attention& views)
{
    if (views.q.rows == 0 || views.k.rows == 0)
        return;
    (takesHalf(shape, views) ? attendHalf : attendFloat)(stream, shape, views);
}

void attendGrad(cudaStream_t stream, const AttentionShape& shape, const AttentionGrad& views)
{
    if (views.q.rows == 0 || views.k.rows == 0)
        return;
    (takesHalf(shape, views) ? attendGradHalf : attendGradFloat)(stream, shape, views);
}

} // namespace gpu
