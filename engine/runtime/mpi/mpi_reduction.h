// All-reduce and reduce-scatter as messages between any two members.
//
// A block of the values belongs to one member: all others send it theirs, it adds them up in
// the order of the group and, for an all-reduce, sends the sum back to all. So every member
// gets the same bits, each run gets the same, and few messages follow each other: two,
// whatever the size of the group. A small all-reduce has fewer blocks than there are
// members: where ranks share cores, the number of messages is what it costs. In a tiny one
// all members send to all and each adds up everything. A large one is cut into pieces, so
// that what is added up lies in the cache and one piece is on its way while another is added.
//
// An own algorithm rather than MPI_Iallreduce, whose sums depend on the library; bench_collectives
// holds the two against each other.

#pragma once

#include "engine/runtime/mpi/mpi_work.h"

#include <cstdint>
#include <memory>

namespace engine {

// The tags of one collective: those under way at once have different ones.
struct MpiTags {
    std::int64_t first = 0;
    std::int64_t bound = 1; // tags are below

    int at(std::size_t index) const
    {
        return static_cast<int>((first + static_cast<std::int64_t>(index)) % bound);
    }
};

// Memory that collectives which are over leave for the next: fresh pages cost more than the
// sums that are made in them. Holds as much as was in use at once.
class MpiScratch {
public:
    struct Block {
        std::unique_ptr<std::byte[]> bytes;
        std::size_t size = 0;
    };

    Block take(std::size_t atLeast);
    void giveBack(Block block) { m_free.push_back(std::move(block)); }

private:
    std::vector<Block> m_free;
};

struct MpiPlace {
    int rank = 0;
    int size = 1;
    MpiTags tags;
    MpiScratch* scratch = nullptr; // outlives the collective
};

struct Strands {
    std::vector<NextPart> parts;
    std::size_t tags = 0; // that they use
};

template <class T>
Strands allReduceStrands(const MpiPlace& place, std::span<T> values, ReduceOp reduction);

Strands reduceScatterStrands(const MpiPlace& place, std::span<float> all, std::span<float> own);

} // namespace engine
