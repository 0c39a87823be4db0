#include "engine/runtime/cpu/attention_blocks.h"

namespace training {

// A copy, because rows of one head lie a whole layer's width apart: products read each block many
// times, and from a dense copy each read is of full cache lines.
void takeHead(Matrix to, const Matrix& from, const HeadOf& head, std::int64_t first)
{
    RowCopy rows(from);
    for (std::int64_t place = 0; place < to.rows; ++place) {
        const float* values
            = rows.read({head.row(first + place), head.head * head.size, head.size});
        std::copy_n(values, head.size, floatsOf(to, place));
    }
}

void addHead(const Matrix& to, Matrix from, const HeadOf& head, std::int64_t first)
{
    for (std::int64_t place = 0; place < from.rows; ++place)
        floatRows().add(head.floats(to, first + place), floatsOf(from, place), head.size);
}

} // namespace training
