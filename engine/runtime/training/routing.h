// Which tokens go to which experts, and how they travel: rows are packed by expert, sent to
// the ranks that hold the experts, computed on, and sent back to where they came from.
// No token is dropped, whatever the load.

#pragma once

#include "engine/runtime/training/machinery.h"

#include <vector>

namespace training {

// Of one microbatch on one rank.
struct Routing {
    std::vector<int> chosen; // [row * perToken + i]: experts of each row, best first
    std::vector<int> packed; // [place in the packed rows] -> row * perToken + i; by expert
    std::vector<int> rows;   // [place in the packed rows] -> row
    std::vector<std::size_t> sendRows;    // [member]: packed rows that go there
    std::vector<std::size_t> receiveRows; // [member]: rows that come from there
    // Rows arrive by member; the experts want them by expert.
    std::vector<int> arrival;           // [place by expert] -> place as they arrived
    std::vector<int> departure;         // the inverse
    std::vector<std::int64_t> ofExpert; // [local expert + 1]: where its rows begin, by expert

    std::int64_t packedRows() const { return static_cast<std::int64_t>(packed.size()); }
    std::int64_t expertRows() const { return static_cast<std::int64_t>(arrival.size()); }
};

// `chosen` as topExperts() gives it.
Routing route(Machinery& machinery, std::vector<int> chosen, int rows);

// From packed rows here to rows by expert where the experts are, and back. Any type.
void sendToExperts(Machinery& machinery, const Routing& routing, const Matrix& byExpert,
                   const Matrix& packed);
void sendBack(Machinery& machinery, const Routing& routing, const Matrix& packed,
              const Matrix& byExpert);

} // namespace training
