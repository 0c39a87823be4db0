// A rank's end of a communicator of the fake NCCL, and the operations that it has under way.

#pragma once

#include "tests/cuda/fakes/nccl.h"
#include "tests/cuda/fakes/nccl/post.h"
#include "tests/cuda/fakes/streams.h"

#include <deque>
#include <map>
#include <memory>
#include <random>
#include <vector>

namespace fake {

// One kernel of the library: an operation, or those of a group.
struct Launch {
    struct Part {
        Operation operation;
        std::uint64_t number = 0; // among those that it can meet
        std::vector<Bytes> letters{};
    };

    std::vector<Part> parts;
    Stream* stream = nullptr;
    std::uint64_t number = 0; // in the communicator
    int asks = 0;             // about the communicator, before it is in the stream
    bool began = false;
    Watched watched{};
    bool never = false;   // it is not to begin
    bool kills = false;   // it is to end the process when it begins
    bool crowded = false; // it could begin, but for other kernels that are under way
};

} // namespace fake

// Used by the thread that made it. It stays where it is when the engine is done with it, so that
// whoever uses it then is found out.
struct ncclComm {
    enum class State { Joining, Ready, Finalizing, Finalized, Destroyed, Aborted };

    std::string name;
    std::uint64_t id = 0;
    int rootAddress = 0;
    int rank = 0;
    int size = 1;
    int blocks = 32; // of each of its kernels
    State state = State::Joining;
    ncclResult_t error = ncclSuccess; // asynchronous
    std::string why;
    std::vector<int> addresses;        // of the members
    std::map<int, std::string> hellos; // that came to the root, by rank
    std::vector<bool> gone;            // members that have finalized, too

    std::uint64_t launched = 0;
    std::uint64_t over = 0;
    std::uint64_t collectives = 0;
    std::map<int, std::uint64_t> sends; // by peer
    std::map<int, std::uint64_t> receives;
    std::deque<std::shared_ptr<fake::Launch>> underWay; // in the order of the calls
    std::deque<std::shared_ptr<fake::Launch>> late;     // of those, the ones in no stream yet

    // Looks whether the members have come, or gone; and gets on with what is late.
    void look();
    void queue(fake::Stream* stream, const std::vector<fake::Operation>& operations);
    void finalize();
    void abort();
    // What its kernels wait for; empty where they wait for nobody.
    std::string waitsFor() const;

private:
    void meetAll();
    void readMembers(const std::string& table);
    void enqueue(const std::shared_ptr<fake::Launch>& launch);
    void begin(fake::Launch& launch);
    bool arrived(fake::Launch& launch);
    void end(fake::Launch& launch);
    std::vector<int> missing(const fake::Launch& launch) const;
};

namespace fake {

// What a rank's thread has of the library.
struct NcclRank {
    static NcclRank& own();

    NcclRank();

    std::vector<std::unique_ptr<ncclComm>> communicators;
    int groupDepth = 0;
    std::vector<std::pair<ncclComm*, std::pair<Stream*, std::vector<Operation>>>> gathered;
    int blocksTaken = 0;
    std::mt19937 random;
    std::string lastError;

    // Something the library forbids; the device says it, too.
    ncclResult_t misuse(const std::string& what);
};

NcclOptions ncclOptions();
void count(int NcclCounts::*what);
void countMade(int blocks);

} // namespace fake
