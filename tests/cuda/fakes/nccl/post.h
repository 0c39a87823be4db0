// What carries letters between the ranks of a fake NCCL. Two are there: among threads of one
// process (thread_post.cpp), and among the processes of an MPI run (mpi/mpi_post.cpp). A program
// links one of them.

#pragma once

#include "tests/cuda/fakes/nccl_values.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace fake {

// Under which a letter is kept where it arrives.
struct Subject {
    enum class Kind : std::uint8_t { Hello, Members, Collective, Send, Receive, Farewell };

    std::uint64_t communicator = 0;
    Kind kind = Kind::Hello;
    int from = 0; // rank in the communicator
    std::uint64_t number = 0;

    auto operator<=>(const Subject&) const = default;
};

// Of one rank, used by its thread. Nothing here waits, but await().
class Post {
public:
    // The calling thread's. Its rank counts as one that may send from then on until its thread
    // ends.
    static Post& own();

    virtual ~Post() = default;

    virtual int address() const = 0; // of this rank, other than those of all others
    // Two ranks that give the same have one GPU on one host, as NCCL sees it.
    virtual std::string gpu() const = 0;

    virtual void send(int to, const Subject& subject, Bytes content) = 0;
    // What has come under that subject; none, if nothing has yet.
    virtual std::optional<Bytes> take(const Subject& subject) = 0;

    // This rank has done something, or has something to do.
    virtual void goOn() {}
    // Nothing of this rank can go on before a letter comes; `why` says what it waits for. The host
    // asks again, or, where it `waits`, does nothing else until then. Empty, or that no rank can
    // go on any more: a sentence with what each of them waits for.
    virtual std::string await(bool waits, const std::string& why) = 0;
};

} // namespace fake
