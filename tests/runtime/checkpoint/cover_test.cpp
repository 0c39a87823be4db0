#include "engine/runtime/training/checkpoint/slices.h"
#include "tests/runtime/checkpoint/small_model.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

using namespace checkpoint_test;
using namespace training;

namespace {

std::vector<SliceShape> shapesOf(Cut cut, int ranks)
{
    std::vector<SliceShape> shapes;
    for (int rank = 0; rank < ranks; ++rank) {
        const Holding own(cut, rank, ranks);
        const auto decoded = decodeShapes(encodeShapes(own.slices()));
        EXPECT_TRUE(decoded);
        shapes.insert(shapes.end(), decoded->begin(), decoded->end());
    }
    return shapes;
}

std::string errorOf(std::vector<SliceShape> shapes)
{
    const auto tensors = coveredTensors(std::move(shapes));
    return tensors ? "" : tensors.error().message;
}

TEST(Cover, OfAllCutsIsTheModel)
{
    for (const Cut cut : kCuts) {
        const auto tensors = coveredTensors(shapesOf(cut, 4));
        ASSERT_TRUE(tensors) << tensors.error().message;
        EXPECT_EQ(*tensors, tensorsOf());
    }
}

TEST(Cover, NamesHolesOverlapsAndDisagreement)
{
    auto shapes = shapesOf(Cut::Rows, 1); // part after part, tensor after tensor
    shapes[0].extent[0] -= 2;
    EXPECT_EQ(errorOf(shapes),
              "no rank owns 12 values of the weights of model.embed_tokens.weight");
    shapes = shapesOf(Cut::Rows, 1);
    shapes.push_back(shapes[7]);
    shapes.back().extent = {1, 1};
    EXPECT_EQ(errorOf(shapes), "two slices of the first moments of model.norm.weight overlap");
    shapes = shapesOf(Cut::Rows, 1);
    shapes.push_back(shapes[2]);
    shapes.back().whole.size[0] = 9;
    EXPECT_EQ(errorOf(shapes),
              "model.layers.0.self_attn.o_proj.weight is 6 x 6 on one rank and "
              "9 x 6 on another");
    shapes = shapesOf(Cut::Rows, 1);
    shapes.pop_back();
    EXPECT_EQ(errorOf(shapes),
              "model.norm.weight is not among the weights and the second moments "
              "with one size");
}

TEST(Cover, DamagedShapesAreRefused)
{
    const Holding own(Cut::Flat, 0, 1);
    const std::string bytes = encodeShapes(own.slices());
    std::set<std::size_t> whole; // lengths that end with a slice
    for (std::size_t length = 0; length < bytes.size(); ++length)
        if (decodeShapes(bytes.substr(0, length)))
            whole.insert(length);
    EXPECT_EQ(whole.size(), 12u); // none, and after all but the last
}

// Against a count of every value.
RC_GTEST_PROP(Cover, IsExactlyOnce, ())
{
    const auto rows = *rc::gen::inRange<std::int64_t>(1, 6);
    const auto columns = *rc::gen::inRange<std::int64_t>(1, 6);
    std::vector<SliceShape> shapes;
    std::vector<int> times(static_cast<std::size_t>(rows * columns));
    const auto add = [&](std::int64_t row, std::int64_t column, std::int64_t height,
                         std::int64_t width) {
        for (const StatePart part : kStateParts)
            shapes.push_back({part, {"w", false, {rows, columns}}, {row, column}, {height, width}});
        for (std::int64_t r = row; r < row + height; ++r)
            for (std::int64_t c = column; c < column + width; ++c)
                ++times[static_cast<std::size_t>(r * columns + c)];
    };
    const auto split = *rc::gen::inRange<std::int64_t>(0, rows + 1);
    if (split > 0)
        add(0, 0, split, columns);
    for (std::int64_t column = 0; split < rows && column < columns;) {
        const auto width = *rc::gen::inRange<std::int64_t>(1, columns - column + 1);
        add(split, column, rows - split, width);
        column += width;
    }
    if (*rc::gen::arbitrary<bool>()) {
        const auto row = *rc::gen::inRange<std::int64_t>(0, rows);
        const auto column = *rc::gen::inRange<std::int64_t>(0, columns);
        add(row, column, *rc::gen::inRange<std::int64_t>(1, rows - row + 1),
            *rc::gen::inRange<std::int64_t>(1, columns - column + 1));
    }
    if (shapes.size() > 3 && *rc::gen::arbitrary<bool>()) { // leaves one out
        const SliceShape gone = shapes.front();
        shapes.erase(shapes.begin(), shapes.begin() + 3);
        for (std::int64_t r = 0; r < gone.extent[0]; ++r)
            for (std::int64_t c = 0; c < gone.extent[1]; ++c)
                --times[static_cast<std::size_t>((gone.first[0] + r) * columns + gone.first[1]
                                                 + c)];
    }
    const bool once = std::all_of(times.begin(), times.end(), [](int n) { return n == 1; });
    RC_ASSERT(bool(coveredTensors(shapes)) == once);
}

} // namespace
