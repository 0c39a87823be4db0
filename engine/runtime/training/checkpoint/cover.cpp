// Whether the slices of all ranks are every tensor exactly once.

#include "engine/runtime/training/checkpoint/slices.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace training {
namespace {

using Shapes = std::span<const SliceShape>; // of one part of one tensor

std::string_view wordFor(StatePart part)
{
    switch (part) {
    case StatePart::Weights:
        return "weights";
    case StatePart::FirstMoments:
        return "first moments";
    case StatePart::SecondMoments:
        break;
    }
    return "second moments";
}

// Walks down the rows with the columns that are taken at each; two slices that take the same
// one meet as neighbours.
bool overlap(Shapes slices)
{
    struct Edge {
        std::int64_t row;
        bool begins; // ends come first at a row
        const SliceShape* slice;
    };
    std::vector<Edge> edges;
    for (const SliceShape& slice : slices) {
        edges.push_back({slice.first[0], true, &slice});
        edges.push_back({slice.first[0] + slice.extent[0], false, &slice});
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return std::tie(a.row, a.begins) < std::tie(b.row, b.begins);
    });
    std::map<std::int64_t, std::int64_t> taken; // first column -> the one after the last
    for (const Edge& edge : edges) {
        const std::int64_t first = edge.slice->first[1];
        const std::int64_t end = first + edge.slice->extent[1];
        if (!edge.begins) {
            taken.erase(first);
            continue;
        }
        const auto next = taken.lower_bound(first);
        if ((next != taken.end() && next->first < end)
            || (next != taken.begin() && std::prev(next)->second > first))
            return true;
        taken.emplace(first, end);
    }
    return false;
}

plan::Outcome checkCover(Shapes slices)
{
    const WholeTensor& whole = slices.front().whole;
    const std::string part(wordFor(slices.front().part));
    std::int64_t missing = whole.size[0] * whole.size[1];
    for (const SliceShape& slice : slices)
        if (slice.whole != whole)
            return plan::Error{whole.name + " is " + sizeText(whole) + " on one rank and "
                               + sizeText(slice.whole) + " on another"};
    if (overlap(slices))
        return plan::Error{"two slices of the " + part + " of " + whole.name + " overlap"};
    for (const SliceShape& slice : slices)
        missing -= slice.extent[0] * slice.extent[1]; // none twice: cannot overflow
    if (missing != 0)
        return plan::Error{"no rank owns " + std::to_string(missing) + " values of the " + part
                           + " of " + whole.name};
    return plan::done();
}

plan::Outcome
checkSameTensors(const std::array<std::vector<WholeTensor>, kStateParts.size()>& parts)
{
    for (const StatePart part : kStateParts) {
        const auto& weights = parts.front();
        const auto& others = parts[static_cast<std::size_t>(part)];
        const auto [weight, other]
            = std::mismatch(weights.begin(), weights.end(), others.begin(), others.end());
        if (weight == weights.end() && other == others.end())
            continue;
        const WholeTensor& odd = weight == weights.end() ? *other : *weight;
        return plan::Error{odd.name + " is not among the weights and the "
                           + std::string(wordFor(part)) + " with one size"};
    }
    return plan::done();
}

} // namespace

plan::Result<std::vector<WholeTensor>> coveredTensors(std::vector<SliceShape> shapes)
{
    const auto keyOf
        = [](const SliceShape& shape) { return std::tie(shape.part, shape.whole.name); };
    std::sort(shapes.begin(), shapes.end(),
              [&](const auto& a, const auto& b) { return keyOf(a) < keyOf(b); });
    std::array<std::vector<WholeTensor>, kStateParts.size()> parts;
    for (auto begin = shapes.begin(); begin != shapes.end();) {
        const auto end = std::find_if(
            begin, shapes.end(), [&](const auto& shape) { return keyOf(shape) != keyOf(*begin); });
        if (const auto covered = checkCover({begin, end}); !covered)
            return covered.error();
        parts[static_cast<std::size_t>(begin->part)].push_back(begin->whole);
        begin = end;
    }
    if (const auto same = checkSameTensors(parts); !same)
        return same.error();
    return parts.front();
}

} // namespace training
