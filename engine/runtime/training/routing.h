// Which tokens go to which experts, and how they travel: rows are packed by expert, sent to
// the ranks that hold the experts, computed on, and sent back to where they came from.
// No token is dropped, whatever the load.
//
// The order of the rows is made and stays on the device. The host learns only how many rows go
// where, once a layer: matrices are as large as that says.

#pragma once

#include "engine/runtime/training/machinery.h"

#include <vector>

namespace training {

// Of one microbatch on one rank. A pair is a row and one of its experts; its number is
// row * expertsPerToken + i. The index vectors have one column each.
struct Routing {
    HeldIndices chosen;                   // [row, i]: experts of each row, best first
    HeldIndices packed;                   // [place in the packed rows] -> pair; by expert
    HeldIndices rows;                     // [place in the packed rows] -> row
    std::vector<std::size_t> sendRows;    // [member]: packed rows that go there
    std::vector<std::size_t> receiveRows; // [member]: rows that come from there
    // Rows arrive by member; the experts want them by expert.
    HeldIndices arrival;                // [place by expert] -> place as they arrived
    HeldIndices departure;              // the inverse
    std::vector<std::int64_t> ofExpert; // [local expert + 1]: where its rows begin, by expert

    std::int64_t packedRows() const { return packed.view.rows; }
    std::int64_t expertRows() const { return arrival.view.rows; }
};

// `chosen` as topExperts() gives it. Waits for the device.
Routing route(Machinery& machinery, HeldIndices chosen);

// From packed rows here to rows by expert where the experts are, and back. Any type.
void sendToExperts(Machinery& machinery, const Routing& routing, const Matrix& byExpert,
                   const Matrix& packed);
void sendBack(Machinery& machinery, const Routing& routing, const Matrix& packed,
              const Matrix& byExpert);

} // namespace training
